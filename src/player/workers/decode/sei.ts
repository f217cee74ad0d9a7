/** Reads SEI messages in the decoder's output format: u8 payloadType, u24 size (big endian), payload, repeated. */
import { messageOfSei, UUID_BYTES, type CarriedMessage } from '../../rules/messages/stream-messages.ts';

const USER_DATA_UNREGISTERED = 5;
/** Larger payloads are not messages for the room. */
const MAX_PAYLOAD_BYTES = 16_384;

const utf8 = new TextDecoder();

/** P30: the room's messages among them; others are ignored. */
export function readMessages(memory: ArrayBufferLike, offset: number, bytes: number): CarriedMessage[] {
  const view = new Uint8Array(memory, offset, bytes);
  const messages: CarriedMessage[] = [];
  let at = 0;
  while (at + 4 <= bytes) {
    const size = (view[at + 1]! << 16) | (view[at + 2]! << 8) | view[at + 3]!;
    const start = at + 4;
    if (start + size > bytes) break;
    if (view[at] === USER_DATA_UNREGISTERED && size >= UUID_BYTES && size <= MAX_PAYLOAD_BYTES) {
      // A copy, because TextDecoder does not accept shared memory.
      const payload = Uint8Array.from(view.subarray(start, start + size));
      const message = messageOfSei(payload.subarray(0, UUID_BYTES), () => utf8.decode(payload.subarray(UUID_BYTES)));
      if (message) messages.push(message);
    }
    at = start + size;
  }
  return messages;
}
