import { expect, test } from 'vitest';
import { DEFAULT_PLAYER_CONFIG } from '../../../rules/constants.ts';
import { ATTEMPT } from '../harness.ts';
import { StateFacts, type PlayerFact } from '../../../rules/recovery/orders.ts';
import { decideReceiver, addSample, NO_SAMPLES, type Received, type ReceiverWatch } from '../../../rules/recovery/receiver-watch.ts';

const { numbers } = DEFAULT_PLAYER_CONFIG;
const GOOD: Received = { decodedFrames: 25, decodeMs: 100, freezesMs: 0, packets: 100, lostPackets: 0 };

/** First decision about a receiver whose counters grow by `each(second)`, sampled once a second; null: none. */
function after(seconds: number, each: (second: number) => Partial<Received>, expected: (second: number) => boolean = () => true) {
  let watch: ReceiverWatch = NO_SAMPLES;
  let total: Received = { decodedFrames: 0, decodeMs: 0, freezesMs: 0, packets: 0, lostPackets: 0 };
  for (let second = 0; second <= seconds; second++) {
    const more = { ...GOOD, ...each(second) };
    total = {
      decodedFrames: total.decodedFrames + more.decodedFrames,
      decodeMs: total.decodeMs + more.decodeMs,
      freezesMs: total.freezesMs + more.freezesMs,
      packets: total.packets + more.packets,
      lostPackets: total.lostPackets + more.lostPackets,
    };
    watch = addSample(watch, total, expected(second), second * 1_000, numbers);
    const decision = decideReceiver(watch, second * 1_000, numbers);
    expect(decideReceiver(watch, second * 1_000, numbers)).toEqual(decision);
    if (decision !== null) return { ...decision, second };
  }
  return null;
}

const frozen = (from: number, to: number) => (second: number) => (second >= from && second < to ? { decodedFrames: 0, decodeMs: 0 } : {});

test('P23 a frozen picture falls back to flv as a stall; one freeze of four seconds does not', () => {
  expect(after(60, () => ({}))).toBeNull();
  expect(after(60, frozen(10, 14))).toBeNull();
  expect(after(60, frozen(10, 60))).toMatchObject({ why: 'webrtc pictures freeze', isStall: true });
  const { second } = after(60, frozen(10, 60))!;
  expect(second).toBeGreaterThanOrEqual(16);
  expect(second).toBeLessThanOrEqual(20);
});

test('P23 repeated freezes fall back, even if only the browser counts them', () => {
  expect(after(60, (second) => (second % 2 === 0 ? { decodedFrames: 0 } : {}))).toMatchObject({ why: 'webrtc pictures freeze' });
  expect(after(60, () => ({ freezesMs: 400 }))).toMatchObject({ why: 'webrtc pictures freeze' });
  expect(after(60, () => ({ freezesMs: 250 }))).toBeNull();
});

test('P23 loss above its limit falls back without a stall; a figure that oscillates around the limit stays bad, one that stays below it does not', () => {
  expect(after(60, () => ({ packets: 85, lostPackets: 15 }))).toMatchObject({ why: 'webrtc loses packets', isStall: false });
  expect(after(60, () => ({ packets: 92, lostPackets: 8 }))).toBeNull();
  const trembling = (second: number) =>
    second < 5 || second % 4 === 0 ? { packets: 88, lostPackets: 12 } : { packets: 92, lostPackets: 8 };
  expect(after(60, trembling)).toMatchObject({ why: 'webrtc loses packets' });
  const calm = (second: number) => (second % 10 < 3 ? { packets: 88, lostPackets: 12 } : { packets: 98, lostPackets: 2 });
  expect(after(60, calm)).toBeNull();
  // The browser subtracts packets that were late and not lost.
  expect(after(60, () => ({ lostPackets: -3 }))).toBeNull();
});

test('P25 an average decode time above 25 ms falls back', () => {
  expect(after(60, () => ({ decodeMs: 25 * 26 }))).toMatchObject({ why: 'webrtc decodes too slowly', isStall: false });
  expect(after(60, () => ({ decodeMs: 25 * 24 }))).toBeNull();
});

test('P23 a hidden picture is not evaluated, and a figure that the browser does not report causes no fallback', () => {
  expect(
    after(
      60,
      () => ({ decodedFrames: 0 }),
      () => false,
    ),
  ).toBeNull();
  expect(after(20, frozen(0, 60), (second) => second % 5 !== 0)).toBeNull();
  expect(after(60, () => ({ decodeMs: NaN, freezesMs: NaN, packets: 0, lostPackets: 0 }))).toBeNull();
});

const size = { width: 852, height: 480 };
const firstFrame: PlayerFact = { type: 'first-frame', kind: 'h265', size, sinceStartMs: 1, canPictureInPicture: true };
const ofThePlayer: readonly PlayerFact[] = [
  { type: 'addresses-wanted', epoch: 1, round: 0 },
  { type: 'status', name: 'playing' },
  firstFrame,
  { type: 'resolution', size },
  { type: 'autoplay', blocked: true, muted: false },
  { type: 'decode-level', level: 2 },
];
const ofTheVisit: readonly PlayerFact[] = [
  { type: 'sound', volume: 0.5, muted: true },
  { type: 'saver', saver: 'off' },
  { type: 'activity', activity: { name: 'playing' } },
  { type: 'remember', name: 'volume', value: 0.5, forS: null },
  { type: 'remember', name: 'muted', value: true, forS: null },
];
const typesAfter = (...facts: readonly PlayerFact[]): readonly string[] => {
  const state = new StateFacts();
  for (const fact of facts) state.add(fact);
  return state.all().map(({ type }) => type);
};
const types = (facts: readonly PlayerFact[]): readonly string[] => facts.map(({ type }) => type);

test('S2 P20 a new room worker receives the current facts of the player and of the visit, in order', () => {
  expect(typesAfter(...ofTheVisit, ATTEMPT, ...ofThePlayer)).toEqual(types([...ofTheVisit, ATTEMPT, ...ofThePlayer]));
});

test.each(ofThePlayer)('S2 P20 the fact $type of a player is removed when the player closes and at the next attempt', (fact) => {
  expect(typesAfter(...ofTheVisit, ATTEMPT, fact, { type: 'closed' })).toEqual(types(ofTheVisit));
  expect(typesAfter(...ofTheVisit, fact, ATTEMPT)).toEqual(types([...ofTheVisit, ATTEMPT]));
});
