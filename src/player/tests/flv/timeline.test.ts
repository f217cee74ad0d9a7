import { expect, test } from 'vitest';
import { Timeline, type Track } from '../../flv/timeline.ts';

const video = (rawMs: number) => ['video', rawMs] as const;
const audio = (rawMs: number) => ['audio', rawMs] as const;

/** Times of the tags, and the places at which both tracks jump. */
function run(...tags: readonly (readonly [Track, number])[]) {
  const timeline = new Timeline();
  const points = tags.map(([track, rawMs]) => timeline.at(track, rawMs, track === 'video' ? 40 : 23));
  return { times: points.map(({ timeMs }) => timeMs), jumps: points.flatMap(({ change }, i) => (change === 'jump' ? [i] : [])) };
}

test('the timeline starts at 0 at any position of the stream', () => {
  expect(run(video(3_600_000), audio(3_600_010), video(3_600_040))).toEqual({ times: [0, 10, 40], jumps: [] });
});

test('the 32-bit wrap is seamless, including late neighbours', () => {
  const top = 2 ** 32;
  expect(run(video(top - 40), audio(top - 20), video(0), audio(top - 1), audio(22), video(40))).toEqual({
    times: [0, 20, 40, 39, 62, 80],
    jumps: [],
  });
});

test('a restart at 0 and a jump by an hour are one jump of both tracks, which keep their distance', () => {
  const [restart, later] = [
    [video(0), audio(10)],
    [video(3_600_000), audio(3_600_010), video(3_600_040)],
  ];
  expect(run(video(10_000), audio(10_010), ...restart, ...later)).toEqual({ times: [0, 10, 40, 50, 80, 90, 120], jumps: [2, 4] });
});

test.each([5_000, -5_000, 100_000, -100_000, 2 ** 31])(
  'sound that is %i ms apart is no jump: the distance stays, and both play together',
  (apartMs) => {
    const timeline = new Timeline();
    const startMs = 200_000;
    for (let i = 0; i < 250; i++) {
      expect(timeline.at('video', startMs + i * 40, 40)).toEqual({ timeMs: i * 40, ownMs: i * 40, change: 'none' });
      expect(timeline.at('audio', (startMs + i * 40 + 7 + apartMs) >>> 0, 23)).toEqual({ timeMs: i * 40, ownMs: i * 40, change: 'none' });
    }
  },
);

test('tracks that are apart jump together', () => {
  const timeline = new Timeline();
  const at = (baseMs: number, i: number): readonly number[] => [
    timeline.at('video', baseMs + i * 40, 40).timeMs,
    timeline.at('audio', baseMs + i * 40 + 60_000, 40).timeMs,
  ];
  for (let i = 0; i < 10; i++) at(0, i);
  for (let i = 0; i < 10; i++) expect(at(7_200_000, i)).toEqual([400 + i * 40, 400 + i * 40]);
});

test('a gap is a gap up to ten seconds, and a longer one is joined', () => {
  expect(run(video(0), video(5_000), video(15_000), video(25_001))).toEqual({ times: [0, 5_000, 15_000, 15_040], jumps: [3] });
});

test('clocks that drift apart by 200 ppm for an hour never jump', () => {
  const timeline = new Timeline();
  const isRight = Array.from({ length: 90_000 }, (_, i) => {
    const soundMs = Math.round(i * 40 * 1.0002);
    return timeline.at('video', i * 40, 40).change === 'none' && timeline.at('audio', soundMs, 23).timeMs === soundMs;
  });
  expect(isRight.indexOf(false)).toBe(-1);
});

test('a timeline that keeps the times of the stream changes only jumps', () => {
  const timeline = new Timeline(null);
  expect([500, 540, 60_000, 60_040].map((rawMs) => timeline.at('video', rawMs, 40).timeMs)).toEqual([500, 540, 580, 620]);
});

test('within a track time never decreases', () => {
  expect(run(video(100), video(60), video(140))).toEqual({ times: [0, 0, 40], jumps: [] });
});

test('P30 a message between pictures gets their time and does not advance the clock; a time of another clock counts as now', () => {
  const timeline = new Timeline();
  expect(timeline.of(5_000)).toBe(0);
  timeline.at('video', 5_000, 40);
  expect([timeline.of(5_020), timeline.of(4_990), timeline.of(900_000)]).toEqual([20, -10, 0]);
  expect(timeline.at('video', 5_040, 40)).toMatchObject({ timeMs: 40, change: 'none' });
  const wrapping = new Timeline();
  wrapping.at('video', 2 ** 32 - 20, 40);
  expect(wrapping.of(20)).toBe(40);
});

test('a picture whose time is that of its display keeps it behind later ones, and a step back of seconds does not', () => {
  const timeline = new Timeline();
  const points = [1_000, 1_120, 1_040, 1_080, 1_240, 300].map((rawMs) => timeline.at('video', rawMs, 40));
  expect(points.map(({ timeMs }) => timeMs)).toEqual([0, 120, 120, 120, 240, 240]);
  expect(points.map(({ ownMs }) => ownMs)).toEqual([0, 120, 40, 80, 240, -260]);
});
