import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figuresOf, folderOf, summaryOf, tooLow } from '../../scripts/mutation/figures.ts';
import { ALL_PARTS, featuresOf, patternsOf, testsOf } from '../../scripts/mutation/parts.ts';
import { blocksOf, samplesOf } from '../../scripts/mutation/sample.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

const mutants = (...statuses: readonly string[]) => ({ mutants: statuses.map((status) => ({ status })) });

test('a mutant ended by a test or the time limit is killed, an uncovered one survives, an ignored one does not count', () => {
  const files = { 'a/b.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError') };
  expect(figuresOf({ files })).toEqual({ 'a/b.ts': { killed: 2, alive: 2 } });
});

test('the summary replaces the files of the run, keeps the others, removes deleted ones, and sums by folder', () => {
  const before = {
    'src/core/a.ts': { killed: 1, alive: 1 },
    'src/core/b.ts': { killed: 5, alive: 5 },
    'src/core/gone.ts': { killed: 0, alive: 9 },
  };
  const summary = summaryOf(before, { 'src/core/b.ts': { killed: 3, alive: 0 } }, (path) => path !== 'src/core/gone.ts');
  expect(summary.files).toEqual({ 'src/core/a.ts': { killed: 1, alive: 1 }, 'src/core/b.ts': { killed: 3, alive: 0 } });
  expect(summary.folders).toEqual({ 'src/core': { score: 80, killed: 4, alive: 1 } });
  expect(summary.score).toBe(80);
});

test('the wiring of all features is one folder of the summary, their rules another', () => {
  expect(folderOf('src/features/mic/room.ts')).toBe(folderOf('src/features/ad/room.ts'));
  expect(folderOf('src/features/mic/rules-view.ts')).toBe(folderOf('src/features/ad/rules.ts'));
  expect(folderOf('src/features/mic/room.ts')).not.toBe(folderOf('src/features/mic/rules.ts'));
  expect(folderOf('src/workers/stats/stats.ts')).toBe('src/workers/stats');
});

test('a folder below its minimum score is named: 85 % for wiring and the stats worker, 80 % elsewhere', () => {
  const scored = (path: string, killed: number) => tooLow(summaryOf({}, { [path]: { killed, alive: 100 - killed } }, () => true));
  for (const [path, least] of [
    ['src/features/mic/room.ts', 85],
    ['src/workers/stats/stats.ts', 85],
    ['src/core/counts.ts', 80],
  ] as const) {
    expect(scored(path, least)).toEqual([]);
    expect(scored(path, least - 1)).toEqual([`${folderOf(path)}: ${least - 1} %, at least ${least} % are needed`]);
  }
});

test('a folder becomes a pattern and generated code is never mutated; tests of a part are existing folders', () => {
  expect(patternsOf(['src/workers/stats/'])).toEqual([
    'src/workers/stats/**/*.ts',
    '!src/**/generated/**',
    '!src/**/*.d.ts',
    '!src/workers/*/worker.ts',
  ]);
  expect(patternsOf(['src/core/counts.ts'])[0]).toBe('src/core/counts.ts');
  expect(patternsOf([]).slice(0, ALL_PARTS.length)).toEqual(ALL_PARTS);
  expect(testsOf(['src/features/gifts/room.ts', 'src/features/mic/rules.ts'])).toEqual([
    'tests/wires/{messages,actions,room-events,counts,snapshots}.test.ts',
    'tests/features/{bounds,machines}.test.ts',
    'tests/features/gifts',
    'tests/features/mic',
  ]);
  for (const path of testsOf([...ALL_PARTS, 'src/features/gifts', 'src/x']))
    if (!/[*{]/.test(path)) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

test('a feature’s mutants are tested by its own wires, all others by all wires', () => {
  expect(featuresOf(['src/features/gifts/room.ts', 'src/features/mic/rules.ts', 'src/features/mic/room.ts'])).toEqual(['gifts', 'mic']);
  expect(featuresOf(['src/features/gifts/room.ts', 'src/core/counts.ts'])).toEqual([]);
  expect(featuresOf([])).toEqual([]);
});

test('a sample is the same in every run, has about one block of lines in n, and covers each line at most once', () => {
  const blocks = blocksOf('src/a.ts', 8_003, 4);
  expect(blocksOf('src/a.ts', 8_003, 4)).toEqual(blocks);
  expect(blocks.length).toBeGreaterThan(200);
  expect(blocks.length).toBeLessThan(300);
  expect(new Set(blocks).size).toBe(blocks.length);
  expect(blocksOf('src/a.ts', 19, 1)).toEqual(['src/a.ts:1-8', 'src/a.ts:9-16', 'src/a.ts:17-19']);
  const files = samplesOf(['src/core/cache/', 'src/core/counts.ts'], 1).map((block) => block.replace(/:.*/, ''));
  expect([...new Set(files)]).toEqual(['src/core/cache/resources.ts', 'src/core/counts.ts']);
});

test('the mutants of a sampled file are multiplied by the sampling rate', () => {
  const files = { 'src/core/a.ts': mutants('Killed', 'Survived') };
  expect(figuresOf({ files }, 3)).toEqual({ 'src/core/a.ts': { killed: 1, alive: 1, oneOf: 3 } });
  const { folders, score } = summaryOf({ 'src/core/b.ts': { killed: 4, alive: 0 } }, figuresOf({ files }, 3), () => true);
  expect(folders).toEqual({ 'src/core': { score: 70, killed: 7, alive: 3 } });
  expect(score).toBe(70);
});
