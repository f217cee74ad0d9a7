import { expect, test } from 'vitest';
import { isAllowedLoader } from '../../../src/ui/p2p/consent.ts';
import { PEER_LIMITS, PeerMeter } from '../../../src/core/p2p/peer-meter.ts';
import {
  ANSWER_FAULTS,
  chooseSource,
  judgePeer,
  MAX_INDEX_LINE,
  type PeerState,
  readIndexLine,
  type SegmentInfo,
  SHARING,
  SHARING_PROTOCOL,
  swarmConfig,
} from '../../../src/core/p2p/sharing.ts';

const segment = (seq: number, bytes = 1_000): SegmentInfo => ({ seq, bytes, sha256: 'a'.repeat(64), durationMs: 1_000 });
const peer = (id: string, has: readonly number[] = [], failures = 0, bytes = 0): PeerState => ({ id, has: new Set(has), failures, bytes });
const none: ReadonlySet<string> = new Set();

test('P23 for each segment exactly one of the connected viewers is the first, and the role rotates', () => {
  const ids = ['ann', 'bob', 'cat', 'dan', 'eve'];
  const turns = new Map(ids.map((id) => [id, 0]));
  for (let seq = 0; seq < 500; seq++) {
    const mine = ids.filter(
      (id) =>
        chooseSource(
          segment(seq),
          id,
          ids.filter((other) => other !== id).map((other) => peer(other)),
          none,
          0,
          0,
        ).from === 'source',
    );
    expect(mine).toHaveLength(1);
    turns.set(mine[0]!, turns.get(mine[0]!)! + 1);
  }
  for (const [, count] of turns) expect(count).toBeGreaterThan(50);
});

test('P23 wrong bytes drop a peer permanently; three consecutive missing answers drop it for a while', () => {
  expect(judgePeer(0, 'wrong')).toEqual({ type: 'drop', why: 'wrong bytes', banMs: Infinity });
  const answers = ['none', 'none', 'right', 'none', 'none', 'none'] as const;
  let failures = 0;
  const verdicts = answers.map((answer) => {
    const verdict = judgePeer(failures, answer);
    failures = verdict.type === 'keep' ? verdict.failures : 0;
    return verdict;
  });
  expect(verdicts.map((verdict) => verdict.type)).toEqual(['keep', 'keep', 'keep', 'keep', 'keep', 'drop']);
  expect(verdicts.at(-1)).toEqual({ type: 'drop', why: 'does not answer', banMs: SHARING.slowBanMs.value });
  const reasons = [judgePeer(0, 'wrong'), judgePeer(2, 'none')].flatMap((verdict) => (verdict.type === 'drop' ? [verdict.why] : []));
  expect(reasons.sort()).toEqual([...ANSWER_FAULTS].sort());
});

test('P23 of the peers that have a segment the one with the fewest failures is chosen, then the one that sent least', () => {
  const asked = (...peers: readonly PeerState[]) => {
    const way = chooseSource(segment(7), 'me', peers, none, 0, 0);
    return way.from === 'peer' ? way.peer : way.from;
  };
  expect(asked(peer('bob', [7], 0, 900), peer('cat', [7], 1, 0))).toBe('bob');
  expect(asked(peer('bob', [7], 1, 0), peer('cat', [7], 0, 900))).toBe('cat');
  expect(asked(peer('bob', [7], 1, 5), peer('cat', [7], 1, 4))).toBe('cat');
  expect(asked(peer('bob', [7], 1, 4), peer('cat', [7], 1, 4))).toBe('bob');
  expect(asked(peer('bob', [6, 8], 0, 0), peer('cat', [7], 2, 9))).toBe('cat');
});

test('P23 a segment of another viewer’s turn waits for that viewer up to the limit, counted from its line of the index', () => {
  const seq = Array.from({ length: 50 }, (_, at) => at).find(
    (at) => chooseSource(segment(at), 'me', [peer('bob')], none, 0, 0).from === 'nowhere-yet',
  )!;
  const at = (nowMs: number) => chooseSource(segment(seq), 'me', [peer('bob')], none, 2_000, nowMs);
  expect(at(2_499)).toEqual({ from: 'nowhere-yet', untilMs: 2_500, why: 'its holder fetches it' });
  expect(at(2_500)).toEqual({ from: 'source', why: 'waited long enough' });
});

const HEAD = {
  version: 1,
  head: 'RkxW+/8=',
  trackers: ['wss://t.example/a', 'ws://127.0.0.1:8000'],
  stun: ['stuns:s.example'],
  swarm: 'live/a.flv',
};
const read = (value: unknown) => readIndexLine(JSON.stringify(value));
const many = (length: number, name: string): readonly string[] => Array.from({ length }, () => name);

test.each([
  ['a version of another kind', { version: '1' }],
  ['bytes that are no text', { head: 7 }],
  ['bytes that are not base64', { head: 'Rk-W' }],
  ['no swarm', { swarm: undefined }],
  ['a swarm with a space', { swarm: 'live a' }],
  ['a swarm of 201 characters', { swarm: 'a'.repeat(201) }],
  ['no trackers', { trackers: undefined }],
  ['a tracker by http', { trackers: ['http://t.example'] }],
  ['one bad tracker of two', { trackers: ['wss://t.example', 'javascript:1'] }],
  ['nine trackers', { trackers: many(9, 'wss://t.example') }],
  ['STUN servers that are no list', { stun: 'stun:s.example' }],
  ['a TURN server', { stun: ['turn:s.example'] }],
])('P23 an index whose head has %s is refused', (_, bad) => {
  expect(read({ ...HEAD, ...bad })).toEqual({ type: 'bad', detail: 'a bad head' });
});

test('P23 a segment line is read without further fields, up to the largest segment', () => {
  const max = SHARING.maxSourceSegmentBytes.value;
  expect(read({ ...segment(0, max), more: 1 })).toEqual({ type: 'segment', segment: segment(0, max) });
  for (const bad of [
    { seq: 1.5 },
    { bytes: max + 1 },
    { bytes: 0 },
    { sha256: undefined },
    { sha256: 'A'.repeat(64) },
    { sha256: 'a'.repeat(65) },
    { durationMs: -1 },
  ])
    expect(read({ ...segment(1), ...bad }), JSON.stringify(bad)).toEqual({ type: 'bad', detail: 'a bad segment' });
});

test('P23 an index line that cannot be read is reported with its fault', () => {
  expect(readIndexLine('{')).toEqual({ type: 'bad', detail: 'not JSON' });
  for (const line of ['null', '7', '"x"']) expect(readIndexLine(line)).toEqual({ type: 'bad', detail: 'not an object' });
  const longest = JSON.stringify(segment(1)).padEnd(MAX_INDEX_LINE);
  expect(readIndexLine(longest).type).toBe('segment');
  expect(readIndexLine(`${longest} `)).toEqual({ type: 'bad', detail: `a line of ${MAX_INDEX_LINE + 1} characters` });
});

test('P23 the swarm uses only the servers that the index names', () => {
  expect(swarmConfig({ ...HEAD, version: 1 })).toEqual({
    appId: SHARING_PROTOCOL.app,
    relayConfig: { urls: HEAD.trackers, warnOnRelayFailure: false },
    rtcConfig: { iceServers: [{ urls: 'stuns:s.example' }] },
  });
});

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

test('P5 the loader of shared streams is accepted only from the page’s own origin or a configured one', () => {
  const allowed = ['https://p2p.example'];
  expect(isAllowedLoader('https://room.example', 'https://room.example', [])).toBe(true);
  expect(isAllowedLoader('https://p2p.example', 'https://room.example', allowed)).toBe(true);
  for (const origin of ['https://evil.example', 'http://p2p.example', 'https://p2p.example.evil', 'null'])
    expect(isAllowedLoader(origin, 'https://room.example', allowed), origin).toBe(false);
  expect(isAllowedLoader('null', 'null', [])).toBe(false);
});
