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

test('P23 the largest and the smallest segment pass', () => {
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
      expect(bytes).toBeLessThan(PEER_LIMITS.talkBurstBytes.value + PEER_LIMITS.frameBytes.value);
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

test('P5 the loader of shared streams is accepted only from the page’s own origin or a configured one', () => {
  const allowed = ['https://p2p.example'];
  expect(isAllowedLoader('https://room.example', 'https://room.example', [])).toBe(true);
  expect(isAllowedLoader('https://p2p.example', 'https://room.example', allowed)).toBe(true);
  for (const origin of ['https://evil.example', 'http://p2p.example', 'https://p2p.example.evil', 'null'])
    expect(isAllowedLoader(origin, 'https://room.example', allowed), origin).toBe(false);
  expect(isAllowedLoader('null', 'null', [])).toBe(false);
});
