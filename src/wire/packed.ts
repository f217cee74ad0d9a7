import type { Message, RoomMessage, Row } from './registry.ts';

/**
 * A batch of messages between the socket worker and the room worker. Contents cross as received and are decoded once, where they are used
 * (contents.ts), because most messages of a flood are dropped before.
 */
export interface PackedMessages {
  readonly count: number;
  /**
   * For each message `HEAD_NUMBERS` doubles: id, time in ms, start of its content in the buffer or `IS_READ` for the next message of `read`, end of
   * its content. Then the contents: inflated protobuf. Positions instead of views, because a view costs more to clone than to create.
   */
  readonly buffer: ArrayBuffer;
  /** Messages that were JSON: read, checked and cleaned in the socket worker. */
  readonly read: readonly RoomMessage[];
}

export const HEAD_NUMBERS = 4;
export const IS_READ = -1;

/** A message for the next batch: protobuf as bytes, JSON as a body. */
export type Kept =
  | { readonly row: Row; readonly timeMs: number; readonly plain: Uint8Array }
  | { readonly row: Row; readonly timeMs: number; readonly plain: null; readonly message: Message };

export function pack(kept: readonly Kept[]): PackedMessages {
  const headsBytes = kept.length * HEAD_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
  const bytes = kept.reduce((sum, { plain }) => sum + (plain?.length ?? 0), headsBytes);
  const buffer = new ArrayBuffer(bytes);
  const heads = new Float64Array(buffer, 0, kept.length * HEAD_NUMBERS);
  const contents = new Uint8Array(buffer);
  const read: RoomMessage[] = [];
  let to = headsBytes;
  for (const [i, one] of kept.entries()) {
    const { row, timeMs, plain } = one;
    heads.set([row.id, timeMs, plain === null ? IS_READ : to, to + (plain?.length ?? 0)], i * HEAD_NUMBERS);
    if (plain === null) read.push({ id: row.id, timeMs, ...one.message });
    else {
      contents.set(plain, to);
      to += plain.length;
    }
  }
  return { count: kept.length, buffer, read };
}

/** Transferred instead of cloned. */
export const transferOf = ({ buffer }: PackedMessages): Transferable[] => [buffer];
