/**
 * P30: messages in the stream itself, codes 1 to 28. The specification names five codes and no payload; the project's format: an FLV script
 * tag `onStreamMessage` with an object `{ type, data }`, or the same object as UTF-8 JSON in an SEI user_data_unregistered (H.264 and H.265
 * D.1.7, payload type 5) under the project's UUID. User data with another UUID is an encoder banner.
 */
export const STREAM_MESSAGE = { SONG_INFO: 1, DELAY: 2, BITRATE: 3, EFFECT_GIFT: 4, PITCH: 5 } as const;
export const LAST_STREAM_MESSAGE = 28;
/** Code of an invalid message; it is counted and otherwise ignored. */
const UNREADABLE_MESSAGE = 0;

export const MESSAGE_SCRIPT = 'onStreamMessage';
/** "footlight/stream" in ASCII. */
export const MESSAGE_UUID: readonly number[] = [
  0x66, 0x6f, 0x6f, 0x74, 0x6c, 0x69, 0x67, 0x68, 0x74, 0x2f, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6d,
];
const UUID_BYTES = 16;
/** Maximum characters of a message's JSON; a longer message is invalid. */
const MAX_JSON = 4_096;

/** A message as sent between threads: recognised, but its data not yet parsed. */
export interface CarriedMessage {
  readonly code: number;
  /** JSON of `data`; '' for an invalid message. */
  readonly json: string;
}
export interface StreamMessage extends CarriedMessage {
  /** Milliseconds of the clock of the dispatching player, when the picture of that time is displayed. */
  readonly ptsMs: number;
}

const UNREADABLE: CarriedMessage = { code: UNREADABLE_MESSAGE, json: '' };

/** Null if the script tag is not a message. */
export function messageOfScript(name: string, value: unknown): CarriedMessage | null {
  return name === MESSAGE_SCRIPT ? enveloped(value) : null;
}

/** `text` returns the text after the UUID. Null if the data has another UUID. */
export function messageOfSei(uuid: Uint8Array, text: () => string): CarriedMessage | null {
  if (uuid.length !== UUID_BYTES || !MESSAGE_UUID.every((byte, i) => uuid[i] === byte)) return null;
  try {
    return enveloped(JSON.parse(text()));
  } catch {
    return UNREADABLE;
  }
}

/** Validated by hand, because this also runs in the small workers. */
function enveloped(value: unknown): CarriedMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return UNREADABLE;
  const { type } = value;
  if (!isStreamMessageCode(type)) return UNREADABLE;
  const json = JSON.stringify('data' in value ? value.data : null) ?? 'null';
  return json.length > MAX_JSON ? UNREADABLE : { code: type, json };
}

const USER_DATA_UNREGISTERED = 5;
/** Larger payloads are not messages for the room. */
const MAX_PAYLOAD_BYTES = 16_384;

/**
 * P30: the room's messages among the SEI messages of a picture, in the decoder's output format: u8 payloadType, u24 size (big endian), payload,
 * repeated. Others are ignored.
 */
export function messagesOfDecoder(view: Uint8Array, utf8: (bytes: Uint8Array) => string): CarriedMessage[] {
  const bytes = view.length;
  const messages: CarriedMessage[] = [];
  let at = 0;
  while (at + 4 <= bytes) {
    const size = (view[at + 1]! << 16) | (view[at + 2]! << 8) | view[at + 3]!;
    const start = at + 4;
    if (start + size > bytes) break;
    if (view[at] === USER_DATA_UNREGISTERED && size >= UUID_BYTES && size <= MAX_PAYLOAD_BYTES) {
      // A copy, because a TextDecoder does not accept shared memory.
      const payload = Uint8Array.from(view.subarray(start, start + size));
      const message = messageOfSei(payload.subarray(0, UUID_BYTES), () => utf8(payload.subarray(UUID_BYTES)));
      if (message) messages.push(message);
    }
    at = start + size;
  }
  return messages;
}

export const isStreamMessageCode = (code: unknown): code is number =>
  typeof code === 'number' && Number.isInteger(code) && code >= 1 && code <= LAST_STREAM_MESSAGE;

/** Upper bound of waiting messages, about ten seconds of the busiest stream; the earliest ones are dropped. */
const MAX_WAITING_MESSAGES = 256;
/** A message further ahead than this belongs to another clock and would wait forever, so it is dispatched at once. */
const MAX_AHEAD_MS = 30_000;
/** Minimum time between dispatches; a stream with one message per picture is dispatched in batches. */
const DISPATCH_GAP_MS = 100;

/** Stream messages in the order of their pictures. Each player instance has its own queue. */
export class MessageQueue {
  #waiting: StreamMessage[] = [];
  #dispatchedAtMs = Number.NEGATIVE_INFINITY;
  dropped = 0;

  get length(): number {
    return this.#waiting.length;
  }

  /** Media time of the next message in milliseconds; NaN if the queue is empty. */
  get nextMs(): number {
    return this.#waiting[0]?.ptsMs ?? Number.NaN;
  }

  /** Messages of the same time keep the order of arrival. */
  push(message: StreamMessage): void {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.ptsMs > message.ptsMs) at--;
    this.#waiting.splice(at, 0, message);
    if (this.#waiting.length <= MAX_WAITING_MESSAGES) return;
    this.#waiting.shift();
    this.dropped++;
  }

  /**
   * Returns the messages whose picture is displayed at `mediaMs`, earliest first; empty within the dispatch gap or if no picture has a time
   * (NaN). A jump over several messages returns all of them, because each one changes the state.
   */
  take(mediaMs: number, nowMs: number): readonly StreamMessage[] {
    if (this.#waiting.length === 0 || Number.isNaN(mediaMs) || nowMs - this.#dispatchedAtMs < DISPATCH_GAP_MS) return NONE;
    const isDue = ({ ptsMs }: StreamMessage): boolean => ptsMs <= mediaMs || ptsMs > mediaMs + MAX_AHEAD_MS;
    if (!this.#waiting.some(isDue)) return NONE;
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((message) => !isDue(message));
    this.#dispatchedAtMs = nowMs;
    return due;
  }
}

const NONE: readonly StreamMessage[] = [];
