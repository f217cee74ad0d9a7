import { expect, test, vi } from 'vitest';
import { DEFAULT_PLAYER_CONFIG } from '../../../src/player/rules/constants.ts';
import { decideReturn } from '../../../src/player/rules/clock/visibility.ts';
import { CLOCK_SOURCE, METRICS_BYTES, SharedMetrics } from '../../../src/shared-memory/shared-metrics.ts';
import { H265Progress } from '../../../src/player/kinds/h265-figures.ts';

const config = DEFAULT_PLAYER_CONFIG;

/** A player whose threads have written the positions of sound and picture, in milliseconds of the stream. */
function player(clock: number) {
  const metrics = new SharedMetrics(new SharedArrayBuffer(METRICS_BYTES));
  metrics.clear();
  metrics.set('HAS_VIDEO', 1);
  metrics.set('CLOCK_SOURCE', clock);
  const progress = new H265Progress(metrics);
  return {
    progress,
    at: (heardMs: number, seenMs: number) => {
      metrics.set('MEDIA_MS', heardMs);
      metrics.set('SHOWN_MS', seenMs);
      return progress.read();
    },
  };
}

test('P27 the lengths of an H265 player are the audible and the displayed position: a picture behind its sound causes a restart', () => {
  vi.spyOn(performance, 'now').mockReturnValue(100_000);
  const { at, progress } = player(CLOCK_SOURCE.SOUND);
  expect(at(15_000, 14_960)).toMatchObject({ audioS: 15, videoS: 14.96 });
  expect(decideReturn({ config, isLive: true, isStopped: false, progress: at(15_040, 15_000) }).why).toBe('in step');

  progress.setDecoding(false);
  // No picture is displayed, so there is nothing to compare.
  expect(at(40_000, 15_000).videoS).toBeNaN();
  expect(decideReturn({ config, isLive: true, isStopped: false, progress: at(40_000, 15_000) }).replay).toBe(false);
  progress.setDecoding(true);
  // A tab that becomes visible has some seconds for its next picture.
  expect(decideReturn({ config, isLive: true, isStopped: false, progress: at(40_000, 15_000) }).replay).toBe(false);
  vi.spyOn(performance, 'now').mockReturnValue(105_000);
  expect(decideReturn({ config, isLive: true, isStopped: false, progress: at(45_000, 15_000) })).toEqual({
    replay: true,
    why: 'audio and video are apart',
  });
  vi.restoreAllMocks();
});

test('P27 without sound as clock there is no audible position to compare', () => {
  const { at } = player(CLOCK_SOURCE.WALL);
  expect(at(15_000, 1_000).audioS).toBeNaN();
});
