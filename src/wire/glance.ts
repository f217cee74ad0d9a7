import { Reader } from './reader.ts';
import type { Field, Schema } from './schema.ts';

/** Reads some outermost fields of a content and steps over the others: a body of which nothing else is there. Throws where it is bad. */
export type Glance = (content: Uint8Array) => object;

interface Wanted {
  readonly name: string;
  readonly type: Field['type'];
}

const NOTHING = {};
const EMPTY = { number: 0, flag: false, text: '' } as const;

/** `names` that the schema does not have are left out, and so are lists: nothing is told by them. */
export function glanceAt({ fields }: Schema, names: readonly string[]): Glance {
  const byTag: (Wanted | undefined)[] = [];
  const empty: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields[name];
    if (field === undefined || field.isList || field.type === 'bytes') continue;
    byTag[tagOf(field)] = { name, type: field.type };
    empty[name] = typeof field.type === 'object' ? null : EMPTY[field.type];
  }
  if (byTag.length === 0) return () => NOTHING;
  return (content) => {
    const body = { ...empty };
    const reader = new Reader(content);
    while (reader.pos < reader.end) {
      const tag = reader.tag();
      const wanted = byTag[tag];
      if (wanted === undefined) reader.skip(tag);
      else body[wanted.name] = valueOf(wanted.type, reader);
    }
    return body;
  };
}

/** A field of another wire type than its own is none of the schema's, here as in the generated code. */
const tagOf = ({ number, type }: Field): number => number * 8 + (type === 'number' || type === 'flag' ? 0 : 2);

function valueOf(type: Wanted['type'], reader: Reader): unknown {
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
      return reader.message(type);
  }
}
