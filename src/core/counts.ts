import { countIn } from '../player/base/answer-fields.ts';

/** Validates counts and ids from outside: JSON, stored values, messages. */
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** A count of an answer or message, which may be a text of digits; 0 if the value is not a count. */
export const countOf = (value: unknown): number => countIn(value) ?? 0;
