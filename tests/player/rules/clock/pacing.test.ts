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
} from '../../../../src/player/rules/clock/pacing.ts';

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

test('P29 a decoded picture is dropped only if the next one is due too: an irregular display loses none', () => {
  const pts = Array.from({ length: 300 }, (_, i) => i * (1_000 / 30));
  // Thirty frames per second on average, alternately 20 and 46 ms apart, as on a busy machine.
  let [nowMs, next, dropped, shown] = [5, 0, 0, 0];
  for (let frame = 0; next < pts.length - 6; frame++) {
    const { show, drop } = pick(pts.slice(next, next + 6), nowMs);
    dropped += drop;
    if (show >= 0) {
      shown++;
      next += show + 1;
    }
    nowMs += frame % 2 === 0 ? 46.6 : 20;
  }
  expect([dropped, shown > 290]).toEqual([0, true]);
  // A picture is shown however late it is.
  expect(pick([0], 10_000)).toEqual({ show: 0, drop: 0, why: 'due' });
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

test('a jump ends at the buffering target, and catching up ends inside the dead band', () => {
  expect(decidePace(steady, 15_000, false, PACING).jumpMs).toBe(14_000);
  let pace: Pace = steady;
  let bufferedMs = 3_000;
  let changes = 0;
  for (let i = 0; i < 600; i++) {
    const next = decidePace(pace, bufferedMs, false, PACING);
    if (next.why !== pace.why) changes++;
    pace = next;
    bufferedMs += 100 - 100 * pace.rate;
  }
  expect(changes).toBe(2);
  expect(bufferedMs).toBeGreaterThan(1_400);
  expect(bufferedMs).toBeLessThanOrEqual(1_500);
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

test('P29 a clock that passes the newest data between two decisions waits there and does not go back', () => {
  expect(decidePace(steady, -120, false, PACING)).toEqual({ running: false, rate: 1, jumpMs: 0, why: 'buffering' });
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
