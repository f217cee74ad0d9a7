/** SEI messages of a picture as the decoder lays them down: u8 payloadType, u24 size (big endian), payload, repeated. */
export const USER_DATA_UNREGISTERED = 5;

/** A larger payload is not a message for the room. */
const MAX_PAYLOAD_BYTES = 4_096;

export interface SeiMessage {
  readonly payloadType: number;
  /** A copy. */
  readonly payload: Uint8Array;
}

export function readSei(memory: ArrayBufferLike, offset: number, bytes: number): SeiMessage[] {
  const view = new Uint8Array(memory, offset, bytes);
  const messages: SeiMessage[] = [];
  let at = 0;
  while (at + 4 <= bytes) {
    const size = (view[at + 1]! << 16) | (view[at + 2]! << 8) | view[at + 3]!;
    if (at + 4 + size > bytes) break;
    if (size <= MAX_PAYLOAD_BYTES)
      messages.push({ payloadType: view[at]!, payload: Uint8Array.from(view.subarray(at + 4, at + 4 + size)) });
    at += 4 + size;
  }
  return messages;
}
