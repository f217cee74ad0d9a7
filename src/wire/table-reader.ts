import type { Reader } from './reader.ts';
import type { Field, Schema } from './schema.ts';

/**
 * Reads a message by the table of its fields instead of by generated code: slower, and a second reading that the tests compare with the first.
 * For the mock backend, the origin and the tests; never in a production bundle. Missing fields stay undefined.
 */
export function readByTable({ fields }: Pick<Schema, 'fields'>, reader: Reader): object {
  const found: Record<string, unknown> = {};
  const byNumber = new Map(Object.entries(fields).map(([name, field]) => [field.number, { name, field }]));
  while (reader.pos < reader.end) {
    const tag = reader.tag();
    const known = byNumber.get(tag >>> 3);
    if (known === undefined || (tag & 7) !== wireTypeOf(known.field)) {
      reader.skip(tag);
      continue;
    }
    const { name, field } = known;
    const value = valueOf(field, reader);
    if (!field.isList) found[name] = value;
    else {
      const items = (found[name] ??= []) as unknown[];
      items.push(value);
    }
  }
  return found;
}

const wireTypeOf = ({ type }: Field): number => (type === 'number' || type === 'flag' ? 0 : 2);

function valueOf({ type }: Field, reader: Reader): unknown {
  switch (type) {
    case 'number':
      return reader.int();
    case 'flag':
      return reader.bool();
    case 'text':
      return reader.text();
    case 'bytes':
      return reader.bytes();
    default:
      return reader.message({ ...type, read: (inner) => readByTable(type, inner) });
  }
}
