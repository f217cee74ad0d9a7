import { SHARING_PROTOCOL, type SendingFault } from './sharing.ts';

/**
 * Limits what one peer may send. Bytes are counted as they arrive and before the sharing library sees them, because the library stores
 * unfinished and unrequested messages without a bound. Frame format of @trystero-p2p/core 0.25: a room frame is 1, u16 length of the room's
 * token, the token, then the action: 32 bytes of name, u16 nonce, u8 tag, u8 progress, payload.
 */
export const PEER_LIMITS = {
  /** The library splits its messages into frames of 16 KiB and prepends the room's token. */
  frameBytes: { value: 17 * 1024, unit: 'bytes' },
  /** Everything except segments: lists of segments, requests, handshake, network candidates. */
  controlBurstBytes: { value: 64 * 1024, unit: 'bytes' },
  controlBytesPerS: { value: 16 * 1024, unit: 'bytes a second' },
  /** Added to the size of each frame, so that a flood of empty frames is detected too. */
  frameOverheadBytes: { value: 256, unit: 'bytes' },
  /** Messages that have begun and not ended; the library stores their pieces. */
  openMessages: { value: 8, unit: 'messages' },
  openControlBytes: { value: 64 * 1024, unit: 'bytes' },
  /** Frames for rooms that this viewer has not entered; the library stores them until it enters. */
  strayBytes: { value: 32 * 1024, unit: 'bytes' },
} as const;

const RESPONSE = '@_response';
const CONTROL: ReadonlySet<string> = new Set([
  SHARING_PROTOCOL.have,
  SHARING_PROTOCOL.piece,
  ...['ping', 'pong', 'signal', 'leave', 'hsdata', 'hsready'].map((name) => `@_${name}`),
]);

const ROOM_FRAME = 1;
const PRESENCE_FRAME = 2;
const NAME_BYTES = 32;
const HEADER_BYTES = 36;
const TAG_INDEX = 34;
const LAST = 1;
/** Payload of one library frame. */
const CHUNK_BYTES = 16 * 1024 - HEADER_BYTES;

export class PeerMeter {
  /** Bytes of requested segments that may still arrive, including requests that timed out here. */
  #credit = 0;
  #controlBytes: number = PEER_LIMITS.controlBurstBytes.value;
  #controlAtMs: number | null = null;
  #strayBytes = 0;
  #openControlBytes = 0;
  /** Bytes received of unfinished messages, by name and nonce. */
  readonly #open = new Map<string, number>();
  /** Rooms that this viewer has entered. */
  readonly #rooms = new Set<string>();

  /** A segment of `bytes` was requested from this peer. */
  expect(bytes: number): void {
    const frames = Math.ceil(bytes / CHUNK_BYTES) + 2;
    this.#credit += bytes + frames * (HEADER_BYTES + 2 * PEER_LIMITS.frameOverheadBytes.value);
  }

  onSent(frame: Uint8Array): void {
    const room = readRoom(frame);
    if (room !== null) this.#rooms.add(room.token);
  }

  /** Null while the peer stays within its limits. Data received after a fault is ignored. */
  onReceived(data: unknown, nowMs: number): SendingFault | null {
    if (!(data instanceof ArrayBuffer)) return 'sends what is no message';
    const frame = new Uint8Array(data);
    if (frame.length > PEER_LIMITS.frameBytes.value) return 'sends too much';
    const cost = frame.length + PEER_LIMITS.frameOverheadBytes.value;
    const room = readRoom(frame);
    if (room === null) return frame[0] === PRESENCE_FRAME ? this.#spend(cost, nowMs, cost) : 'sends what is no message';
    const action = frame.subarray(room.end);
    if (action.length < HEADER_BYTES) return 'sends what is no message';
    const name = readText(action.subarray(0, NAME_BYTES));
    const isStray = !this.#rooms.has(room.token);
    if (name === RESPONSE && !isStray) return this.#answer(action, cost);
    if (!CONTROL.has(name)) return 'sends what was not asked for';
    return this.#spend(cost, nowMs, isStray ? cost : 0) ?? this.#follow(name, action, true);
  }

  #answer(action: Uint8Array, cost: number): SendingFault | null {
    this.#credit -= cost;
    return this.#credit < 0 ? 'sends what was not asked for' : this.#follow(RESPONSE, action, false);
  }

  #spend(cost: number, nowMs: number, strayBytes: number): SendingFault | null {
    const sinceS = Math.max(0, nowMs - (this.#controlAtMs ?? nowMs)) / 1000;
    this.#controlAtMs = nowMs;
    this.#controlBytes =
      Math.min(PEER_LIMITS.controlBurstBytes.value, this.#controlBytes + sinceS * PEER_LIMITS.controlBytesPerS.value) - cost;
    this.#strayBytes += strayBytes;
    return this.#controlBytes < 0 || this.#strayBytes > PEER_LIMITS.strayBytes.value ? 'sends too much' : null;
  }

  /** Counts the bytes that the library stores until a message is complete. */
  #follow(name: string, action: Uint8Array, isControl: boolean): SendingFault | null {
    const key = `${name}/${(action[NAME_BYTES]! << 8) | action[NAME_BYTES + 1]!}`;
    const before = this.#open.get(key) ?? 0;
    if ((action[TAG_INDEX]! & LAST) !== 0) {
      this.#open.delete(key);
      if (isControl) this.#openControlBytes -= before;
      return null;
    }
    this.#open.set(key, before + action.length);
    if (isControl) this.#openControlBytes += action.length;
    return this.#open.size > PEER_LIMITS.openMessages.value || this.#openControlBytes > PEER_LIMITS.openControlBytes.value
      ? 'sends too much'
      : null;
  }
}

/** The token as text for comparison, and the offset of the action; null if it is not a room frame. */
function readRoom(frame: Uint8Array): { readonly token: string; readonly end: number } | null {
  if (frame.length < 3 || frame[0] !== ROOM_FRAME) return null;
  const end = 3 + ((frame[1]! << 8) | frame[2]!);
  return end > 3 && end <= frame.length ? { token: readText(frame.subarray(3, end)), end } : null;
}

/** One character per byte, without trailing zeros, because names and tokens are ASCII. */
function readText(bytes: Uint8Array): string {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return String.fromCharCode(...bytes.subarray(0, Math.min(length, 256)));
}
