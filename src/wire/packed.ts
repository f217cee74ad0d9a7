import type { Row } from './message-row.ts';
import type { Message, RoomMessage } from './registry.ts';

/**
 * A batch of messages as it crosses from the socket worker to the room worker. Contents cross as they came, and are decoded where they are used,
 * once (contents.ts): what a flood left out is never decoded, and no body is made twice.
 */
export interface PackedMessages {
  /** Of each message `HEAD_NUMBERS`: its id, its time, the bytes of its content, or `IS_READ` for the next of `read`. */
  readonly heads: Float64Array<ArrayBuffer>;
  /** Behind them in the same buffer, the contents one after the other, inflated: protobuf of which nothing but its outermost fields was looked at. */
  readonly contents: Uint8Array<ArrayBuffer>;
  /** What came as JSON: read, checked and cleaned in the socket worker. */
  readonly read: readonly RoomMessage[];
}

export const HEAD_NUMBERS = 3;
export const IS_READ = -1;

/** A message on its way: protobuf by its bytes, JSON by its body. */
export type Kept =
  | { readonly row: Row; readonly timeMs: number; readonly plain: Uint8Array }
  | { readonly row: Row; readonly timeMs: number; readonly plain: null; readonly message: Message };

export function pack(kept: readonly Kept[]): PackedMessages {
  let bytes = 0;
  for (const { plain } of kept) if (plain !== null) bytes += plain.length;
  // Both in one buffer: one is made, and one handed over.
  const headNumbers = kept.length * HEAD_NUMBERS;
  const buffer = new ArrayBuffer(headNumbers * Float64Array.BYTES_PER_ELEMENT + bytes);
  const heads = new Float64Array(buffer, 0, headNumbers);
  const contents = new Uint8Array(buffer, heads.byteLength);
  const read: RoomMessage[] = [];
  let at = 0;
  let from = 0;
  for (const one of kept) {
    heads[at] = one.row.id;
    heads[at + 1] = one.timeMs;
    if (one.plain === null) {
      heads[at + 2] = IS_READ;
      read.push({ id: one.row.id, timeMs: one.timeMs, ...one.message });
    } else {
      heads[at + 2] = one.plain.length;
      contents.set(one.plain, from);
      from += one.plain.length;
    }
    at += HEAD_NUMBERS;
  }
  return { heads, contents, read };
}

/** What is handed over instead of copied. */
export const transferOf = ({ heads }: PackedMessages): Transferable[] => [heads.buffer];
