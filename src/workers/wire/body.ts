import { type Result, err, ok } from '../core/result.ts';
import { cleanReceived } from '../core/socket/cleaning.ts';
import { FIELDS } from './generated/received-fields.ts';
import type { SchemaName } from './registry.ts';

/** Plain data with every field of its schema: what crosses to the room worker. */
export type Body = Readonly<Record<string, unknown>>;

/** A list that is longer is refused: no push of the room shows more than a screen of entries. */
export const MAX_LIST_ITEMS = 1_000;

type FieldType = string | readonly [string];
type Fields = Readonly<Record<string, FieldType>>;

/**
 * Makes a plain body from a decoded protobuf message or from parsed JSON, by the table of fields: checks types, fills in what is missing,
 * drops what is unknown, cleans every string. Ids may be decimal strings and flags 0 or 1, as JSON of the web writes them.
 */
export function readBody(schema: SchemaName, source: unknown): Result<Body> {
  try {
    return ok(object(schema, source, schema));
  } catch (thrown) {
    if (thrown instanceof WrongType) return err('WIRE_BAD_FIELDS', thrown.message);
    throw thrown;
  }
}

/** Leaves the recursion below in one step; never leaves this file. */
class WrongType extends Error {}

function object(schema: SchemaName, source: unknown, path: string): Body {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) throw new WrongType(`${path} is not an object`);
  const fields: Fields = FIELDS[schema];
  const body: Record<string, unknown> = {};
  for (const name in fields) {
    const type = fields[name];
    // Decoded messages keep their defaults in the prototype, so this is deliberately not limited to own properties; a name from the table
    // is never one that Object.prototype has.
    const value: unknown = Reflect.get(source, name);
    if (type !== undefined)
      body[name] = typeof type === 'string' ? single(type, value, `${path}.${name}`) : list(type[0], value, `${path}.${name}`);
  }
  return body;
}

function list(type: string, value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new WrongType(`${path} is not a list`);
  if (value.length > MAX_LIST_ITEMS) throw new WrongType(`${path} has ${value.length} entries`);
  return value.map((item, index) => single(type, item, `${path}[${index}]`));
}

function single(type: string, value: unknown, path: string): unknown {
  const isMissing = value === undefined || value === null;
  switch (type) {
    case 'string':
      if (isMissing) return '';
      if (typeof value !== 'string') throw new WrongType(`${path} is not a string`);
      return cleanReceived(value);
    case 'number':
      return isMissing ? 0 : number(value, path);
    case 'boolean':
      if (isMissing) return false;
      if (typeof value === 'boolean') return value;
      if (value === 0 || value === 1) return value === 1;
      throw new WrongType(`${path} is not a flag`);
    default:
      return isMissing ? null : object(type as SchemaName, value, path);
  }
}

function number(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && /^-?\d{1,16}$/.test(value)) return Number(value);
  throw new WrongType(`${path} is not a number`);
}
