import { expect, test } from 'vitest';
import { pullEvent, pullMachine, REPORT_TYPE, type PullEvent, type PullReport } from '../../../src/core/reports/pull.ts';
import { stepThrough, TICK } from './machine-run.ts';

function pulled(...events: readonly (readonly [nowMs: number, event: PullEvent | typeof TICK])[]): {
  reports: (readonly [number, PullReport])[];
  dueMs: number | null;
} {
  const { effects, dueMs } = stepThrough(pullMachine, undefined, ...events);
  return { reports: effects.map(([nowMs, { body }]) => [nowMs, body] as const), dueMs };
}
const start: PullEvent = { type: 'start', kind: 'h264', reason: 3 };
const frame: PullEvent = { type: 'first-frame', width: 852, height: 480, tookMs: 0 };
const progress = (bytes: number, paintedFrames = 0): PullEvent => ({
  type: 'progress',
  bytes,
  paintedFrames,
  droppedFrames: 2,
  decodeMs: 3.25,
});

test('P41 P22 a track that was left out is named in the report of the pull, and in no other', () => {
  const dropped = pullEvent({ event: 'track-dropped', fields: { track: 'audio', name: 'Speex' } })!;
  expect(pulled([100, start], [900, dropped], [1_300, frame]).reports.map(([, { para1 }]) => para1)).toEqual([
    '852x480 without audio: Speex',
    '852x480',
  ]);
});

test('P41 without a picture the first screen is counted at 5 s and the pull times out at 60 s, once each', () => {
  expect(pulled([0, start]).dueMs).toBe(5_000);
  const { reports, dueMs } = pulled([0, start], [4_999, TICK], [5_000, TICK], [6_000, TICK], [60_000, TICK], [90_000, TICK]);
  expect(reports.map(([nowMs, { type, state }]) => [nowMs, type, state])).toEqual([
    [5_000, REPORT_TYPE.firstScreen, 1],
    [60_000, REPORT_TYPE.pull, 6],
  ]);
  expect(dueMs).toBeNull();
  expect(pulled([0, start], [5_000, TICK], [7_000, frame]).reports.map(([, { type }]) => type)).toEqual([
    REPORT_TYPE.firstScreen,
    REPORT_TYPE.pull,
  ]);
});

test('P41 a pull that is stopped before its first picture reports neither a first screen nor a timeout', () => {
  const stopped = pullEvent({ event: 'stopped', fields: { by: 'viewer' } })!;
  expect(stopped).toEqual({ type: 'stopped' });
  expect(pulled([0, start], [2_000, stopped], [5_000, TICK], [60_000, TICK])).toEqual({ reports: [], dueMs: null });
  const { reports } = pulled([0, start], [2_000, stopped], [9_000, start], [9_300, frame]);
  expect(reports.map(([nowMs, { type, time_length }]) => [nowMs, type, time_length])).toEqual([
    [9_300, REPORT_TYPE.pull, 300],
    [9_300, REPORT_TYPE.firstScreen, 300],
  ]);
});

test('P41 a stall is reported with the lost time, only while something plays', () => {
  const stall: PullEvent = { type: 'stall', lostMs: 700 };
  expect(pulled([0, start], [500, stall]).reports).toEqual([]);
  expect(pulled([0, start], [1_000, frame], [9_000, stall]).reports.at(-1)).toEqual([
    9_000,
    { type: REPORT_TYPE.stall, state: 0, time_length: 700, fs: 1_000, para: 'h264', para1: '', para2: '' },
  ]);
});

test('P41 totals give a speed report every 5 s and a performance report at most every 60 s', () => {
  const events: (readonly [number, PullEvent])[] = [
    [0, start],
    [0, frame],
  ];
  for (let s = 1; s <= 121; s++) events.push([s * 1_000, progress(s * 100_000, s * 25)]);
  const { reports } = pulled(...events);
  const of = (type: number): (readonly [number, PullReport])[] => reports.filter(([, report]) => report.type === type);
  expect(of(REPORT_TYPE.speed)).toHaveLength(24);
  expect(of(REPORT_TYPE.speed).every(([, { para1 }]) => para1 === '100000')).toBe(true);
  expect(of(REPORT_TYPE.performance).map(([nowMs]) => nowMs)).toEqual([60_000, 120_000]);
  expect(of(REPORT_TYPE.performance)[0]?.[1]).toMatchObject({
    time_length: 60_000,
    para1: '1500 painted, 2 dropped',
    para2: 'decode 3.3 ms',
  });
});

test('P41 player facts become events; figures that are not numbers count as 0, and other facts cause no event', () => {
  expect(pullEvent({ event: 'start', fields: { kind: 'h264', reason: 3, why: 'first address', line: 0, epoch: 1 } })).toEqual(start);
  const failed = { code: 6, failure: 'TIMEOUT', ack: 'STALL_TIMEOUT', kind: 'h264', network: 0, why: 'silent' };
  expect(pullEvent({ event: 'failed', fields: failed })).toEqual({ type: 'failed', code: 6, why: 'STALL_TIMEOUT: silent' });
  expect(pullEvent({ event: 'failed', fields: { ...failed, ack: '' } })).toMatchObject({ why: 'silent' });
  expect(pullEvent({ event: 'progress', fields: { bytes: Number.NaN, paintedFrames: 4 } })).toEqual({
    type: 'progress',
    bytes: 0,
    paintedFrames: 4,
    droppedFrames: 0,
    decodeMs: 0,
  });
  expect(pullEvent({ event: 'status', fields: { status: 6 } })).toBeNull();
  expect(pullEvent({ event: 'ack', fields: { ack: 'TIMEOUT', why: '' } })).toBeNull();
});

test('P41 S2 a resumed player is reported with its own later figures, without a second pull or first screen', () => {
  const resumed: PullEvent = { type: 'resumed', kind: 'h265', reason: 3, firstScreenMs: 800 };
  const events = [[0, resumed] as const, [1_000, progress(9_000_000, 900)] as const];
  expect(pulled(...events)).toEqual({ reports: [], dueMs: null });
  expect(pulled(...events, [6_000, progress(9_500_000, 1_000)]).reports).toEqual([
    [6_000, { type: REPORT_TYPE.speed, state: 0, time_length: 5_000, fs: 800, para: 'h265', para1: '100000', para2: '' }],
  ]);
  const fact = { event: 'resumed', fields: { kind: 'h265', reason: 3, sinceStartMs: 800 } } as const;
  expect(pullEvent(fact)).toEqual(resumed);
});

const DOWN: PullEvent = { type: 'failed', code: 6, why: 'silent' };
test.each<[when: string, events: readonly (readonly [number, PullEvent | typeof TICK])[], last: PullReport]>([
  [
    'a pull that fails before its picture',
    [
      [100, start],
      [1_000.4, DOWN],
    ],
    { type: REPORT_TYPE.pull, state: 6, time_length: 900, fs: 0, para: 'h264', para1: 'silent', para2: '3' },
  ],
  [
    'a player that fails while it plays',
    [
      [100, start],
      [1_300, frame],
      [9_300, DOWN],
    ],
    { type: REPORT_TYPE.pull, state: 6, time_length: 9_200, fs: 1_200, para: 'h264', para1: 'silent', para2: '3' },
  ],
  [
    'the first screen without a picture',
    [
      [0, start],
      [5_000, TICK],
    ],
    { type: REPORT_TYPE.firstScreen, state: 1, time_length: 5_000, fs: 0, para: 'h264', para1: '', para2: '3' },
  ],
  [
    'a pull without a picture',
    [
      [0, start],
      [5_000, TICK],
      [60_000, TICK],
    ],
    { type: REPORT_TYPE.pull, state: 6, time_length: 60_000, fs: 0, para: 'h264', para1: '', para2: '3' },
  ],
  [
    'the speed of a player',
    [
      [0, start],
      [1_000, frame],
      [6_000, progress(50_000)],
      [11_000, progress(150_000)],
    ],
    { type: REPORT_TYPE.speed, state: 0, time_length: 5_000, fs: 1_000, para: 'h264', para1: '20000', para2: '' },
  ],
  [
    'the performance of a player',
    [
      [0, start],
      [1_000, frame],
      [61_000, progress(1, 900)],
    ],
    {
      type: REPORT_TYPE.performance,
      state: 0,
      time_length: 60_000,
      fs: 1_000,
      para: 'h264',
      para1: '900 painted, 2 dropped',
      para2: 'decode 3.3 ms',
    },
  ],
  [
    'the second minute of a player, which counts from the first report',
    [
      [0, start],
      [1_000, frame],
      [61_000, progress(1, 900)],
      [121_000, { ...progress(1, 2_400), droppedFrames: 9 } as PullEvent],
    ],
    {
      type: REPORT_TYPE.performance,
      state: 0,
      time_length: 60_000,
      fs: 1_000,
      para: 'h264',
      para1: '1500 painted, 7 dropped',
      para2: 'decode 3.3 ms',
    },
  ],
  [
    'a failure of a player that an earlier worker reported',
    [
      [0, { type: 'resumed', kind: 'h265', reason: 4, firstScreenMs: 800 }],
      [2_000, DOWN],
    ],
    { type: REPORT_TYPE.pull, state: 6, time_length: 2_000, fs: 800, para: 'h265', para1: 'silent', para2: '4' },
  ],
])('P26 P41 each field of the report of %s', (_when, events, last) => {
  expect(pulled(...events).reports.at(-1)?.[1]).toEqual(last);
});

test('P41 the totals of a report count from the previous report of its kind, and decreasing totals count as 0', () => {
  const totals = (paintedFrames: number, droppedFrames: number): PullEvent => ({
    type: 'progress',
    bytes: 0,
    paintedFrames,
    droppedFrames,
    decodeMs: 2,
  });
  const { reports } = pulled([0, start], [0, frame], [60_000, totals(900, 9)], [119_999, totals(5, 5)], [120_000, totals(10, 3)]);
  const performance = reports.flatMap(([, { type, para1, time_length }]) =>
    type === REPORT_TYPE.performance ? [[para1, time_length]] : [],
  );
  expect(performance).toEqual([
    ['900 painted, 9 dropped', 60_000],
    ['0 painted, 0 dropped', 60_000],
  ]);
});

test('P41 a speed report that is late by half a period begins the periods again, so that none covers a moment only', () => {
  const speeds = (...totals: readonly (readonly [number, number])[]) =>
    pulled([0, start], [0, frame], ...totals.map(([nowMs, bytes]) => [nowMs, progress(bytes)] as const)).reports.flatMap(
      ([nowMs, { type, para1, time_length }]) => (type === REPORT_TYPE.speed ? [[nowMs, para1, time_length]] : []),
    );
  expect(speeds([4_999, 1], [7_499, 14_998], [9_999, 1], [10_000, 20_000])).toEqual([
    [7_499, '2000', 7_499],
    [10_000, '2000', 2_501],
  ]);
  expect(speeds([7_500, 15_000], [10_000, 1], [12_499, 1], [12_500, 65_000])).toEqual([
    [7_500, '2000', 7_500],
    [12_500, '10000', 5_000],
  ]);
});

test('P41 each number of a fact that is NaN or infinite counts as 0', () => {
  const [nan, endless] = [Number.NaN, Number.POSITIVE_INFINITY];
  expect(pullEvent({ event: 'start', fields: { kind: 'h264', reason: nan, why: '', line: 0, epoch: 1 } })).toMatchObject({ reason: 0 });
  expect(pullEvent({ event: 'first-frame', fields: { width: nan, height: endless, sinceStartMs: nan } })).toEqual({
    type: 'first-frame',
    width: 0,
    height: 0,
    tookMs: 0,
  });
  const failed = { code: nan, failure: '', ack: '', kind: 'h264', network: 0, why: '' };
  expect(pullEvent({ event: 'failed', fields: failed })).toEqual({ type: 'failed', code: 0, why: '' });
  expect(pullEvent({ event: 'resumed', fields: { kind: 'h264', reason: nan, sinceStartMs: endless } })).toEqual({
    type: 'resumed',
    kind: 'h264',
    reason: 0,
    firstScreenMs: 0,
  });
  expect(pullEvent({ event: 'stall', fields: { kind: 'h264', lostMs: 700 } })).toEqual({ type: 'stall', lostMs: 700 });
  expect(pullEvent({ event: 'stall', fields: { kind: 'h264', lostMs: nan } })).toEqual({ type: 'stall', lostMs: 0 });
  expect(pullEvent({ event: 'progress', fields: { bytes: 1, paintedFrames: 2, droppedFrames: 3, decodeMs: 4 } })).toEqual({
    type: 'progress',
    bytes: 1,
    paintedFrames: 2,
    droppedFrames: 3,
    decodeMs: 4,
  });
});
