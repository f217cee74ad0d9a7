import { expect, test } from 'vitest';
import { Timeline } from '../../../src/workers/stream/timeline.ts';

const run = (points: readonly [track: 'audio' | 'video', rawMs: number][]): (readonly [number, string])[] => {
  const timeline = new Timeline();
  return points.map(([track, rawMs]) => {
    const { timeMs, change } = timeline.at(track, rawMs, track === 'video' ? 40 : 23);
    return [timeMs, change] as const;
  });
};

test('the timeline starts at 0 at any position of the stream', () => {
  expect(
    run([
      ['video', 3_600_000],
      ['audio', 3_600_010],
      ['video', 3_600_040],
    ]),
  ).toEqual([
    [0, 'none'],
    [10, 'none'],
    [40, 'none'],
  ]);
});

test('the 32-bit wrap is seamless, including late neighbours', () => {
  const top = 2 ** 32;
  expect(
    run([
      ['video', top - 40],
      ['audio', top - 20],
      ['video', 0],
      ['audio', top - 1],
      ['audio', 22],
      ['video', 40],
    ]),
  ).toEqual([
    [0, 'none'],
    [20, 'none'],
    [40, 'wrap'],
    [39, 'wrap'],
    [62, 'wrap'],
    [80, 'none'],
  ]);
});

test('a restart at 0 and a jump by an hour continue one gap later, both tracks in sync', () => {
  expect(
    run([
      ['video', 10_000],
      ['audio', 10_010],
      ['video', 0],
      ['audio', 10],
      ['video', 3_600_000],
      ['audio', 3_600_005],
    ]),
  ).toEqual([
    [0, 'none'],
    [10, 'none'],
    [50, 'jump'],
    [60, 'none'],
    [100, 'jump'],
    [105, 'none'],
  ]);
});

test('within a track time never decreases', () => {
  expect(
    run([
      ['video', 100],
      ['video', 60],
      ['video', 140],
    ]),
  ).toEqual([
    [0, 'none'],
    [0, 'none'],
    [40, 'none'],
  ]);
});

test('P30 a message between pictures gets their time and does not advance the clock; a time of another clock counts as now', () => {
  const timeline = new Timeline();
  expect(timeline.of(5_000)).toBe(0);
  timeline.at('video', 5_000, 40);
  expect([timeline.of(5_020), timeline.of(4_990), timeline.of(900_000)]).toEqual([20, -10, 0]);
  expect(timeline.at('video', 5_040, 40)).toEqual({ timeMs: 40, change: 'none' });
  const wrapping = new Timeline();
  wrapping.at('video', 2 ** 32 - 20, 40);
  expect(wrapping.of(20)).toBe(40);
});
