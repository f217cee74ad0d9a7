import { expect, test } from 'vitest';
import { heardMs, SoundMotion } from '../../../../src/player/rules/clock/sound-motion.ts';

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
