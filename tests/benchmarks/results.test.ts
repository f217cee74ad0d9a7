import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Benchmark } from '../../benchmarks/measure/benchmark.ts';
import { readResults, RESULTS, resultOf, writeResult } from '../../benchmarks/measure/results.ts';
import { readResult, type BenchmarkResult, type Row } from '../../benchmarks/measure/schema.ts';
import { show } from '../../benchmarks/report/print.ts';
import { reportPage, writeReport } from '../../benchmarks/report/write.ts';

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
  expect(why(changed((result) => (result.commit.hash = 'main')))).toContain('commit.hash');
  expect(why({ ...RESULT, extra: 1 })).toContain('extra');
  expect(why(null)).not.toBe('read');
});

test('differences by rounding between a ratio and its values are accepted', () => {
  const [ours, theirs] = [1.0031915076293663, 1.0016234948443237];
  const figures = (value: number) => [
    { figure: 'cost', unit: 'µs', better: 'lower' as const, raw: [value], median: value, min: value, max: value },
  ];
  const ratio = ours / theirs;
  const rows: Row[] = [
    { contestant: 'theirs', notes: [], figures: figures(theirs) },
    { contestant: 'ours', notes: [], figures: [{ ...figures(ours)[0]!, ratio: { to: 'theirs', median: ratio, min: ratio, max: ratio } }] },
  ];
  const group = { name: 'one', about: '', rows, absent: [], series: [] };
  const benchmark: Benchmark = {
    name: 'wire',
    about: '',
    kinds: { cost: { unit: 'µs', better: 'lower', meaning: 'time' } },
    run: () => Promise.reject(new Error('is not run')),
  };
  const outcome = { inputs: [], groups: [group], rounds: RESULT.rounds, probes: [] };
  const result = resultOf(benchmark, outcome, { startedAt: new Date(0), isQuick: true });
  expect(result.groups[0]!.rows[1]!.figures[0]!).toMatchObject({ raw: [1.003192], ratio: { median: 1.001565 } });
});

test('a result is written and read back unchanged', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'footlight-bench-'));
  try {
    writeResult(folder, RESULT);
    expect(readResults(folder)).toEqual([RESULT]);
    const page = readFileSync(writeReport(path.join(folder, 'index.html'), [RESULT]), 'utf8');
    expect(page).toBe(`${reportPage([RESULT])}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
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

test('the page shows exactly the numbers of the results, and contains the results themselves', () => {
  const page = reportPage([RESULT]);
  expect(shownNumbers(page)).toEqual(expectedNumbers([RESULT]));
  expect(shownNumbers(page).get('wire|one|theirs </script>|cost|ratio')).toBe('2.00');
  expect(dataOf(page)).toEqual([RESULT]);
  expect(page.match(/<script/g)).toHaveLength(3);
});

test('the published results are valid, and the published page shows their numbers', () => {
  const results = readResults(RESULTS);
  const file = path.resolve('benchmarks/report/index.html');
  expect(existsSync(file)).toBe(true);
  const page = readFileSync(file, 'utf8');
  expect(results.length).toBeGreaterThan(0);
  expect(dataOf(page)).toEqual(results);
  expect(shownNumbers(page)).toEqual(expectedNumbers(results));
});
