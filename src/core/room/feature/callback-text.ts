import { describe } from '../../../player/base/errors.ts';
import { err, ok, type Result } from '../../errors.ts';

/**
 * Reads a callback-style answer (`name({...})`) as data, never as script: unwraps and parses the text. Plain JSON is accepted too. Parsed
 * by hand from both ends, visiting each character once, because a regular expression with adjacent optional spaces takes quadratic time on
 * an answer made of spaces. The caller limits the length of the text.
 */
export function unwrapCallback(text: string): Result<unknown> {
  const start = argumentsStart(text);
  const end = argumentsEnd(text);
  try {
    return ok(JSON.parse(start === null || end === null ? text : text.slice(start, end)));
  } catch {
    return err('HTTP_BAD_BODY', `not JSON: ${describe(text)}`);
  }
}

/** The value of an answer, plain or in a callback; null if it is not readable. */
export function readAnswer<T>(text: string, decode: (input: unknown) => Result<T>): T | null {
  const parsed = unwrapCallback(text);
  const read = parsed.ok ? decode(parsed.value) : parsed;
  return read.ok ? read.value : null;
}

/** Longest callback name, including dots. */
const MAX_NAME_CHARS = 128;

/**
 * Offset after an optional empty comment, an optional test whether the function exists, the name and its opening bracket. Null if the text
 * has another form.
 */
function argumentsStart(text: string): number | null {
  let at = skipSpaces(text, 0);
  if (text.startsWith('/**/', at)) at = skipSpaces(text, at + 4);
  if (text.startsWith('typeof', at)) at = afterTypeof(text, at) ?? at;
  const name = skipName(text, at);
  if (name === null) return null;
  at = skipSpaces(text, name);
  return text[at] === '(' ? at + 1 : null;
}

/** Offset after `typeof name === 'function' &&`, or null. */
function afterTypeof(text: string, from: number): number | null {
  const space = from + 'typeof'.length;
  let at = skipSpaces(text, space);
  const name = at === space ? null : skipName(text, at);
  if (name === null) return null;
  at = skipSpaces(text, name);
  if (!text.startsWith('==', at)) return null;
  at = skipSpaces(text, text[at + 2] === '=' ? at + 3 : at + 2);
  if (!text.startsWith("'function'", at)) return null;
  at = skipSpaces(text, at + "'function'".length);
  return text.startsWith('&&', at) ? skipSpaces(text, at + 2) : null;
}

/** Offset of the closing bracket, which may be followed by a semicolon and spaces; null if the text ends otherwise. */
function argumentsEnd(text: string): number | null {
  let at = skipSpacesBack(text, text.length);
  if (text[at - 1] === ';') at = skipSpacesBack(text, at - 1);
  return text[at - 1] === ')' ? at - 1 : null;
}

function skipName(text: string, from: number): number | null {
  if (!/[A-Za-z_$]/.test(text.charAt(from))) return null;
  let at = from + 1;
  while (at - from < MAX_NAME_CHARS && /[\w$.]/.test(text.charAt(at))) at++;
  return at;
}

/** False for the NaN of a position outside of the text. */
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function skipSpacesBack(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}
