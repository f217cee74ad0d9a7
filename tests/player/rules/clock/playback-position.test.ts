import { expect, test } from 'vitest';
import { playbackPosition } from '../../../../src/player/rules/clock/playback-position.ts';

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
