/** Runs each benchmark without a browser at its minimum: figures exist and are plausible. Speed is not judged here. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenarios, simulate } from '../../benchmarks/crowd/crowd.ts';
import { RECONNECT_RULES, roomViewer, ruleViewer } from '../../benchmarks/crowd/viewers.ts';
import { categoriesOf, tasksOf, type TraceEvent } from '../../benchmarks/main-thread/trace.ts';
import { openProbe, type Probe, isDisturbed, type ProbeReading } from '../../benchmarks/measure/probe.ts';
import { resultOf, readResults, RESULTS } from '../../benchmarks/measure/results.ts';
import { type Contestant, type FigureKinds, race, rowsOf } from '../../benchmarks/measure/rounds.ts';
import { readResult, type BenchmarkResult, show } from '../../benchmarks/measure/schema.ts';
import { recoveryMs, stallsOf, watch, type WatchSample } from '../../benchmarks/stall/watch.ts';
import { WIRE } from '../../benchmarks/wire/wire.ts';
import { loadGlue, openOurs, verified } from '../../src/wasm/bench/contestants.ts';
import { openFile } from '../../src/wasm/bench/streams.ts';
import { raceInTurns } from '../../src/wasm/bench/turns.ts';

const ROOT = path.resolve('.');
const noBuild = (): Promise<string> => Promise.reject(new Error('no build is needed'));
let probe: Probe;
beforeAll(async () => void (probe = await openProbe()));
afterAll(() => probe.close());

test('decode: each build outputs the pictures of the manifest and is timed, and one with wrong pictures is not', async () => {
  const stream = await openFile(path.join(ROOT, 'src/wasm/fixtures/hevc/main10.265'), 'smoke', 2, 'twice in a row');
  const glue = await loadGlue({ root: ROOT });
  const right = (['simd', 'simd-mt', 'baseline'] as const).map((build) => ({
    name: build,
    open: () => openOurs(build, glue, stream, { build, threads: 2, root: ROOT }),
  }));
  const wrong = {
    name: 'wrong',
    open: async () => ({
      ...(await openOurs('wrong', glue, stream, { build: 'simd', threads: 1, root: ROOT })),
      md5: () => Promise.resolve('0'.repeat(32)),
    }),
  };
  const broken = { name: 'broken', open: () => Promise.reject(new Error('does not start')) };
  const checked = await verified([...right, wrong, broken], () => undefined);
  expect(checked.right.map(({ name }) => name)).toEqual(['simd', 'simd-mt', 'baseline']);
  expect(checked.absent.map(({ contestant, why }) => `${contestant}: ${why.split(':')[0]}`)).toEqual([
    'broken: failed',
    'wrong: wrong pictures',
  ]);
  for (const contestant of checked.right) await contestant.close?.();
  const runners = new Map(checked.right.map(({ name, runner }) => [name, runner]));
  const { samples } = await raceInTurns(runners, stream, 1, probe);
  for (const [name, [sample]] of samples) for (const figure of [sample!['cpu'], sample!['cold']]) expect(figure, name).toBeGreaterThan(0);
});

test('wire: every layer reads all messages of the recordings, with equal results', async () => {
  const outcome = await WIRE.run({
    isQuick: true,
    subjects: [{ name: 'this', root: ROOT, dist: noBuild, readableDist: noBuild }],
    isComparison: false,
    files: [],
    takes: () => true,
    viewers: 0,
    probe,
    say: () => undefined,
  });
  const { groups, inputs } = resultOf(WIRE, outcome, { startedAt: new Date(), isQuick: true });
  expect(groups.map(({ name }) => name)).toEqual(['Recording chat-flood', 'Recording all-pushes']);
  expect(inputs).toHaveLength(2);
  for (const { rows } of groups) {
    expect(rows.map(({ contestant }) => contestant)).toContain('whole message');
    expect(rows.every(({ figures }) => figures.every(({ min }) => min > 0))).toBe(true);
  }
});

// The crowd benchmark with a few hundred viewers: the same machines, with wider bounds, because a small crowd varies more.

const VIEWERS = 400;
const named = (name: string) => scenarios(VIEWERS).find((scenario) => scenario.name === name)!;

test('S2 after a cut nobody is lost, and the viewers do not return at once', () => {
  const { sample } = simulate(named('everything up after a cut'), VIEWERS, 1, roomViewer);
  expect(sample['not back']).toBe(0);
  expect(sample['99 % back']).toBeLessThanOrEqual(10);
  expect(sample['dials at once']).toBeLessThan(5);
  const phoenix = simulate(named('everything up after a cut'), VIEWERS, 1, (deps) => ruleViewer(RECONNECT_RULES['phoenix']!, deps));
  expect(phoenix.sample['dials at once']).toBe(100);
});

test.each(['everything down for 60 s', 'chat down for 60 s'])(
  'S2 P24 %s: nobody is lost, and almost all viewers are back within 40 s',
  (name) => {
    const { sample } = simulate(named(name), VIEWERS, 1, roomViewer);
    expect(sample['not back']).toBe(0);
    expect(sample['99 % back']).toBeLessThanOrEqual(40);
  },
);

test('P7 when a broadcast begins the requests of live info are spread over seconds', () => {
  expect(simulate(named('a broadcast begins'), VIEWERS, 1, roomViewer).sample['live info at once']).toBeLessThan(6);
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

const FREE: ProbeReading = { slower: 1, workMs: 12, cores: 2, stolen: 0 };

/** A probe that returns the given readings and repeats the last one. */
function probeOf(readings: readonly ProbeReading[]): Probe {
  let index = 0;
  return { read: () => Promise.resolve(readings[Math.min(index++, readings.length - 1)]!), close: () => undefined };
}

test('a round is disturbed only by a slow probe, a missing core or stolen time', () => {
  expect(isDisturbed(FREE, FREE, 2)).toBe(false);
  expect(isDisturbed(FREE, { ...FREE, slower: 1.5 }, 2)).toBe(true);
  expect(isDisturbed({ ...FREE, cores: 1.2 }, FREE, 2)).toBe(true);
  expect(isDisturbed({ ...FREE, cores: 0.95 }, FREE, 1)).toBe(false);
  expect(isDisturbed(FREE, { ...FREE, stolen: 0.2 }, 2)).toBe(true);
});

const KINDS: FigureKinds = { ms: { unit: 'ms', better: 'lower', meaning: 'time' } };

test('rounds are interleaved, warm-up is not counted, and a disturbed round is repeated once and counted', async () => {
  const turns: string[] = [];
  let value = 0;
  const contestants: Contestant[] = ['a', 'b'].map((name) => ({
    name,
    measure() {
      turns.push(name);
      return Promise.resolve({ ms: ++value });
    },
  }));
  const bad = { ...FREE, slower: 9 };
  // Readings: before the rounds; round 1 bad, repeated and good; round 2 good.
  const probe = probeOf([FREE, bad, FREE, FREE, FREE]);
  const raced = await race(contestants, { rounds: 2, warmUp: 1, probe, isQuick: false });
  expect(turns.join('')).toBe('abababababab'.slice(0, turns.length));
  // The repeat starts with the bad probe and is counted as disturbed too: there is at most one repeat per round.
  expect(raced.counts).toEqual({ counted: 2, warmUp: 1, repeated: 1, disturbed: 1 });
  expect(raced.samples.get('a')).toEqual([{ ms: 5 }, { ms: 7 }]);
  const [a, b] = rowsOf(contestants, raced, KINDS, 'a');
  expect(a!.figures[0]).toEqual({ figure: 'ms', unit: 'ms', better: 'lower', raw: [5, 7], median: 6, min: 5, max: 7 });
  expect(b!.figures[0]!.ratio).toEqual({ to: 'a', median: (6 / 5 + 8 / 7) / 2, min: 8 / 7, max: 6 / 5 });
});

const RESULT: BenchmarkResult = {
  schema: 1,
  benchmark: 'wire',
  about: 'for a test',
  meanings: { cost: 'time <for> one & "all"' },
  startedAt: '2026-01-02T03:04:05.678Z',
  tookS: 12.5,
  isQuick: true,
  commit: { hash: '0123456789'.repeat(4), isDirty: false },
  machine: { cpu: 'a', cores: 2, memoryGiB: 8, os: 'b' },
  software: { node: 'v20', browser: null, ffmpeg: null, x265: null },
  inputs: [{ name: 'x', md5: 'ab'.repeat(16), bytes: 3, about: '' }],
  rounds: { counted: 3, warmUp: 1, repeated: 0, disturbed: 0 },
  probes: [{ slower: 1, cores: 2, stolen: 0 }],
  groups: [
    {
      name: 'one',
      about: '',
      rows: [
        {
          contestant: 'ours',
          notes: [],
          figures: [{ figure: 'cost', unit: 'µs', better: 'lower', raw: [1, 2, 4.5], median: 2, min: 1, max: 4.5 }],
        },
        {
          contestant: 'theirs </script>',
          notes: ['a note'],
          figures: [
            {
              figure: 'cost',
              unit: 'µs',
              better: 'lower',
              raw: [2, 6, 9],
              median: 6,
              min: 2,
              max: 9,
              ratio: { to: 'ours', median: 2, min: 2, max: 3 },
            },
          ],
        },
      ],
      absent: [{ contestant: 'nobody', why: 'not installed' }],
      series: [{ title: 's', x: { label: 't', values: [0, 1] }, lines: [{ label: 'l', unit: 'ms', values: [1, null] }] }],
    },
  ],
};

const changed = (change: (result: BenchmarkResult) => void): BenchmarkResult => {
  const copy = structuredClone(RESULT);
  change(copy);
  return copy;
};

test('a result is read, and one with inconsistent figures is refused by name', () => {
  expect(readResult(RESULT)).toEqual({ ok: true, value: RESULT });
  const figure = (result: BenchmarkResult, row: number) => result.groups[0]!.rows[row]!.figures[0]!;
  const why = (result: unknown): string => {
    const read = readResult(result);
    return read.ok ? 'read' : read.why;
  };
  expect(why(changed((result) => (figure(result, 0).median = 3)))).toContain('median');
  expect(why(changed((result) => (figure(result, 1).ratio!.median = 2.5)))).toContain('ratios');
  expect(why(changed((result) => delete result.meanings['cost']))).toContain('meaning');
  expect(why(changed((result) => result.groups[0]!.series[0]!.lines[0]!.values.pop()))).toContain('every line');
  expect(why(changed((result) => (result.commit!.hash = 'main')))).toContain('commit.hash');
  expect(why({ ...RESULT, extra: 1 })).toContain('extra');
  expect(why(null)).not.toBe('read');
});

/** Every number of the page by its key, as shown. */
function shownNumbers(page: string): Map<string, string> {
  const unescape = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return new Map([...page.matchAll(/<b data-key="([^"]*)">([^<]*)<\/b>/g)].map((match) => [unescape(match[1]!), match[2]!]));
}

/** Numbers that the page has to show for the results. */
function expectedNumbers(results: readonly BenchmarkResult[]): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const { benchmark, groups } of results)
    for (const group of groups)
      for (const { contestant, figures } of group.rows)
        for (const figure of figures) {
          const key = [benchmark, group.name, contestant, figure.figure].join('|');
          numbers.set(`${key}|median`, show(figure.median));
          if (figure.min !== figure.max) numbers.set(`${key}|min`, show(figure.min)).set(`${key}|max`, show(figure.max));
          if (figure.ratio) numbers.set(`${key}|ratio`, show(figure.ratio.median));
        }
  return numbers;
}

const dataOf = (page: string): unknown =>
  JSON.parse(/<script type="application\/json" id="results">([^<]*)<\/script>/.exec(page)?.[1] ?? 'null');

test('the published results are valid, and the published page shows their numbers', () => {
  const results = readResults(RESULTS);
  const file = path.resolve('benchmarks/report/index.html');
  expect(existsSync(file)).toBe(true);
  const page = readFileSync(file, 'utf8');
  expect(results.length).toBeGreaterThan(0);
  expect(dataOf(page)).toEqual(results);
  expect(shownNumbers(page)).toEqual(expectedNumbers(results));
});
