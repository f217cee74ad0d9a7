import { asShown, cleanReceived } from '../core/socket/cleaning.ts';
import type { UserExtension } from './generated/bodies.ts';
import { UserExtension as EXTENSION } from './generated/codec.ts';
import { type FieldType, NO_BYTES, type Schema } from './schema.ts';

/** A longer `ext` is not read: it loses its badges, never the message. */
export const MAX_EXT_CHARS = 16_384;
/** Medals of one sender; a row shows fewer. */
export const MAX_EXT_ITEMS = 12;

/** A body as the wire brings it: the type of a room message hides `ext`, so that nobody reads it a second time. */
export interface Extended {
  ext: string;
  userExt: UserExtension | null;
}

/** `ext` becomes `userExt` in a body that was just made, and its text ends here. False when there was something and nothing of it could be read. */
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
 * `ext` (URL-encoded JSON, document 2, section 3) as the same data that protobuf senders put into `userExt`. The only reading of it. Each part is
 * looked at by itself: a bad one loses itself. Null when there is nothing to read in it at all.
 */
export function readExtension(ext: string): UserExtension | null {
  const parsed = parse(ext);
  if (parsed === null) return null;
  const medals = part(parsed, 'usingMedal');
  const honors = part(parsed, 'honorMedal');
  const { usingMount, ...others } = read(EXTENSION, {
    ...parsed,
    medalList: medals['medalList'] ?? parsed['medalList'],
    honorList: honors['honorList'] ?? parsed['honorList'],
  }) as UserExtension;
  // A mount with a status other than 1 is owned and not in use; without a status it is in use.
  const status = part(parsed, 'usingMount')['s'] ?? 1;
  return { ...others, usingMount: status === 1 || status === '1' ? usingMount : null };
}

function parse(ext: string): Fields | null {
  if (ext.length > MAX_EXT_CHARS) return null;
  try {
    // What is not encoded is read too: some senders encode once, some not at all; then its brackets were escaped as text.
    const parsed: unknown = JSON.parse(ext.trimStart().startsWith('{') ? asShown(ext) : decodeURIComponent(ext));
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** As body.ts reads a body, but a field of the wrong type is its default instead of a refusal. */
function read(schema: Schema, source: Fields): object {
  const result: Record<string, unknown> = {};
  for (const [name, { type, isList }] of Object.entries(schema.fields)) {
    const value = source[name];
    if (!isList) result[name] = single(type, value);
    else
      result[name] = Array.isArray(value)
        ? value
            .slice(0, MAX_EXT_ITEMS)
            .filter(isFields)
            .map((item) => single(type, item))
        : [];
  }
  return result;
}

function single(type: FieldType, value: unknown): unknown {
  switch (type) {
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? cleanReceived(String(value)) : '';
    case 'number': {
      const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : 0;
    }
    case 'flag':
      return value === true || value === 1;
    case 'bytes':
      return NO_BYTES;
    default:
      return isFields(value) ? read(type, value) : null;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function part(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}
