import { expect, test } from 'vitest';
import { isAllowedLoader } from '../../../src/core/p2p/loader-address.ts';
import { PEER_LIMITS, PeerMeter } from '../../../src/core/p2p/peer-meter.ts';
import { SENDING_FAULTS, SHARING } from '../../../src/core/p2p/sharing.ts';

const CHUNK = 16 * 1024 - 36;
const ROOM = 'room-token';

interface Frame {
  readonly name: string;
  readonly payloadBytes?: number;
  readonly isLast?: boolean;
  readonly nonce?: number;
  readonly room?: string;
}

/** A frame in the format of the sharing library. */
function frame({ name, payloadBytes = 10, isLast = true, nonce = 0, room = ROOM }: Frame): ArrayBuffer {
  const token = new TextEncoder().encode(room);
  const bytes = new Uint8Array(3 + token.length + 36 + payloadBytes);
  bytes.set([1, token.length >> 8, token.length & 255]);
  bytes.set(token, 3);
  bytes.set(new TextEncoder().encode(name), 3 + token.length);
  bytes.set([nonce >> 8, nonce & 255, isLast ? 1 : 0], 3 + token.length + 32);
  return bytes.buffer;
}

function meter(): PeerMeter {
  const made = new PeerMeter();
  made.onSent(new Uint8Array(frame({ name: '@_hsready' })));
  return made;
}

/** An answer of `bytes`, split into frames as by the library. */
function answer(made: PeerMeter, bytes: number, nonce = 0): readonly (string | null)[] {
  const count = Math.ceil(bytes / CHUNK);
  const found = [made.onReceived(frame({ name: '@_response', isLast: false, nonce }), 0)];
  for (let i = 0; i < count; i++) {
    const payloadBytes = Math.min(CHUNK, bytes - i * CHUNK);
    found.push(made.onReceived(frame({ name: '@_response', payloadBytes, isLast: i === count - 1, nonce }), 0));
  }
  return found;
}

const firstFault = (found: readonly (string | null)[]): string | null => found.find((each) => each !== null) ?? null;

test('P23 requested segments pass completely for as long as the stream runs', () => {
  const made = meter();
  for (let seq = 0; seq < 200; seq++) {
    for (const name of ['have', 'piece', '@_signal', '@_ping'])
      expect(made.onReceived(frame({ name, payloadBytes: 200 }), seq * 1_000)).toBeNull();
    made.expect(300_000 + seq);
    expect(firstFault(answer(made, 300_000 + seq, seq))).toBeNull();
  }
});

test('P23 answers of the smallest up to the largest segment are accepted', () => {
  for (const bytes of [1, CHUNK, CHUNK + 1, SHARING.maxSegmentBytes.value]) {
    const made = meter();
    made.expect(bytes);
    expect(firstFault(answer(made, bytes)), String(bytes)).toBeNull();
  }
});

test('P23 an answer larger than requested is stopped before its end, as is an unrequested one', () => {
  const made = meter();
  made.expect(100_000);
  const found = answer(made, 10_000_000);
  expect(firstFault(found)).toBe('sends what was not asked for');
  expect(found.findIndex((each) => each !== null) * CHUNK).toBeLessThan(150_000);
  expect(firstFault(answer(meter(), 10))).toBe('sends what was not asked for');
});

test('P23 unknown names, rooms that were not entered and endless messages are limited to a few kilobytes', () => {
  expect(meter().onReceived(frame({ name: 'other' }), 0)).toBe('sends what was not asked for');
  expect(meter().onReceived(frame({ name: '@_stream' }), 0)).toBe('sends what was not asked for');
  const cases: readonly ((index: number) => Frame)[] = [
    (nonce) => ({ name: 'have', isLast: false, nonce }),
    () => ({ name: 'have', isLast: false, payloadBytes: 1_000 }),
    (index) => ({ name: 'have', room: `room-${index}` }),
    () => ({ name: '@_signal', payloadBytes: 10_000 }),
  ];
  for (const make of cases) {
    const made = meter();
    let bytes = 0;
    for (let index = 0; ; index++) {
      const sent = frame(make(index));
      // One second apart, because the stored amount must be bounded even if it grows slowly.
      const found = made.onReceived(sent, make === cases[3] ? 0 : index * 1_000);
      if (found !== null) {
        expect(found).toBe('sends too much');
        break;
      }
      bytes += sent.byteLength;
      expect(bytes).toBeLessThan(PEER_LIMITS.controlBurstBytes.value + PEER_LIMITS.frameBytes.value);
    }
  }
});

test('P23 a flood of small messages is detected, and a peer that pauses can continue', () => {
  const made = meter();
  const burst = (nowMs: number): number => {
    for (let count = 0; ; count++) if (made.onReceived(frame({ name: 'have', payloadBytes: 0 }), nowMs) !== null) return count;
  };
  const first = burst(0);
  expect(first).toBeGreaterThan(100);
  expect(first).toBeLessThan(300);
  expect(made.onReceived(frame({ name: 'have' }), 10_000)).toBeNull();
});

test('P23 data that are not messages are not passed on', () => {
  const bad: readonly unknown[] = [
    '4000000000',
    null,
    new ArrayBuffer(0),
    new Uint8Array([9, 9, 9]).buffer,
    new Uint8Array([1, 0, 0, 0]).buffer,
  ];
  for (const data of bad) expect(meter().onReceived(data, 0)).toBe('sends what is no message');
  expect(meter().onReceived(frame({ name: 'have' }).slice(0, 20), 0)).toBe('sends what is no message');
  expect(meter().onReceived(new ArrayBuffer(100_000), 0)).toBe('sends too much');
  expect(SENDING_FAULTS).toHaveLength(3);
});

test('P23 every name of the sharing library and of the room passes, also the longest', () => {
  for (const name of ['have', 'piece', '@_ping', '@_pong', '@_signal', '@_leave', '@_hsdata', '@_hsready'])
    expect(meter().onReceived(frame({ name }), 0), name).toBeNull();
  for (const name of ['', 'hav', 'havee', '@_', 'x'.repeat(32)])
    expect(meter().onReceived(frame({ name }), 0), name).toBe('sends what was not asked for');
});

test('P23 a sent frame without a room does not enter a room, so that answers are refused', () => {
  const made = new PeerMeter();
  for (const sent of [[2, 0, 0], [1, 0, 0], [1, 0], []]) made.onSent(new Uint8Array(sent));
  // None of these frames enters a room, and answers are accepted only in rooms that were entered.
  expect(firstFault(answer(made, 10))).toBe('sends what was not asked for');
});

test('P23 answers in a room that was not entered are refused, although the segment was requested', () => {
  const made = meter();
  made.expect(1_000);
  expect(made.onReceived(frame({ name: '@_response', room: 'other' }), 0)).toBe('sends what was not asked for');
  expect(firstFault(answer(made, 1_000))).toBeNull();
});

test('P23 a room frame of the maximum size is accepted, also with a token longer than 255 bytes', () => {
  const long = 'r'.repeat(300);
  const made = new PeerMeter();
  made.onSent(new Uint8Array(frame({ name: '@_hsready', room: long })));
  made.expect(1_000_000);
  const filled = PEER_LIMITS.frameBytes.value - 3 - long.length - 36;
  expect(made.onReceived(frame({ name: '@_response', room: long, payloadBytes: filled }), 0)).toBeNull();
  expect(made.onReceived(frame({ name: '@_response', room: long, payloadBytes: filled + 1 }), 0)).toBe('sends too much');
});

test('P23 frames whose room token is empty or longer than the frame are no messages', () => {
  const whole = new Uint8Array(frame({ name: 'have', payloadBytes: 0 }));
  for (const length of [0, whole.length - 3 - 35, whole.length - 2, 0xff_ff]) {
    const bad = whole.slice();
    bad.set([length >> 8, length & 255], 1);
    expect(meter().onReceived(bad.buffer, 0), String(length)).toBe('sends what is no message');
  }
});

test('P23 presence frames pass and count as frames of no room', () => {
  const made = meter();
  const presence = () => made.onReceived(new Uint8Array(1_000).fill(2).buffer, 0);
  const most = Math.floor(PEER_LIMITS.strayBytes.value / (1_000 + PEER_LIMITS.frameOverheadBytes.value));
  for (let sent = 0; sent < most; sent++) expect(presence()).toBeNull();
  expect(presence()).toBe('sends too much');
});

/** Frames of a peer that pass before its first fault at `nowMs`. */
const passing = (made: PeerMeter, nowMs: number): number => {
  for (let count = 0; ; count++) if (made.onReceived(frame({ name: 'have', payloadBytes: 0 }), nowMs) !== null) return count;
};
const FRAME_COST = 3 + ROOM.length + 36 + PEER_LIMITS.frameOverheadBytes.value;

test('P23 a peer may send control messages in a burst, then at its rate; a pause restores one burst and no more', () => {
  const burst = Math.floor(PEER_LIMITS.controlBurstBytes.value / FRAME_COST);
  expect(passing(meter(), 0)).toBe(burst);
  const later = meter();
  for (let sent = 0; sent < burst; sent++) later.onReceived(frame({ name: 'have', payloadBytes: 0 }), 5_000);
  const left = PEER_LIMITS.controlBurstBytes.value - burst * FRAME_COST;
  expect(passing(later, 6_000)).toBe(Math.floor((left + PEER_LIMITS.controlBytesPerS.value) / FRAME_COST));
  const paused = meter();
  paused.onReceived(frame({ name: 'have' }), 0);
  expect(passing(paused, 3_600_000)).toBe(burst);
});

test('P23 a clock that goes back does not reduce the budget of a peer', () => {
  const made = meter();
  made.onReceived(frame({ name: 'have', payloadBytes: 0 }), 100_000);
  expect(passing(made, 0)).toBe(Math.floor(PEER_LIMITS.controlBurstBytes.value / FRAME_COST) - 1);
});

test('P23 messages of several frames pass for as long as each of them ends', () => {
  const made = meter();
  for (let second = 0; second < 200; second++) {
    const nonce = second * 7;
    expect(made.onReceived(frame({ name: 'have', isLast: false, payloadBytes: 4_000, nonce }), second * 1_000)).toBeNull();
    expect(made.onReceived(frame({ name: 'have', isLast: true, payloadBytes: 100, nonce }), second * 1_000)).toBeNull();
  }
});

test('P23 the number of unfinished messages is limited; name and both bytes of their number distinguish them', () => {
  const made = meter();
  const begin = (name: string, nonce: number, nowMs: number) => made.onReceived(frame({ name, isLast: false, nonce }), nowMs);
  const nonces = [0x0001, 0x0100, 0x0101, 0x0002];
  const begun = ['have', 'piece'].flatMap((name) => nonces.map((nonce) => begin(name, nonce, 0)));
  expect(begun).toHaveLength(PEER_LIMITS.openMessages.value);
  expect(firstFault(begun)).toBeNull();
  // A further frame of an unfinished message opens no new one.
  expect(begin('piece', 0x0100, 0)).toBeNull();
  expect(begin('have', 0x0200, 0)).toBe('sends too much');
});

test('P23 an unfinished answer counts as one message, whatever its size', () => {
  const made = meter();
  made.expect(1_000_000);
  for (let sent = 0; sent < 40; sent++)
    expect(made.onReceived(frame({ name: '@_response', payloadBytes: CHUNK, isLast: false }), 0)).toBeNull();
  for (let nonce = 1; nonce < PEER_LIMITS.openMessages.value; nonce++)
    expect(made.onReceived(frame({ name: 'have', isLast: false, nonce }), 0)).toBeNull();
  expect(made.onReceived(frame({ name: 'have', isLast: false, nonce: 99 }), 0)).toBe('sends too much');
});

test('P5 the loader of shared streams is accepted only from the page’s own origin or a configured one', () => {
  const allowed = ['https://p2p.example'];
  expect(isAllowedLoader('https://room.example', 'https://room.example', [])).toBe(true);
  expect(isAllowedLoader('https://p2p.example', 'https://room.example', allowed)).toBe(true);
  for (const origin of ['https://evil.example', 'http://p2p.example', 'https://p2p.example.evil', 'null'])
    expect(isAllowedLoader(origin, 'https://room.example', allowed), origin).toBe(false);
  expect(isAllowedLoader('null', 'null', [])).toBe(false);
});
