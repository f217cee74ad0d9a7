import type { AskedPart } from '../core/socket/message-class.ts';
import { Reader } from './reader.ts';
import { type Field, NO_BYTES, type Schema } from './schema.ts';

/** Reads some outermost fields of a content and steps over the others: a body of which nothing else is there. Throws where it is bad. */
export type Glance = (bytes: Uint8Array, from?: number, end?: number) => object;

interface Wanted {
  readonly name: string;
  readonly tag: number;
  readonly empty: unknown;
  readonly read: (reader: Reader) => unknown;
}

const NOTHING = {};

/** `names` that the schema does not have are left out, and so are lists: nothing is told by them. */
export function glanceAt(schema: Schema, names: readonly (string | AskedPart)[]): Glance {
  const read = readingOf(schema, names);
  if (read === null) return () => NOTHING;
  const reader = new Reader(NO_BYTES);
  return (bytes, from = 0, end = bytes.length) => read(reader.over(bytes, from, end));
}

function readingOf({ fields }: Schema, names: readonly (string | AskedPart)[]): ((reader: Reader) => object) | null {
  const wanted = names.flatMap((name) => wantedOf(fields, typeof name === 'string' ? { name } : name));
  if (wanted.length === 0) return null;
  const empty = Object.fromEntries(wanted.map((one) => [one.name, one.empty]));
  // Without holes: most tags are not in it, and looking beside an array costs more than looking into it.
  const byTag = Array.from(
    { length: Math.max(...wanted.map(({ tag }) => tag)) + 1 },
    (_, tag) => wanted.find((one) => one.tag === tag) ?? null,
  );
  return (reader) => {
    const body: Record<string, unknown> = { ...empty };
    for (let tag = reader.nextOf(byTag); tag !== 0; tag = reader.nextOf(byTag)) {
      const { name, read } = byTag[tag]!;
      body[name] = read(reader);
    }
    return body;
  };
}

/** A field of another wire type than its own is none of the schema's, here as in the generated code. */
function wantedOf(fields: Schema['fields'], part: { readonly name: string } | AskedPart): Wanted[] {
  const { name } = part;
  const field = fields[name];
  if (field === undefined || field.isList) return [];
  const { type } = field;
  switch (type) {
    case 'bytes':
      return [];
    case 'number':
      return [{ name, tag: field.number * 8, empty: 0, read: (reader) => reader.int() }];
    case 'flag':
      return [{ name, tag: field.number * 8, empty: false, read: (reader) => reader.bool() }];
    case 'text': {
      const byte = 'holding' in part ? part.holding.charCodeAt(0) : -1;
      const read = byte === -1 ? (reader: Reader) => reader.text() : (reader: Reader) => reader.textHolding(byte);
      return [{ name, tag: field.number * 8 + 2, empty: '', read }];
    }
    default:
      return [{ name, tag: field.number * 8 + 2, empty: null, read: messageReader(type, part) }];
  }
}

function messageReader(type: Extract<Field['type'], object>, part: { readonly name: string } | AskedPart): Wanted['read'] {
  const inner = 'inside' in part ? readingOf(type, [part.inside]) : null;
  const schema = inner === null ? type : { ...type, read: inner };
  return (reader) => reader.message(schema);
}
