import type { AskedPart } from '../core/socket/message-class.ts';
import { Reader } from './reader.ts';
import { NO_BYTES, type Schema } from './schema.ts';

type Asked = string | AskedPart;
type Kind = 'number' | 'flag' | 'text' | 'holding' | 'message';

interface Wanted {
  readonly name: string;
  readonly tag: number;
  readonly kind: Kind;
  readonly empty: unknown;
  /** Of a text, the byte that it is asked for; 0 where all of it is. */
  readonly byte: number;
  /** How a message is read. */
  readonly schema: Pick<Schema, 'read'> | null;
}

/** One for all: a glance is at one content at a time, and never across an await. */
const READER = new Reader(NO_BYTES);

/**
 * Reads some outermost fields of a content and steps over the others: a body of which nothing else is there. Throws where it is bad. A class, and no
 * function for each schema and field: of functions that are made many times, an engine knows less.
 */
export class Glance {
  private readonly empty: Readonly<Record<string, unknown>>;
  /** Without holes: most tags are not in it, and looking beside an array costs more than looking into it. */
  private readonly byTag: readonly (Wanted | null)[];

  /** `names` that the schema does not have are left out, and so are lists: nothing is told by them. */
  constructor({ fields }: Schema, names: readonly Asked[]) {
    const wanted = names.flatMap((name) => wantedOf(fields, typeof name === 'string' ? { name } : name));
    this.empty = Object.fromEntries(wanted.map((one) => [one.name, one.empty]));
    this.byTag = Array.from(
      { length: Math.max(-1, ...wanted.map(({ tag }) => tag)) + 1 },
      (_, tag) => wanted.find((one) => one.tag === tag) ?? null,
    );
  }

  get isForNothing(): boolean {
    return this.byTag.length === 0;
  }

  at(bytes: Uint8Array, from = 0, end = bytes.length): object {
    return this.isForNothing ? this.empty : this.read(READER.over(bytes, from, end));
  }

  read(reader: Reader): object {
    const { byTag } = this;
    const body: Record<string, unknown> = { ...this.empty };
    for (let tag = reader.nextOf(byTag); tag !== 0; tag = reader.nextOf(byTag)) {
      const { name, kind, byte, schema } = byTag[tag]!;
      switch (kind) {
        case 'number':
          body[name] = reader.int();
          break;
        case 'flag':
          body[name] = reader.bool();
          break;
        case 'text':
          body[name] = reader.text();
          break;
        case 'holding':
          body[name] = reader.textHolding(byte);
          break;
        case 'message':
          body[name] = reader.message(schema!);
      }
    }
    return body;
  }
}

const VARINT = 0;
const BYTES = 2;

/** A field of another wire type than its own is none of the schema's, here as in the generated code. */
function wantedOf(fields: Schema['fields'], part: { readonly name: string } | AskedPart): Wanted[] {
  const { name } = part;
  const field = fields[name];
  if (field === undefined || field.isList) return [];
  const { type } = field;
  const tagOf = (wireType: number): number => field.number * 8 + wireType;
  switch (type) {
    case 'bytes':
      return [];
    case 'number':
      return [{ name, tag: tagOf(VARINT), kind: type, empty: 0, byte: 0, schema: null }];
    case 'flag':
      return [{ name, tag: tagOf(VARINT), kind: type, empty: false, byte: 0, schema: null }];
    case 'text': {
      const byte = 'holding' in part ? part.holding.charCodeAt(0) : 0;
      return [{ name, tag: tagOf(BYTES), kind: byte === 0 ? type : 'holding', empty: '', byte, schema: null }];
    }
    default:
      return [{ name, tag: tagOf(BYTES), kind: 'message', empty: null, byte: 0, schema: innerOf(type, part) }];
  }
}

/** Of the message in a field, the one field that is asked for; all of it where there is none. */
function innerOf(type: Schema, part: { readonly name: string } | AskedPart): Pick<Schema, 'read'> {
  const inner = 'inside' in part ? new Glance(type, [part.inside]) : null;
  return inner === null || inner.isForNothing ? type : inner;
}
