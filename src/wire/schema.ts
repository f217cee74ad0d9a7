import type { Reader } from './reader.ts';
import { WireFault } from './wire-fault.ts';

/** What a field holds: a number, a flag, a text, bytes, or a message. */
export type FieldType = 'number' | 'flag' | 'text' | 'bytes' | Schema;

export interface Field {
  /** Its number in the protobuf message. */
  readonly number: number;
  readonly type: FieldType;
  readonly isList: boolean;
}

/** A message of a .proto file. The generated code makes one of each (scripts/proto.ts). */
export interface Schema<T extends object = object> {
  readonly name: string;
  /** By name, in the order of their numbers. JSON is checked by it (body.ts), and the mock writes by it (writer.ts). */
  readonly fields: Readonly<Record<string, Field>>;
  /** Reads up to the reader's end, straight into the plain object that the room is given: cleaned, every field there. */
  read(reader: Reader): T;
}

/** The schemas of one family, by name: what a generated codec.ts exports. */
export type Codec = Readonly<Record<string, Schema>>;

export const field = (number: number, type: FieldType): Field => ({ number, type, isList: false });
export const list = (number: number, type: FieldType): Field => ({ number, type, isList: true });

/** What a field of bytes holds that is not there; one for all, since an array takes longer to make than the rest of an envelope to read. */
export const NO_BYTES = new Uint8Array();

/** A list that is longer is refused: no push of the room shows more than a screen of entries. */
export const MAX_LIST_ITEMS = 1_000;
export const tooMany = (path: string): WireFault => new WireFault(`${path} has more than ${MAX_LIST_ITEMS} entries`);
