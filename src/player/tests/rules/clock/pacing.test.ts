import { expect, test } from 'vitest';
import {
  decidePace,
  followClock,
  PACING,
  pacingFor,
  PICK_REASONS,
  pickPicture,
  RATE_REASONS,
  type Pace,
  type PacingPolicy,
  type Pick,
} from '../../../rules/clock/pacing.ts';
import {
  ShownTime,
  playbackPosition,
  addOffset,
  elementMs,
  NO_OFFSET,
  type MediaOffset,
  heardMs,
  SoundMotion,
} from '../../../rules/clock/position.ts';

const pick = (pts: readonly number[], nowMs: number, isRunning = true, hasShown = true): Pick =>
  pickPicture(pts, pts.length, nowMs, isRunning, hasShown, PACING, { show: -1, drop: 0, why: 'nothing ready' });

test.each([
  [[], 0, true, true, { show: -1, drop: 0, why: 'nothing ready' }],
  [[0, 40], 0, false, false, { show: 0, drop: 0, why: 'first picture' }],
  [[40, 80], 0, false, true, { show: -1, drop: 0, why: 'nothing due' }],
  [[40, 80], 19, true, true, { show: -1, drop: 0, why: 'nothing due' }],
  [[40, 80], 33, true, true, { show: 0, drop: 0, why: 'due' }],
  [[40, 80, 120], 81, true, true, { show: 1, drop: 1, why: 'due' }],
  [[40, 80, 120, 400], 420, true, true, { show: 3, drop: 3, why: 'caught up' }],
] as const)('P29 pictures %o at %d ms (running %s, shown %s)', (pts, nowMs, isRunning, hasShown, expected) => {
  expect(pick(pts, nowMs, isRunning, hasShown)).toEqual(expected);
});

test('P29 a recorded timeline at 25 pictures per second on a 60 Hz screen: each picture once, none dropped, none later than a display interval', () => {
  const pts = Array.from({ length: 250 }, (_, i) => i * 40);
  const shown: number[] = [];
  let next = 0;
  for (let nowMs = 0; nowMs < 10_000; nowMs += 1_000 / 60) {
    const window = pts.slice(next, next + 6);
    const { show, drop } = pick(window, nowMs);
    expect(drop).toBe(0);
    if (show < 0) continue;
    expect(nowMs - window[show]!).toBeLessThan(1_000 / 60);
    expect(window[show]! - nowMs).toBeLessThanOrEqual(PACING.earlyMs);
    shown.push(window[show]!);
    next += show + 1;
  }
  expect(shown).toEqual(pts.slice(0, shown.length));
  expect(shown.length).toBeGreaterThan(245);
});

const start: Pace = { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
const steady: Pace = { running: true, rate: 1, jumpMs: 0, why: 'steady' };

test.each([
  [start, 999, false, 'buffering'],
  [start, 1_000, false, 'steady'],
  [start, 200, true, 'steady'],
  [steady, 600, false, 'steady'],
  [steady, 200, false, 'stretching'],
  [{ ...steady, why: 'stretching', rate: 0.97 }, 400, false, 'stretching'],
  [{ ...steady, why: 'stretching', rate: 0.97 }, 600, false, 'steady'],
  [steady, 2_001, false, 'catching up'],
  [{ ...steady, why: 'catching up', rate: 1.1 }, 1_600, false, 'catching up'],
  [{ ...steady, why: 'catching up', rate: 1.1 }, 1_400, false, 'steady'],
  [steady, 12_000, false, 'jump to live'],
  [steady, 0, false, 'buffering'],
] as const)('P29 from %o with %d ms buffered (ended %s): %s', (before, bufferedMs, hasEnded, why) => {
  expect(decidePace(before, bufferedMs, hasEnded, PACING).why).toBe(why);
});

test('P29 every reason of the pacing table is reachable', () => {
  const rates = new Set<string>();
  for (const before of [start, steady])
    for (const ms of [0, 100, 1_200, 3_000, 20_000]) rates.add(decidePace(before, ms, false, PACING).why);
  expect([...rates].sort()).toEqual([...RATE_REASONS].sort());
  const picks = new Set([pick([], 0), pick([0], 0, false, false), pick([50], 0), pick([0], 0), pick([0, 300], 300)].map((p) => p.why));
  expect([...picks].sort()).toEqual([...PICK_REASONS].sort());
});

test('P29 a clock that ran on through a sleep returns to the newest data, and playback continues after the usual buffering', () => {
  // The connection survived, and the stream continues with the next picture (timeline.ts).
  let mediaMs = 3_600_000;
  let newestMs = 2_000;
  let pace: Pace = steady;
  let waitedMs = 0;
  for (; waitedMs < 30_000; waitedMs += 100) {
    pace = decidePace(pace, newestMs - mediaMs, false, PACING);
    mediaMs += pace.jumpMs;
    if (pace.running) break;
    newestMs += 100;
  }
  expect([waitedMs, newestMs - mediaMs]).toEqual([PACING.bufferingMs, PACING.bufferingMs]);
});

test('the smooth clock follows a noisy audio position within a few milliseconds and snaps to a jump', () => {
  let clock = followClock(null, 0, 0, 1);
  let worst = 0;
  for (let t = 16; t < 10_000; t += 16) {
    clock = followClock(clock, t + (t % 3 === 0 ? 9 : -9), t, 1);
    if (t > 1_000) worst = Math.max(worst, Math.abs(clock.mediaMs - t));
  }
  expect(worst).toBeLessThan(6);
  expect(followClock(clock, 50_000, 10_016, 1).mediaMs).toBe(50_000);
});

/** Number of underruns in two minutes of a stream in segments. `lateMs`: delay of each segment, as bad peers can cause it. */
function underruns(policy: PacingPolicy, segmentMs: number, lateMs: (segment: number) => number): number {
  let pace: Pace = { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
  let received = segmentMs * 2;
  let played = 0;
  let stops = 0;
  const stepMs = 20;
  for (let atMs = 0, segment = 1; atMs < 120_000; atMs += stepMs) {
    if (atMs >= segment * segmentMs + lateMs(segment)) {
      received += segmentMs;
      segment++;
    }
    if (pace.running) played = Math.min(received, played + stepMs * pace.rate);
    const next = decidePace(pace, received - played, false, policy);
    if (pace.running && !next.running) stops++;
    played += next.jumpMs;
    pace = next;
  }
  return stops;
}

test('P29 a stream in segments of two seconds, each up to 900 ms late, does not stall; with the buffer of a continuous stream it does', () => {
  const late = (segment: number): number => [0, 900, 300, 600][segment % 4]!;
  expect(underruns(PACING, 2_000, late)).toBeGreaterThan(5);
  expect(underruns(pacingFor(2_000), 2_000, late)).toBe(0);
  expect(pacingFor(0)).toBe(PACING);
});

// The positions of clock/position.ts.

test('P27 a hidden tab displays no picture, and a tab that becomes visible has some seconds for its next picture', () => {
  const shown = new ShownTime();
  expect(shown.at(0)).toBeNaN();
  shown.update(5);
  expect(shown.at(0)).toBe(5);
  shown.setHidden(true, 1_000);
  expect(shown.at(60_000)).toBeNaN();
  shown.setHidden(false, 60_000);
  shown.update(5);
  expect(shown.at(63_999)).toBeNaN();
  expect(shown.at(64_000)).toBe(5);
  shown.setHidden(true, 70_000);
  shown.setHidden(false, 80_000);
  shown.update(80);
  expect(shown.at(80_001)).toBe(80);
});

test.each([
  ['in step', 900, { mediaMs: 1_000, shownMs: 980, newestVideoMs: 2_000 }, 1_000],
  ['the time is corrected by the sound', 1_012, { mediaMs: 1_000, shownMs: 980, newestVideoMs: 2_000 }, 1_012],
  ['an earlier position', 1_080, { mediaMs: 1_000, shownMs: 980, newestVideoMs: 2_000 }, 1_000],
  ['nothing known yet', NaN, { mediaMs: NaN, shownMs: NaN, newestVideoMs: NaN }, NaN],
  ['sound alone', 900, { mediaMs: 60_000, shownMs: NaN, newestVideoMs: NaN }, 60_000],
  ['key pictures alone, 4 s apart', 900, { mediaMs: 14_000, shownMs: 10_000, newestVideoMs: 15_000 }, 14_000],
  [
    'the decoder has died: newer pictures come and none is shown',
    9_000,
    { mediaMs: 16_000, shownMs: 10_000, newestVideoMs: 17_000 },
    9_000,
  ],
  ['the camera is off: no newer pictures', 9_000, { mediaMs: 60_000, shownMs: 10_000, newestVideoMs: 10_040 }, 60_000],
] as const)('P25 the visible position: %s', (_what, beforeMs, seen, expected) => {
  expect(playbackPosition(beforeMs, seen)).toBe(expected);
});

/** Differences of stream time and buffer, one after the other, as seen at a buffer that ends at 1 s, 2 s and so on. */
const offsets = (...given: readonly number[]): MediaOffset =>
  given.reduce((state, offset, at) => addOffset(state, offset + (at + 1) * 1_000, (at + 1) * 1_000), NO_OFFSET);
const offsetOf = (state: MediaOffset): number => 10_000 - elementMs(state, 10_000);

test('P30 without a sample the element’s time is not known', () => {
  expect(elementMs(NO_OFFSET, 10_000)).toBeNaN();
});

test('P30 only the last eight differences are used', () => {
  expect(offsetOf(offsets(100, 200, 300, 400, 500, 600, 700, 800))).toBe(100);
  expect(offsetOf(offsets(100, 200, 300, 400, 500, 600, 700, 800, 900))).toBe(200);
});

test.each([
  ['forward by more than 3 s', 100 + 3_001, 100 + 3_001],
  ['forward by 3 s', 100 + 3_000, 100],
  ['back by more than 3 s', 100 - 3_001, 100 - 3_001],
  ['back by 3 s', 100 - 3_000, 100 - 3_000],
])('P30 after a jump %s only the new difference counts', (_name, next, expected) => {
  const state = offsets(100, 150, next);
  expect(offsetOf(state)).toBe(expected);
  // A later, slightly larger difference shows whether the ones before the jump were forgotten.
  expect(state.samples).toHaveLength(Math.abs(next - 100) > 3_000 ? 1 : 3);
});

/** Repeated here, so that a change of the limit fails a test. */
const SOUND_STUCK_MS = 500;

/** Milliseconds between two display frames. */
const TICK_MS = 16;

test('P29 sound that advances, or has nothing to play, is never stuck', () => {
  const motion = new SoundMotion();
  for (let nowMs = 0; nowMs < 10_000; nowMs += TICK_MS) expect(motion.isStuck(nowMs * 48, true, nowMs)).toBe(false);
  for (let nowMs = 10_000; nowMs < 20_000; nowMs += TICK_MS) expect(motion.isStuck(480_000, false, nowMs)).toBe(false);
});

test('P29 sound that should advance and does not is stuck after its time, even if it never started, until it advances', () => {
  const motion = new SoundMotion();
  const stuckFrom: number[] = [];
  for (let nowMs = 0; nowMs < 2_000; nowMs += TICK_MS) if (motion.isStuck(0, true, nowMs)) stuckFrom.push(nowMs);
  expect(stuckFrom[0]).toBeGreaterThanOrEqual(SOUND_STUCK_MS);
  expect(stuckFrom[0]).toBeLessThan(SOUND_STUCK_MS + 2 * TICK_MS);
  // While playback is held, missing progress is no evidence, so the result stays.
  expect(motion.isStuck(0, false, 2_000)).toBe(true);
  expect(motion.isStuck(128, true, 2_016)).toBe(false);
  expect(motion.isStuck(128, true, 2_032)).toBe(false);
});

test('P25 P29 no sound is audible before its start: neither while the output buffers it nor while an earlier address is left', () => {
  for (const playedMs of [-3_000, -1, 0, 20, 40]) expect(heardMs(0, playedMs, 40)).toBe(0);
  expect(heardMs(0, 41, 40)).toBe(1);
  expect(heardMs(5_000, 1_040, 40)).toBe(6_000);
});
