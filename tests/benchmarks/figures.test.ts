import { expect, test } from 'vitest';
import { readBenchmark } from '../../benchmarks/decode/ffmpeg-core.ts';
import { categoriesOf, tasksOf, topFunctions, type TraceEvent } from '../../benchmarks/main-thread/trace.ts';
import { slopePerMinute } from '../../benchmarks/memory/growth.ts';
import { chatOf, withGifts } from '../../benchmarks/room/front.ts';
import { familyOf, hasProc, ranBetween } from '../../benchmarks/room/processes.ts';
import { allowance } from '../../benchmarks/room/shape.ts';
import { lengthOf, readTraces, speedAt } from '../../benchmarks/stall/traces.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { recoveryMs, stallsOf, watch, type WatchSample } from '../../benchmarks/stall/watch.ts';

test('a shaped network passes the bytes of its steps, none in an outage, and everything afterwards', () => {
  const steps = [
    { forMs: 1_000, kilobitsPerS: 800 },
    { forMs: 1_000, kilobitsPerS: 0 },
    { forMs: 500, kilobitsPerS: 80 },
  ];
  expect(allowance(steps, 0, 1_000)).toBe(100_000);
  expect(allowance(steps, 500, 1_500)).toBe(50_000);
  expect(allowance(steps, 1_000, 2_000)).toBe(0);
  expect(allowance(steps, 1_900, 2_500)).toBe(5_000);
  expect(allowance(steps, 2_400, 2_600)).toBe(Number.POSITIVE_INFINITY);
  expect(allowance([{ forMs: 10, kilobitsPerS: null }], 0, 5)).toBe(Number.POSITIVE_INFINITY);
  expect([speedAt(steps, 0), speedAt(steps, 1_200), speedAt(steps, 9_000)]).toEqual([800, 0, null]);
});

test('the networks of the stall benchmark exist, end within half a minute, and contain real outages', () => {
  const traces = readTraces();
  expect(traces.map(({ name }) => name)).toEqual(['constant', 'step', 'jitter', 'burst loss', 'outage 3 s', 'outage 10 s', 'slow start']);
  for (const { steps, outage } of traces) {
    expect(lengthOf(steps)).toBeLessThanOrEqual(30_000);
    if (outage)
      expect([speedAt(steps, outage.fromMs), speedAt(steps, outage.toMs - 1), speedAt(steps, outage.toMs)]).toEqual([0, 0, 3_000]);
  }
});

const sample = (atMs: number, positionS: number, change: Partial<WatchSample> = {}): WatchSample => ({
  atMs,
  positionS,
  painted: Math.round(positionS * 25),
  dropped: 0,
  offsetMs: Number.NaN,
  kind: 'h264',
  epoch: 1,
  latencyMs: 1_000,
  ...change,
});

/** Plays for a second, stops for one, plays on; at the end another player takes over. */
const WATCH = [
  ...Array.from({ length: 6 }, (_, i) => sample(200 * i, 0.2 * i)),
  ...Array.from({ length: 5 }, (_, i) => sample(1_200 + 200 * i, 1, { latencyMs: 2_000 })),
  ...Array.from({ length: 5 }, (_, i) => sample(2_200 + 200 * i, 1.2 + 0.2 * i, { dropped: 3 })),
  sample(3_200, 0.1, { epoch: 2, dropped: 2 }),
  sample(3_400, 0.3, { epoch: 2, dropped: 2 }),
];

test('a watch counts stops of 400 ms and more, dropped pictures by player, and takeovers', () => {
  expect(stallsOf(WATCH)).toEqual([{ fromMs: 1_000, toMs: 2_000 }]);
  const watched = watch(WATCH);
  expect(watched).toMatchObject({ rebuffers: 1, stalledMs: 1_000, dropped: 5, switches: 1, latencyP50Ms: 1_000 });
  expect(watched.stalledShare).toBeCloseTo(1_000 / 3_400);
  expect(watched.offsetP95Ms).toBeNaN();
  expect(watch([-40, 10, Number.NaN].map((offsetMs, i) => sample(200 * i, 0.2 * i, { offsetMs }))).offsetP95Ms).toBeCloseTo(38.5);
  expect(recoveryMs(WATCH, 1_500)).toBe(500);
  expect(recoveryMs(WATCH, 2_500)).toBe(0);
  expect(watch([])).toMatchObject({ rebuffers: 0, stalledShare: 0 });
});

const event = (name: string, ts: number, dur: number, tid = 1): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid,
  ts: ts * 1_000,
  dur: dur * 1_000,
});
const TRACE: readonly TraceEvent[] = [
  { name: 'thread_name', ph: 'M', pid: 1, tid: 1, ts: 0, args: { name: 'CrRendererMain' } },
  { name: 'thread_name', ph: 'M', pid: 1, tid: 2, ts: 0, args: { name: 'Compositor' } },
  event('ThreadControllerImpl::RunTask', 0, 60),
  event('FunctionCall', 5, 40),
  event('Layout', 10, 15),
  event('MinorGC', 30, 5),
  event('ThreadControllerImpl::RunTask', 100, 20),
  event('Paint', 101, 10),
  event('ThreadControllerImpl::RunTask', 0, 900, 2),
];

test('a trace gives busy share and long tasks of the main thread only, and its categories without double counting', () => {
  expect(tasksOf(TRACE, 1_000)).toEqual({ busy: 8, longTasks: 1, longestMs: 60 });
  expect(categoriesOf(TRACE, 1_000)).toEqual({ script: 2, layout: 1.5, gc: 0.5, paint: 1 });
  expect(tasksOf([], 1_000)).toEqual({ busy: 0, longTasks: 0, longestMs: 0 });
});

test('a profile lists the functions with the most time, without idle time and engine internals', () => {
  const node = (id: number, functionName: string) => ({ id, callFrame: { functionName, url: 'http://x/assets/main.js' } });
  const profile = {
    nodes: [node(1, '(idle)'), node(2, 'draw'), node(3, '')],
    samples: [1, 2, 2, 3],
    timeDeltas: [5_000, 10_000, 20_000, 4_000],
  };
  expect(topFunctions(profile, 100, 2)).toEqual([
    { name: 'draw main.js', percent: 30 },
    { name: '(anonymous) main.js', percent: 4 },
  ]);
});

test('growth is the slope of the second half, so that filling up to a limit is no growth', () => {
  const filled = Array.from({ length: 20 }, (_, i) => ({ atMs: i * 6_000, heapMiB: Math.min(i, 10), nodes: 0, allMiB: i }));
  expect(slopePerMinute(filled, ({ heapMiB }) => heapMiB)).toBeCloseTo(0);
  expect(slopePerMinute(filled, ({ allMiB }) => allMiB)).toBeCloseTo(10);
});

test('the times of threads between two readings are summed by the prefix of their names', () => {
  const before = new Map([['Compositor', 10]]);
  const after = new Map([
    ['Compositor', 15],
    ['CompositorTileW', 7],
    ['Chrome_IOThread', 90],
  ]);
  expect(ranBetween(before, after, ['Compositor'])).toBe(12);
});

test('a generated chat has as many messages a second as its rate, and none at the rate 0', () => {
  expect(chatOf(0).records).toEqual([]);
  for (const rate of [100, 5_000]) {
    const { records, durationMs } = chatOf(rate);
    expect((records.length * 1_000) / durationMs).toBeCloseTo(rate, -1);
    expect(records.every(({ direction }) => direction === 'in')).toBe(true);
  }
});

test('a storm of gifts is added to the chat, each gift separately, without prolonging it', () => {
  const [silent, flood] = [withGifts(chatOf(0), 50), withGifts(chatOf(1_000), 50)];
  expect(withGifts(chatOf(0), 0).records).toEqual([]);
  for (const [log, gifts] of [
    [silent, 500],
    [flood, 50],
  ] as const) {
    const ids = log.records.map(({ bytes }) => {
      const frame = readFrame(bytes);
      const envelope = frame.ok ? readEnvelope(frame.value.payload) : frame;
      return frame.ok && envelope.ok ? `${frame.value.command} ${envelope.value.msgId}` : '';
    });
    expect(ids.filter((id) => id.startsWith('601 storm-'))).toHaveLength(gifts);
    expect(new Set(ids).size).toBe(log.records.length);
    expect(log.records.every(({ atMs }, i) => atMs <= log.durationMs && atMs >= (log.records[i - 1]?.atMs ?? 0))).toBe(true);
  }
  expect([silent.durationMs, flood.durationMs]).toEqual([10_000, chatOf(1_000).durationMs]);
});

test('a process family is the first process with all descendants', () => {
  expect(familyOf(process.pid)).toContain(process.pid);
  expect(familyOf(process.ppid)).toEqual(expect.arrayContaining(hasProc() ? [process.ppid, process.pid] : [process.ppid]));
});

test('ffmpeg’s own timing is read from its output', () => {
  const text = 'frame=   90 fps=0.0 q=-0.0\nframe=  100 fps=9\nbench: utime=0.500s stime=0.020s rtime=0.260s\nbench: maxrss=4000kB\n';
  expect(readBenchmark(text)).toEqual({ ms: 260, cpuMs: 520, pictures: 100, maxRssKib: 4_000 });
});
