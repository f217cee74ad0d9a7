import { expect, test, vi } from 'vitest';
import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';
import { decideReturn } from '../../rules/recovery/restarts.ts';
import { CLOCK_SOURCE, METRICS_BYTES, SharedMetrics } from '../../shared-memory/shared-metrics.ts';
import { H265Progress, readFigures } from '../../kinds/h265.ts';

vi.mock('../../kinds/ring-sound.ts', () => ({}));

const config = DEFAULT_PLAYER_CONFIG;

/** A player whose threads have written the positions of sound and picture, in milliseconds of the stream. */
function player(clock: number) {
  const metrics = new SharedMetrics(new SharedArrayBuffer(METRICS_BYTES));
  metrics.clear();
  metrics.set('HAS_VIDEO', 1);
  metrics.set('CLOCK_SOURCE', clock);
  const progress = new H265Progress(metrics);
  return {
    metrics,
    progress,
    at: (heardMs: number, seenMs: number) => {
      metrics.set('MEDIA_MS', heardMs);
      metrics.set('SHOWN_MS', seenMs);
      return progress.read();
    },
  };
}

test('P27 the audible and the displayed position are compared: a picture behind its sound causes a restart', () => {
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

test('P25 P29 the position of a frozen picture stays; in a hidden tab, which displays none, the position is that of the sound', () => {
  const { at, metrics, progress } = player(CLOCK_SOURCE.SOUND);
  metrics.set('NEWEST_VIDEO_MS', 41_000);
  expect(at(15_000, 14_960).positionS).toBe(15);
  expect(at(40_000, 15_000).positionS).toBe(15);
  progress.setDecoding(false);
  expect(at(40_000, 15_000).positionS).toBe(40);
});

test('P27 without sound as clock there is no audible position to compare', () => {
  const { at } = player(CLOCK_SOURCE.WALL);
  expect(at(15_000, 1_000).audioS).toBeNaN();
});

test('P29 P41 each figure of the progress is read from its own field of the shared memory', () => {
  const metrics = new SharedMetrics(new SharedArrayBuffer(METRICS_BYTES));
  metrics.clear();
  const written = {
    BUFFERED_MS: 1_500,
    PAINTED: 40,
    DROPPED_LATE: 3,
    DROPPED_UNDECODED: 20,
    BYTES: 70_000,
    DECODE_MS_AVERAGE: 6,
    LOAD: 0.5,
    MEDIA_MS: 9_000,
    SHOWN_MS: 8_900,
    NEWEST_VIDEO_MS: 9_100,
    HANDLED_MS: 8_400,
    DECODE_LEVEL: 2,
    THREADS: 4,
    DECODED: 63,
    HAS_VIDEO: 1,
    CLOCK_SOURCE: CLOCK_SOURCE.SOUND,
  } as const;
  for (const [name, value] of Object.entries(written)) metrics.set(name as keyof typeof written, value);
  expect(new H265Progress(metrics).read()).toMatchObject({
    bufferedS: 1.5,
    latencyS: 1.5,
    paintedFrames: 40,
    droppedFrames: 23,
    bytes: 70_000,
    decodeMs: 6,
    audioS: 9,
    own: { load: 0.5, behindMs: 600, decodeLevel: 2, threads: 4, decoded: 63 },
  });
  const figures = readFigures(metrics);
  for (const name of ['BUFFERED_MS', 'PAINTED', 'DROPPED_LATE', 'DROPPED_UNDECODED', 'BYTES', 'DECODED'] as const)
    expect(figures[name], name).toBe(written[name]);
});
