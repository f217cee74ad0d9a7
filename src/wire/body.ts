import { type ErrorCode } from '../core/errors.ts';
import { type Result, err, ok } from '../core/result.ts';
import { cleanReceived } from '../core/socket/cleaning.ts';
import protobuf from './protobuf.ts';
import type { Field, FieldType, Schema } from './schema.ts';

/** A longer list is refused: no push of the room shows more than a screen of entries. */
export const MAX_LIST_ITEMS = 1_000;

/** A value that does not have the type of its field. */
class WrongValue extends Error {}

interface Rules {
  /** A wrong value becomes the default of its field, instead of refusing the message. */
  readonly isLenient: boolean;
  readonly maxItems: number;
}
const STRICT: Rules = { isLenient: false, maxItems: MAX_LIST_ITEMS };

/**
 * Makes a plain body from parsed JSON: checks types, adds missing fields, drops unknown ones, cleans every string. Ids may be decimal strings
 * and flags 0 or 1, as JSON of the web contains them.
 */
export const readBody = (schema: Schema, source: unknown): Result<object> => read(schema, source, 'WIRE_BAD_FIELDS');

/** Like readBody, but from protobuf. */
export function readProtobuf(schema: Schema, bytes: Uint8Array): Result<object> {
  let decoded: object;
  try {
    decoded = schema.decode(new protobuf.Reader(bytes));
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
  }
  return read(schema, decoded, 'WIRE_BAD_PROTOBUF');
}

/** Like readBody, but never fails: a wrong value becomes its default, wrong and surplus list items are dropped. */
export const readLenient = (schema: Schema, source: object, maxItems: number): object =>
  message(schema, source, { isLenient: true, maxItems });

function read(schema: Schema, source: unknown, code: ErrorCode): Result<object> {
  if (!isObject(source)) return err(code, `${schema.name} is not an object`);
  try {
    return ok(message(schema, source, STRICT));
  } catch (thrown) {
    if (thrown instanceof WrongValue) return err(code, thrown.message);
    throw thrown;
  }
}

function message(schema: Schema, source: object, rules: Rules): object {
  const body: Record<string, unknown> = {};
  for (const name in schema.fields) {
    // No field has the name of a property of Object.prototype.
    const value: unknown = Reflect.get(source, name);
    const field = schema.fields[name]!;
    const found = field.isList ? list(field, value, rules) : single(field.type, value, rules);
    if (found === undefined && !rules.isLenient) throw new WrongValue(`${schema.name}.${name} is wrong: ${typeof value}`);
    body[name] = found === undefined ? emptyOf(field) : found;
  }
  return body;
}

/** `undefined` for a wrong value, here and in `single`. */
function list({ type }: Field, value: unknown, rules: Rules): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || (value.length > rules.maxItems && !rules.isLenient)) return undefined;
  const items = value.slice(0, rules.maxItems).map((item) => single(type, item, rules));
  return rules.isLenient ? items.filter((item) => item !== undefined && item !== null) : items.includes(undefined) ? undefined : items;
}

function single(type: FieldType, value: unknown, rules: Rules): unknown {
  if (value === undefined || value === null) return emptyOf({ type, isList: false });
  switch (type) {
    case 'text':
      if (rules.isLenient && typeof value === 'number') return String(value);
      return typeof value === 'string' ? cleanReceived(value) : undefined;
    case 'number':
      return number(value);
    case 'flag':
      return typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined;
    case 'bytes':
      return value instanceof Uint8Array ? value : undefined;
    default:
      return isObject(value) ? message(type, value, rules) : undefined;
  }
}

/** Integers that a double holds exactly. A fraction, an infinity or a rounded id is wrong. */
function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

function emptyOf({ type, isList }: Pick<Field, 'type' | 'isList'>): unknown {
  if (isList) return [];
  return typeof type === 'object' ? null : EMPTY[type];
}
const EMPTY = { number: 0, flag: false, text: '', bytes: new Uint8Array() } as const;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
