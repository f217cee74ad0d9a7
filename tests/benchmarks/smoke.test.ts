/** Runs each benchmark without a browser at its minimum: figures exist and are plausible. Speed is not judged here. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenarios, simulate } from '../../benchmarks/crowd/crowd.ts';
import { RECONNECT_RULES, roomViewer, ruleViewer } from '../../benchmarks/crowd/viewers.ts';
import { categoriesOf, tasksOf, type TraceEvent } from '../../benchmarks/main-thread/trace.ts';
import { openProbe, type Probe } from '../../benchmarks/measure/probe.ts';
import { resultOf, readResults, RESULTS } from '../../benchmarks/measure/results.ts';
import { type BenchmarkResult, show } from '../../benchmarks/measure/schema.ts';
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
