import type { Row } from './message-row.ts';
import type { Message, RoomMessage } from './registry.ts';

/**
 * A batch of messages as it crosses from the socket worker to the room worker. Contents cross as they came, and are decoded where they are used,
 * once (contents.ts): what a flood left out is never decoded, and no body is made twice.
 */
export interface PackedMessages {
  readonly count: number;
  /**
   * Of each message `HEAD_NUMBERS` as doubles: its id, its time, where in the buffer its content begins, or `IS_READ` for the next of `read`, and
   * where it ends. Behind them the contents, inflated: protobuf of which nothing but its outermost fields was looked at. No views: they cost more
   * to cross than to make again.
   */
  readonly buffer: ArrayBuffer;
  /** What came as JSON: read, checked and cleaned in the socket worker. */
  readonly read: readonly RoomMessage[];
}

export const HEAD_NUMBERS = 4;
export const IS_READ = -1;

/** A message on its way: protobuf by the bytes that it lies in, all of them unless it is said from where to where; JSON by its body. */
export type Kept =
  | { readonly row: Row; readonly timeMs: number; readonly plain: Uint8Array; readonly from?: number; readonly end?: number }
  | { readonly row: Row; readonly timeMs: number; readonly plain: null; readonly message: Message };

/**
 * A content crosses with what stands around it in its frame, when that is not more than so many bytes: a copy of the whole frame is quicker than a
 * view of the content, which would be made for nothing but the copy. Bytes; head and envelope of a recording are some 30.
 */
const MAX_AROUND_BYTES = 256;

/** What of a message is copied into the batch. */
function copiedOf(one: Kept): Uint8Array | null {
  if (one.plain === null) return null;
  const { plain, from = 0, end = plain.length } = one;
  return plain.length - (end - from) <= MAX_AROUND_BYTES ? plain : plain.subarray(from, end);
}

export function pack(kept: readonly Kept[]): PackedMessages {
  const copied = kept.map(copiedOf);
  const headsBytes = kept.length * HEAD_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
  let bytes = headsBytes;
  for (const one of copied) if (one !== null) bytes += one.length;
  // All in one buffer: one is made, and one handed over.
  const buffer = new ArrayBuffer(bytes);
  const heads = new Float64Array(buffer, 0, kept.length * HEAD_NUMBERS);
  const contents = new Uint8Array(buffer);
  const read: RoomMessage[] = [];
  let to = headsBytes;
  for (let i = 0; i < kept.length; i++) {
    const one = kept[i]!;
    const part = copied[i]!;
    const at = i * HEAD_NUMBERS;
    heads[at] = one.row.id;
    heads[at + 1] = one.timeMs;
    if (one.plain === null) {
      heads[at + 2] = IS_READ;
      read.push({ id: one.row.id, timeMs: one.timeMs, ...one.message });
      continue;
    }
    const { plain, from = 0, end = plain.length } = one;
    const begin = part === plain ? to + from : to;
    heads[at + 2] = begin;
    heads[at + 3] = begin + (end - from);
    contents.set(part, to);
    to += part.length;
  }
  return { count: kept.length, buffer, read };
}

/** What is handed over instead of copied. */
export const transferOf = ({ buffer }: PackedMessages): Transferable[] => [buffer];
