import { asShown } from '../core/socket/cleaning.ts';
import type { UserExtension } from './bodies.ts';
import { readLenient } from './body.ts';
import { CORE } from './core-codec.ts';

/** A longer `ext` is not read: the message is kept without the badges of its sender. */
export const MAX_EXT_CHARS = 16_384;
/** Medals of one sender; a row shows fewer. */
export const MAX_EXT_ITEMS = 12;

const EXTENSION = CORE['UserExtension']!;

/** Body as received: the type of a room message hides `ext`, so that it is not parsed a second time. */
export interface Extended {
  ext: string;
  userExt: UserExtension | null;
}

/** Moves `ext` into `userExt` in a body that was just made. False when there was an `ext` and nothing of it could be read. */
export function takeExtension(body: Extended): boolean {
  if (body.ext === '') return true;
  const userExt = readExtension(body.ext);
  body.ext = '';
  if (userExt === null) return false;
  body.userExt = userExt;
  return true;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads `ext` (URL-encoded JSON, S20) as the data that protobuf senders put into `userExt`. A wrong part becomes its default.
 * Null when nothing can be read.
 */
export function readExtension(ext: string): UserExtension | null {
  const parsed = parse(ext);
  if (parsed === null) return null;
  const status = part(parsed, 'usingMount')['s'] ?? 1;
  const flat = {
    ...parsed,
    medalList: part(parsed, 'usingMedal')['medalList'] ?? parsed['medalList'],
    honorList: part(parsed, 'honorMedal')['honorList'] ?? parsed['honorList'],
    // A mount with a status other than 1 is owned and not in use; without a status it is in use.
    usingMount: status === 1 || status === '1' ? parsed['usingMount'] : null,
  };
  return readLenient(EXTENSION, flat, MAX_EXT_ITEMS) as UserExtension;
}

function parse(ext: string): Fields | null {
  if (ext.length > MAX_EXT_CHARS) return null;
  try {
    // Unencoded text is accepted too, because some senders do not encode; its brackets were escaped as text.
    const parsed: unknown = JSON.parse(ext.trimStart().startsWith('{') ? asShown(ext) : decodeURIComponent(ext));
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function part(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}
