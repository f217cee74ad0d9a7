/** Counts and ids that came from outside: JSON, stored values, messages. */
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** 0 for what is none. */
export const countOf = (value: unknown): number => (isCount(value) ? value : 0);
