import { flagOf, numberOf } from '../player/base/answer-fields.ts';
import { type ErrorCode, type Result, err, ok } from '../core/errors.ts';
import { HEAD_NUMBERS, IS_READ, type PackedMessages } from '../core/socket/batch.ts';
import { cleanReceived, stripHidden, asShown } from '../core/socket/cleaning.ts';
import protobuf from './protobuf.ts';
import { type RoomMessage, rowOf } from './registry.ts';
import { type Codec, type Field, type FieldType, type Schema, codecFrom } from './schema.ts';
import type * as Types from './generated/types.js';
import * as generated from './generated/core.js';

/** The schemas that every room needs from its first second. */
export const CORE = codecFrom(generated);

type Classes = typeof Types;
type PropertiesOf<Class> = Class extends new (properties?: infer Properties) => object ? NonNullable<Properties> : never;

/** A value as `readBody` makes it: lists and texts are always present, a missing message is null. */
type Value<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ItemOf<Item>[]
    : T extends object
      ? Fields<T> | null
      : T;
type ItemOf<T> = T extends object ? Fields<T> : T;
type Fields<Properties> = {
  readonly [Name in keyof Properties as Name extends '$unknowns' ? never : Name]-?: Value<NonNullable<Properties[Name]>>;
};

/** Name of a received message in the .proto files; unique over all families. */
export type BodyName = keyof Classes;
/** Body of a received message: every field present, cleaned. */
export type Body<Name extends BodyName> = Fields<PropertiesOf<Classes[Name]>>;
export type UserExtension = Body<'UserExtension'>;

/** A longer list is refused: no push of the room shows more than a screen of entries. */
export const MAX_LIST_ITEMS = 1_000;

/** Fields that contain a name: nickname, giftName, and `n` of a mount. */
const NAME = /name$|^n$|nick$/i;

/** A value that does not have the type of its field. */
class WrongValue extends Error {}

interface Rules {
  /** Receives the name of a field with a wrong value, which becomes the default of its field; null: the message is refused. */
  readonly onWrong: ((field: string) => void) | null;
  readonly maxItems: number;
}
const STRICT: Rules = { onWrong: null, maxItems: MAX_LIST_ITEMS };
const ignore = (): void => undefined;

/**
 * Makes a plain body from parsed JSON: adds missing fields, drops unknown ones, cleans every string. JSON of the web contains numbers as
 * decimal strings and flags as 0, 1 or text. A wrong value becomes its default, wrong and surplus list items are dropped, and `onWrong`
 * receives the name of the field.
 */
export const readBody = (schema: Schema, source: unknown, onWrong: (field: string) => void = ignore): Result<object> =>
  isObject(source)
    ? ok(message(schema, source, { onWrong, maxItems: MAX_LIST_ITEMS }))
    : err('WIRE_BAD_FIELDS', `${schema.name} is not an object`);

/** From protobuf, where a wrong value refuses the message. */
export function readProtobuf(schema: Schema, bytes: Uint8Array): Result<object> {
  let decoded: object;
  try {
    decoded = schema.decode(new protobuf.Reader(bytes));
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
  }
  try {
    return ok(message(schema, decoded, STRICT));
  } catch (thrown) {
    if (thrown instanceof WrongValue) return err('WIRE_BAD_PROTOBUF', thrown.message);
    throw thrown;
  }
}

/** Like readBody for data inside a message, with its own bound for lists. */
const readPart = (schema: Schema, source: object, maxItems: number): object => message(schema, source, { onWrong: ignore, maxItems });

function message(schema: Schema, source: object, rules: Rules): object {
  const body: Record<string, unknown> = {};
  for (const name in schema.fields) {
    // No field has the name of a property of Object.prototype.
    const value: unknown = Reflect.get(source, name);
    const field = schema.fields[name]!;
    const isName = field.type === 'text' && NAME.test(name);
    const found = field.isList ? list(field, value, rules, isName) : single(field.type, value, rules, isName);
    if (found === undefined) {
      if (rules.onWrong === null) throw new WrongValue(`${schema.name}.${name} is wrong: ${typeof value}`);
      rules.onWrong(`${schema.name}.${name}`);
    }
    body[name] = found === undefined ? emptyOf(field) : found;
  }
  return body;
}

/** `undefined` for a wrong value, here and in `single`. */
function list({ type }: Field, value: unknown, rules: Rules, isName: boolean): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || (value.length > rules.maxItems && rules.onWrong === null)) return undefined;
  const items = value.slice(0, rules.maxItems).map((item) => single(type, item, rules, isName));
  if (rules.onWrong !== null) return items.filter((item) => item !== undefined && item !== null);
  return items.includes(undefined) ? undefined : items;
}

/** `isName`: the text names a person, a thing or a place. */
function single(type: FieldType, value: unknown, rules: Rules, isName: boolean): unknown {
  if (value === undefined || value === null) return emptyOf({ type, isList: false });
  switch (type) {
    case 'text':
      if (rules.onWrong !== null && typeof value === 'number') return String(value);
      if (typeof value !== 'string') return undefined;
      return isName ? cleanReceived(stripHidden(value)) : cleanReceived(value);
    case 'number':
      return number(value);
    case 'flag':
      return flagOf(value);
    case 'bytes':
      return value instanceof Uint8Array ? value : undefined;
    default:
      return isObject(value) ? message(type, value, rules) : undefined;
  }
}

/** Integers that a double holds exactly; a fraction is cut off. An infinity or a rounded id is wrong. */
function number(value: unknown): number | undefined {
  const found = typeof value === 'boolean' ? Number(value) : numberOf(value);
  const whole = found === undefined ? undefined : Math.trunc(found);
  return whole !== undefined && Number.isSafeInteger(whole) ? whole : undefined;
}

function emptyOf({ type, isList }: Pick<Field, 'type' | 'isList'>): unknown {
  if (isList) return [];
  return typeof type === 'object' ? null : EMPTY[type];
}
const EMPTY = { number: 0, flag: false, text: '', bytes: new Uint8Array() } as const;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

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

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads `ext` (URL-encoded JSON, S20) as the data that protobuf senders put into `userExt`. A wrong part becomes its default.
 * Null when nothing can be read.
 */
export function readExtension(ext: string): UserExtension | null {
  const parsed = parse(ext);
  if (parsed === null) return null;
  const mount = part(parsed, 'usingMount');
  const flat = {
    ...parsed,
    medalList: part(parsed, 'usingMedal')['medalList'] ?? parsed['medalList'],
    honorList: part(parsed, 'honorMedal')['honorList'] ?? parsed['honorList'],
    // Without a status it is in use; a sender of protobuf cannot omit the status.
    usingMount: isJson(parsed['usingMount']) ? { ...mount, s: mount['s'] ?? 1 } : null,
  };
  return readPart(EXTENSION, flat, MAX_EXT_ITEMS) as UserExtension;
}

function parse(ext: string): Json | null {
  if (ext.length > MAX_EXT_CHARS) return null;
  try {
    // Unencoded text is accepted too, because some senders do not encode; its brackets were escaped as text.
    const parsed: unknown = JSON.parse(ext.trimStart().startsWith('{') ? asShown(ext) : decodeURIComponent(ext));
    return isJson(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function part(fields: Json, name: string): Json {
  const value = fields[name];
  return isJson(value) ? value : {};
}

/** The codec of a family, which is loaded. */
export type CodecOf = (family: string) => Codec;

/** The messages of a batch. A bad content is counted by its error code, and other messages are unaffected. */
export interface Contents {
  readonly messages: readonly RoomMessage[];
  readonly failures: ReadonlyMap<ErrorCode, { readonly count: number; readonly detail: string }>;
  /** Number of messages whose `ext` could not be read at all. */
  readonly badExts: number;
}

/** The messages of a batch in their order: decoded, checked and cleaned, with `ext` read. */
export function readContents(batch: PackedMessages, codecOf: CodecOf): Contents {
  const decoded = decodeContents(batch, codecOf);
  let badExts = 0;
  for (const { body } of decoded.messages) if ('ext' in body && !takeExtension(body as unknown as Extended)) badExts++;
  return { ...decoded, badExts };
}

/** Like readContents, but does not read `ext`, which is JSON in a text. */
export function decodeContents({ count, buffer, read }: PackedMessages, codecOf: CodecOf): Omit<Contents, 'badExts'> {
  const messages: RoomMessage[] = [];
  const failures = new Map<ErrorCode, { count: number; detail: string }>();
  const heads = new Float64Array(buffer, 0, count * HEAD_NUMBERS);
  let atRead = 0;
  for (let at = 0; at < heads.length; at += HEAD_NUMBERS) {
    const [id = 0, timeMs = 0, from = 0, end = 0] = heads.subarray(at, at + HEAD_NUMBERS);
    if (from === IS_READ) {
      messages.push(read[atRead++]!);
      continue;
    }
    // The socket worker passes on only messages with a row.
    const { name, family, schema } = rowOf(id)!;
    const body = readProtobuf(codecOf(family)[schema]!, new Uint8Array(buffer, from, end - from));
    if (body.ok) messages.push({ id, name, body: body.value, timeMs } as RoomMessage);
    else {
      const { code, detail } = body.error;
      const known = failures.get(code);
      if (known === undefined) failures.set(code, { count: 1, detail });
      else known.count++;
    }
  }
  return { messages, failures };
}
