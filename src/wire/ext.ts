import { asShown, cleanReceived } from '../core/socket/cleaning.ts';
import type { UserExtension } from './generated/bodies.ts';
import { UserExtension as EXTENSION } from './generated/codec.ts';
import { type FieldType, NO_BYTES, type Schema } from './schema.ts';

/** A longer `ext` is not read: it loses its badges, never the message. */
export const MAX_EXT_CHARS = 16_384;
/** Medals of one sender; a row shows fewer. */
export const MAX_EXT_ITEMS = 12;

/** A user who speaks again sends the same `ext`: this many are cached, and after as many new ones the entries not used since are dropped. */
export const MAX_KNOWN_EXTS = 512;
/** A longer one is read each time; most have a few hundred characters. */
const MAX_KNOWN_CHARS = 2_048;

let known = new Map<string, UserExtension>();
let knownBefore = known;

/** Body as received: the type of a room message hides `ext`, so that it is not parsed a second time. */
export interface Extended {
  ext: string;
  userExt: UserExtension | null;
}

/** `ext` becomes `userExt` in a body that was just made, and its text ends here. False when there was something and nothing of it could be read. */
export function takeExtension(body: Extended): boolean {
  if (body.ext === '') return true;
  const userExt = known.get(body.ext) ?? readAgain(body.ext);
  body.ext = '';
  if (userExt === null) return false;
  body.userExt = userExt;
  return true;
}

/** Parses and caches an `ext` that is not cached. Invalid text is not cached. */
function readAgain(ext: string): UserExtension | null {
  const userExt = knownBefore.get(ext) ?? readExtension(ext);
  if (userExt === null || ext.length > MAX_KNOWN_CHARS) return userExt;
  if (known.size >= MAX_KNOWN_EXTS) {
    knownBefore = known;
    known = new Map();
  }
  known.set(ext, userExt);
  return userExt;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * `ext` (URL-encoded JSON, document 2, section 3) as the same data that protobuf senders put into `userExt`. The only reading of it. Each part is
 * looked at by itself: a bad one loses itself. Null when there is nothing to read in it at all.
 */
export function readExtension(ext: string): UserExtension | null {
  const parsed = parse(ext);
  if (parsed === null) return null;
  const read = readFields(WHOLE, parsed);
  const medals = part(parsed, 'usingMedal')['medalList'] ?? null;
  if (medals !== null) read['medalList'] = items(MEDALS, medals);
  const honors = part(parsed, 'honorMedal')['honorList'] ?? null;
  if (honors !== null) read['honorList'] = items(HONORS, honors);
  if (read['usingMount'] !== null) {
    // A mount with a status other than 1 is owned and not in use; without a status it is in use.
    const status = part(parsed, 'usingMount')['s'] ?? 1;
    if (status !== 1 && status !== '1') read['usingMount'] = null;
  }
  // The schema names the fields and their kinds, which is what the type says.
  return read as unknown as UserExtension;
}

function parse(ext: string): Fields | null {
  if (ext.length > MAX_EXT_CHARS) return null;
  try {
    // Unencoded text is accepted too: some senders encode once, some not at all; then its brackets were escaped as text.
    const parsed: unknown = JSON.parse(ext.trimStart().startsWith('{') ? asShown(ext) : decodeURIComponent(ext));
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** A schema made ready once: what a body begins as, and what becomes of a value by the name of its field. */
interface Kind {
  /** Every field in its order, with its default. */
  readonly empty: Fields;
  readonly fields: ReadonlyMap<string, Part>;
}
interface Part {
  readonly type: FieldType;
  readonly isList: boolean;
  /** Of a message in a message. */
  readonly kind: Kind | null;
}

/** Frozen, because every `ext` without the list has this one. */
const NO_ITEMS: readonly never[] = Object.freeze([]);

function kindOf({ fields }: Schema): Kind {
  const parts = Object.entries(fields).map(([name, { type, isList }]): [string, Part] => [
    name,
    { type, isList, kind: typeof type === 'object' ? kindOf(type) : null },
  ]);
  const empty = Object.fromEntries(parts.map(([name, one]) => [name, one.isList ? NO_ITEMS : single(one, undefined)]));
  return { empty, fields: new Map(parts) };
}

/** As body.ts reads a body, but a field of the wrong type is its default instead of a refusal. Only what is there is looked at: most of it is not. */
function readFields({ empty, fields }: Kind, source: Fields): Record<string, unknown> {
  const result: Record<string, unknown> = { ...empty };
  for (const name in source) {
    const one = fields.get(name);
    if (one !== undefined) result[name] = one.isList ? items(one, source[name]) : single(one, source[name]);
  }
  return result;
}

function items(one: Part, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return NO_ITEMS;
  const read: unknown[] = [];
  for (let i = 0; i < value.length && i < MAX_EXT_ITEMS; i++) if (isFields(value[i])) read.push(single(one, value[i]));
  return read;
}

function single({ type, kind }: Part, value: unknown): unknown {
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
      return kind !== null && isFields(value) ? readFields(kind, value) : null;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function part(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

const WHOLE = kindOf(EXTENSION);
const MEDALS = WHOLE.fields.get('medalList')!;
const HONORS = WHOLE.fields.get('honorList')!;
