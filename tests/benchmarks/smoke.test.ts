/** Runs each benchmark without a browser at its minimum: figures exist and are plausible. Speed is not judged here. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadGlue, openOurs } from '../../benchmarks/decode/contestants.ts';
import { sampled } from '../../benchmarks/decode/stages.ts';
import { openFile } from '../../benchmarks/decode/streams.ts';
import { verified } from '../../benchmarks/decode/verified.ts';
import { openProbe, type Probe } from '../../benchmarks/measure/probe.ts';
import { resultOf } from '../../benchmarks/measure/results.ts';
import { WIRE } from '../../benchmarks/wire/wire.ts';
import { STAGE, STAGE_WORDS } from '../../src/wasm/glue/inspect.ts';

const ROOT = path.resolve('.');
const noBuild = (): Promise<string> => Promise.reject(new Error('no build is needed'));
let probe: Probe;
beforeAll(async () => void (probe = await openProbe()));
afterAll(() => probe.close());

test('the probe reads the machine: time relative to the best one, and existing cores', async () => {
  const { slower, cores, stolen } = await probe.read();
  expect(slower).toBeGreaterThanOrEqual(1);
  expect(cores).toBeGreaterThan(0);
  expect(stolen).toBeGreaterThanOrEqual(0);
});

test('decode: each build outputs the pictures of the manifest and is timed, and one with wrong pictures is not', async () => {
  const stream = await openFile(path.join(ROOT, 'fixtures/hevc/main10.265'), 'smoke', 2, 'twice in a row');
  const glue = await loadGlue({ root: ROOT });
  const right = (['simd', 'simd-mt', 'baseline'] as const).map((build) => ({
    name: build,
    open: () => openOurs(build, glue, stream, { build, threads: 2 }),
  }));
  const wrong = {
    name: 'wrong',
    open: async () => ({ ...(await openOurs('wrong', glue, stream, { build: 'simd' })), md5: () => Promise.resolve('0'.repeat(32)) }),
  };
  const broken = { name: 'broken', open: () => Promise.reject(new Error('does not start')) };
  const checked = await verified([...right, wrong, broken], () => undefined);
  expect(checked.right.map(({ name }) => name)).toEqual(['simd', 'simd-mt', 'baseline']);
  expect(checked.absent.map(({ contestant, why }) => `${contestant}: ${why.split(':')[0]}`)).toEqual([
    'broken: failed',
    'wrong: wrong pictures',
  ]);
  for (const contestant of checked.right) {
    const { fps, cpu, cores } = await contestant.measure();
    expect([fps, cpu, cores].every((figure) => figure! > 0 && Number.isFinite(figure))).toBe(true);
    await contestant.close?.();
  }
});

test('stages: the counted stages are exactly those that a thread writes while it works', async () => {
  const memory = new SharedArrayBuffer(1_024);
  const address = 256;
  const words = new Int32Array(memory, address, 2 * STAGE_WORDS);
  words[0] = STAGE.SAO;
  words[STAGE_WORDS] = STAGE.CABAC;
  const { samples } = await sampled(memory, address, 2, async () => {
    // The sampler runs in parallel, thousands of times a second: enough time to see each stage.
    await sleep(30);
    Atomics.store(words, STAGE_WORDS, STAGE.WAITING);
    await sleep(30);
  });
  const stagesOf = (thread: number): number[] => samples[thread]!.flatMap((count, stage) => (count > 0 ? [stage] : []));
  expect(stagesOf(0)).toEqual([STAGE.SAO]);
  expect(stagesOf(1)).toEqual([STAGE.CABAC, STAGE.WAITING]);
});

test('wire: every layer reads all messages of the recordings, with equal results', async () => {
  const outcome = await WIRE.run({
    isQuick: true,
    subjects: [{ name: 'this', root: ROOT, dist: noBuild, readableDist: noBuild }],
    isComparison: false,
    mayInstall: false,
    files: [],
    clips: [],
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
