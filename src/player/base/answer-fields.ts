/**
 * Readers of single values in an answer of a service. Services write the same value in several forms; these forms count everywhere:
 *
 * | reader | forms |
 * | --- | --- |
 * | `numberOf` | a finite number; a text with one decimal number, with spaces around it: `5`, `'5'`, `' 5 '`, `'-1'`, `'2.5'` |
 * | `wholeOf` | the same, if the number is a safe integer: `'5'` and `'5.0'`, not `'5.5'` |
 * | `flagOf` | a boolean; 1 and 0 as a number or text; the texts `true` and `false` |
 * | `idTextOf` | a text; a whole number, as its digits |
 * | `isAddress` | `https://host/…`, `http://host/…`, `//host/…` (protocol of the page), `/path` (host of the page) |
 */

export const MAX_ADDRESS_CHARS = 2_048;
const MAX_ID_CHARS = 128;
const MAX_LIST_ITEMS = 16;

/** undefined: not a value of this type. */
export type Read<T> = (given: unknown) => T | undefined;

const NUMBER = /^\s{0,8}-?\d{1,16}(?:\.\d{1,9})?\s{0,8}$/;

export function numberOf(given: unknown): number | undefined {
  const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function wholeOf(given: unknown): number | undefined {
  const value = numberOf(given);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

export const between =
  (min: number, max: number, read: Read<number> = wholeOf): Read<number> =>
  (given) => {
    const value = read(given);
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };

/** A count or an id. */
export const countIn: Read<number> = between(0, Number.MAX_SAFE_INTEGER);

export function flagOf(given: unknown): boolean | undefined {
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false') return false;
  const value = wholeOf(given);
  return value === 0 || value === 1 ? value === 1 : undefined;
}

export const textUpTo =
  (maxChars: number): Read<string> =>
  (given) =>
    typeof given === 'string' && given.length <= maxChars ? given : undefined;

const name = textUpTo(MAX_ID_CHARS);
export const idTextOf: Read<string> = (given) => name(typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given);

/** No space, quote or backslash: a backslash counts as a slash in browsers. A host begins with neither a slash nor the end. */
const ADDRESS = /^(?:(?:https?:)?\/\/[^\s"'<>\\/]|\/(?!\/|$))[^\s"'<>\\]*$/;

export const isAddress = (text: string, maxChars: number = MAX_ADDRESS_CHARS): boolean => text.length <= maxChars && ADDRESS.test(text);

/** `//host/…` with https, where the address is used without the page or has to name its host. */
export const withProtocol = (address: string): string => (address.startsWith('//') ? `https:${address}` : address);

/** Excludes `javascript:` and `data:` addresses. */
export const addressOf: Read<string> = (given) => (typeof given === 'string' && isAddress(given) ? given : undefined);

export const emptyOr =
  (read: Read<string>): Read<string> =>
  (given) =>
    given === '' ? '' : read(given);

export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The members of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Reads an object field by field: a bad field is reported in `problems` and replaced by its default, the others are kept. */
export class FieldReader {
  readonly #where: string;
  readonly #fields: Fields;
  readonly #problems: string[];

  constructor(where: string, fields: Fields, problems: string[]) {
    this.#where = where;
    this.#fields = fields;
    this.#problems = problems;
  }

  one<T>(field: string, read: Read<T>, fallback: T): T {
    const given = this.#fields[field];
    if (given === undefined || given === null) return fallback;
    const value = read(given);
    if (value === undefined) this.#problems.push(`${this.#where}.${field}: bad value`);
    return value ?? fallback;
  }

  /** A single value counts as a list of one; bad members are dropped, and the number of members is limited. */
  list<T>(field: string, read: Read<T>): readonly T[] {
    const given = this.#fields[field];
    if (given === undefined || given === null || given === '') return [];
    const members: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (members.length > MAX_LIST_ITEMS)
      this.#problems.push(`${this.#where}.${field}: ${members.length} members, ${MAX_LIST_ITEMS} are kept`);
    return members.slice(0, MAX_LIST_ITEMS).flatMap((member) => {
      const value = read(member);
      if (value === undefined) this.#problems.push(`${this.#where}.${field}: bad value`);
      return value === undefined ? [] : [value];
    });
  }
}
