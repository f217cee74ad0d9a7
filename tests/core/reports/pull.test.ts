import { expect, test } from 'vitest';
import { pullEvent, pullMachine, REPORT_TYPE, type PullEvent, type PullReport } from '../../../src/core/reports/pull.ts';
import { stepThrough, TICK } from './machine-run.ts';

type Timed = readonly [nowMs: number, event: PullEvent | typeof TICK];
function pulled(...events: readonly Timed[]): {
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
const after = (...events: readonly Timed[]) => events;
const last = (type: number, state: number, time_length: number, fs: number, [para, para1, para2]: readonly string[]) =>
  ({ type, state, time_length, fs, para, para1, para2 }) as PullReport;
const { pull, firstScreen, speed, performance } = REPORT_TYPE;
const LATER: PullEvent = { type: 'progress', bytes: 1, paintedFrames: 2_400, droppedFrames: 9, decodeMs: 3.25 };
const RESUMED: PullEvent = { type: 'resumed', kind: 'h265', reason: 4, firstScreenMs: 800 };
test.each<[when: string, events: readonly Timed[], report: PullReport]>([
  ['a pull that fails before its picture', after([100, start], [1_000.4, DOWN]), last(pull, 6, 900, 0, ['h264', 'silent', '3'])],
  [
    'a player that fails while it plays',
    after([100, start], [1_300, frame], [9_300, DOWN]),
    last(pull, 6, 9_200, 1_200, ['h264', 'silent', '3']),
  ],
  ['the first screen without a picture', after([0, start], [5_000, TICK]), last(firstScreen, 1, 5_000, 0, ['h264', '', '3'])],
  ['a pull without a picture', after([0, start], [5_000, TICK], [60_000, TICK]), last(pull, 6, 60_000, 0, ['h264', '', '3'])],
  [
    'the speed of a player',
    after([0, start], [1_000, frame], [6_000, progress(50_000)], [11_000, progress(150_000)]),
    last(speed, 0, 5_000, 1_000, ['h264', '20000', '']),
  ],
  [
    'the performance of a player',
    after([0, start], [1_000, frame], [61_000, progress(1, 900)]),
    last(performance, 0, 60_000, 1_000, ['h264', '900 painted, 2 dropped', 'decode 3.3 ms']),
  ],
  [
    'the second minute of a player, which counts from the first report',
    after([0, start], [1_000, frame], [61_000, progress(1, 900)], [121_000, LATER]),
    last(performance, 0, 60_000, 1_000, ['h264', '1500 painted, 7 dropped', 'decode 3.3 ms']),
  ],
  [
    'a failure of a player that an earlier worker reported',
    after([0, RESUMED], [2_000, DOWN]),
    last(pull, 6, 2_000, 800, ['h265', 'silent', '4']),
  ],
])('P26 P41 each field of the report of %s', (_when, events, report) => {
  expect(pulled(...events).reports.at(-1)?.[1]).toEqual(report);
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
