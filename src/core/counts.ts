/** Validates counts and ids from outside: JSON, stored values, messages. */
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** 0 if the value is not a count. */
export const countOf = (value: unknown): number => (isCount(value) ? value : 0);
