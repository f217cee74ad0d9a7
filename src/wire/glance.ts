import { Reader } from './reader.ts';
import type { Field, Schema } from './schema.ts';

/** Reads some outermost fields of a content and steps over the others: a body of which nothing else is there. Throws where it is bad. */
export type Glance = (content: Uint8Array) => object;

interface Wanted {
  readonly name: string;
  readonly type: Exclude<Field['type'], 'bytes'>;
  readonly tag: number;
}

const NOTHING = {};
const EMPTY = { number: 0, flag: false, text: '' } as const;

/** `names` that the schema does not have are left out, and so are lists: nothing is told by them. */
export function glanceAt({ fields }: Schema, names: readonly string[]): Glance {
  const wanted = names.flatMap((name): Wanted[] => {
    const field = fields[name];
    if (field === undefined || field.isList) return [];
    const { type } = field;
    return type === 'bytes' ? [] : [{ name, type, tag: tagOf(field) }];
  });
  if (wanted.length === 0) return () => NOTHING;
  const empty = Object.fromEntries(wanted.map(({ name, type }) => [name, typeof type === 'object' ? null : EMPTY[type]]));
  // Without holes: most tags are not in it, and looking beside an array costs more than looking into it.
  const byTag = Array.from(
    { length: Math.max(...wanted.map(({ tag }) => tag)) + 1 },
    (_, tag) => wanted.find((one) => one.tag === tag) ?? null,
  );
  return (content) => {
    const body: Record<string, unknown> = { ...empty };
    const reader = new Reader(content);
    while (reader.pos < reader.end) {
      const tag = reader.tag();
      const found = tag < byTag.length ? byTag[tag]! : null;
      if (found === null) reader.skip(tag);
      else body[found.name] = valueOf(found.type, reader);
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
    default:
      return reader.message(type);
  }
}
