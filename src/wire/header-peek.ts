import type { Reader } from 'protobufjs/minimal.js';
import { cleanReceived } from '../core/socket/cleaning.ts';
import type { AskedPart } from '../core/socket/batch.ts';
import protobuf from './protobuf.ts';
import type { Schema } from './schema.ts';

interface Wanted {
  readonly name: string;
  readonly tag: number;
  readonly empty: unknown;
  /** `before`: value of the field so far, for a list. */
  read(reader: Reader, before: unknown): unknown;
}

/** Reads a few outermost fields of a content and skips the others: the body has only these fields. Throws on damage that it reaches. */
export class HeaderPeek {
  readonly #empty: Readonly<Record<string, unknown>>;
  readonly #byTag: ReadonlyMap<number, Wanted>;

  /** `names` that the schema does not have are left out, and so are lists of scalars and bytes, because no class or key depends on them. */
  constructor(schema: Schema, names: readonly (string | AskedPart)[]) {
    const wanted = names.flatMap((name) => wantedOf(schema, typeof name === 'string' ? { name } : name));
    this.#empty = Object.fromEntries(wanted.map(({ name, empty }) => [name, empty]));
    this.#byTag = new Map(wanted.map((one) => [one.tag, one]));
  }

  read(bytes: Uint8Array): object {
    return this.#byTag.size === 0 ? this.#empty : this.readTo(new protobuf.Reader(bytes), bytes.length);
  }

  readTo(reader: Reader, end: number): object {
    const body: Record<string, unknown> = { ...this.#empty };
    while (reader.pos < end) {
      const tag = reader.tag();
      const wanted = this.#byTag.get(tag);
      if (wanted === undefined) reader.skipType(tag & 7, 0, tag >>> 3);
      else body[wanted.name] = wanted.read(reader, body[wanted.name]);
    }
    if (reader.pos > end) throw new RangeError('a field ends outside of its message');
    return body;
  }
}

const VARINT = 0;
const BYTES = 2;

/** A field whose wire type differs from the schema is skipped like an unknown field, as in the generated code. */
function wantedOf({ fields }: Schema, part: { readonly name: string } | AskedPart): Wanted[] {
  const { name } = part;
  const field = fields[name];
  if (field === undefined) return [];
  const { scalar, type, isList } = field;
  if (isList && scalar !== null) return [];
  const tagOf = (wireType: number): number => field.number * 8 + wireType;
  switch (scalar) {
    case 'bytes':
      return [];
    case null: {
      const inner = new HeaderPeek(type as Schema, 'inside' in part ? [part.inside] : []);
      if (!isList) return [{ name, tag: tagOf(BYTES), empty: null, read: (reader) => readInner(reader, inner) }];
      return [{ name, tag: tagOf(BYTES), empty: NO_ITEMS, read: (reader, before) => withItem(before, readInner(reader, inner)) }];
    }
    case 'string': {
      const byte = 'holding' in part ? part.holding.charCodeAt(0) : null;
      return [{ name, tag: tagOf(BYTES), empty: '', read: (reader) => readText(reader, byte) }];
    }
    case 'bool':
      return [{ name, tag: tagOf(VARINT), empty: false, read: (reader) => reader.bool() }];
    default:
      return [{ name, tag: tagOf(VARINT), empty: 0, read: (reader) => reader[scalar]() }];
  }
}

const NO_ITEMS: readonly object[] = [];
function withItem(before: unknown, item: object): readonly object[] {
  const items = before === NO_ITEMS ? [] : (before as object[]);
  items.push(item);
  return items;
}

function readInner(reader: Reader, inner: HeaderPeek): object {
  const bytes = reader.size();
  return inner.readTo(reader, reader.pos + bytes);
}

/** Returns '' without decoding if `byte` is not null and the text does not contain it. */
function readText(reader: Reader, byte: number | null): string {
  const from = reader.pos;
  if (byte !== null) {
    if (!reader.bytes().includes(byte)) return '';
    reader.pos = from;
  }
  return cleanReceived(reader.stringVerify());
}
