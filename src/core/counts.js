/** Counts and ids that came from outside: JSON, stored values, messages. */
export const isCount = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** 0 for what is none. */
export const countOf = (value) => (isCount(value) ? value : 0);
