/**
 * Profile of the decoder by stage: each thread of the profiling build writes its current stage (src/wasm/hevc/inspect.h), and a sampling
 * thread counts. Entry counts are exact; times are shares of the samples.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { STAGE, STAGE_WORDS } from '../glue/inspect.ts';
import { buildModule, moduleRecipe } from '../build.mjs';
import { openYowaspToolchain } from '../toolchain/toolchain.mjs';
import type { BenchContext, Outcomes } from '../../../benchmarks/measure/benchmark.ts';
import { CACHE } from '../../../benchmarks/measure/environment.ts';
import { race, rowsOf, type Contestant, type FigureKinds, type Sample } from '../../../benchmarks/measure/rounds.ts';
import { loadGlue, type Glue } from './contestants.ts';
import type { DecodeStream } from './streams.ts';

type Stage = keyof typeof STAGE;
const STAGES = Object.keys(STAGE) as readonly Stage[];

/** Figures of each stage; the caller's time belongs to the benchmark. */
const FIGURES: Readonly<Record<Exclude<Stage, 'CALLER'>, readonly [name: string, meaning: string]>> = {
  CABAC: ['CABAC', 'Parsing of CTBs, with motion vectors and the edges for deblocking'],
  PREDICTION: ['prediction', 'Intra and inter prediction'],
  TRANSFORM: ['transform', 'Inverse transforms, added to the prediction'],
  DEBLOCKING: ['deblocking', 'Deblocking'],
  SAO: ['SAO', 'Sample adaptive offset'],
  WAITING: ['waiting', 'Waiting for another thread, or for work'],
  OTHER: ['other', 'Lines kept for the next row, taking jobs'],
};

export const STAGE_KINDS: FigureKinds = {
  'ms/picture': {
    unit: 'ms',
    better: 'lower',
    meaning: 'Time for each picture, by the profiling build: to be compared with the others’ rates',
  },
  ...Object.fromEntries(
    Object.values(FIGURES).map(([name, meaning]) => [
      name,
      { unit: 'ms/picture', better: 'neither' as const, meaning: `${meaning}; sum over all threads, of the profiling build` },
    ]),
  ),
};

const BUILD = 'simd-mt';
const FOLDER = path.join(CACHE, 'profile');

const [MODULE_FILE, RECIPE_FILE] = [path.join(FOLDER, `hevc-${BUILD}.wasm`), path.join(FOLDER, 'recipe')];

/** Whether the build is from the current sources. */
export const hasProfilingBuild = (): boolean =>
  existsSync(MODULE_FILE) &&
  existsSync(RECIPE_FILE) &&
  readFileSync(RECIPE_FILE, 'utf8') === moduleRecipe(BUILD, undefined, { variant: 'profile' });

/** Builds the module if necessary, with the compiler of the dependencies: a minute, once per state of the sources. */
async function profilingBuild(say: (what: string) => void): Promise<URL> {
  if (!hasProfilingBuild()) {
    say('the profiling build of the decoder, once');
    const toolchain = openYowaspToolchain();
    try {
      const module = await buildModule(toolchain, BUILD, { variant: 'profile' });
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(MODULE_FILE, module!);
      writeFileSync(RECIPE_FILE, moduleRecipe(BUILD, undefined, { variant: 'profile' }));
    } finally {
      await toolchain.close();
    }
  }
  return pathToFileURL(MODULE_FILE);
}

interface StageSamples {
  /** By thread and stage. */
  readonly samples: readonly (readonly number[])[];
}

/** Samples while `work` runs. */
async function sampled(memory: ArrayBufferLike, stages: number, threads: number, work: () => Promise<unknown>): Promise<StageSamples> {
  const flag = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./stage-sampler.mjs', import.meta.url), {
    workerData: { memory, stages, words: STAGE_WORDS, kinds: STAGES.length, threads, flag },
    // Plain JavaScript: without the modules that `--import` names for this process, which need a loader.
    execArgv: [],
  });
  await once(worker, 'message');
  const answered = once(worker, 'message') as Promise<[StageSamples]>;
  try {
    await work();
  } finally {
    Atomics.store(new Int32Array(flag), 0, 1);
    Atomics.notify(new Int32Array(flag), 0);
  }
  const [seen] = await answered;
  await worker.terminate();
  return seen;
}

/** Number of entries into each stage by all threads. */
function entered(memory: ArrayBufferLike, stages: number, threads: number): number[] {
  const words = new Int32Array(memory, stages, STAGE_WORDS * threads);
  return STAGES.map((_, stage) =>
    Array.from({ length: threads }, (_one, thread) => Atomics.load(words, thread * STAGE_WORDS + 1 + stage) >>> 0).reduce(
      (a, b) => a + b,
      0,
    ),
  );
}

async function openStages(name: string, glue: Glue, stream: DecodeStream, module: URL, threads: number): Promise<Contestant> {
  const opened = await glue.decoder.Decoder.open({ build: BUILD, base: module, threads });
  if (!opened.ok) throw new Error(`${name}: ${opened.error.code} ${opened.error.detail}`);
  const decoder = opened.value;
  const { memory, stages } = decoder.inspect() ?? {};
  if (memory === undefined || stages === undefined) throw new Error(`${name}: not the profiling build`);
  const notes: string[] = [];
  return {
    name,
    notes,
    async measure(): Promise<Sample> {
      const before = entered(memory, stages, threads);
      let [pictures, ms] = [0, 0];
      const { samples } = await sampled(memory, stages, threads, async () => {
        const startedMs = performance.now();
        ({ pictures } = await glue.decodeStream(decoder, stream.units));
        ms = performance.now() - startedMs;
      });
      const counts = entered(memory, stages, threads).map((count, stage) => Math.round((count - before[stage]!) / pictures));
      const { CABAC, PREDICTION, TRANSFORM } = STAGE;
      notes.splice(
        0,
        notes.length,
        `for each picture ${counts[CABAC]} CTBs parsed, ${counts[PREDICTION]} times from elsewhere to prediction, ${counts[TRANSFORM]} to transforms`,
      );
      const perPicture = ms / pictures;
      const timeOf = (stage: Stage): number =>
        samples.reduce((sum, thread) => sum + (thread[STAGE[stage]]! / thread.reduce((a, b) => a + b, 0)) * perPicture, 0);
      const figures = (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((stage) => [FIGURES[stage][0], timeOf(stage)]);
      return { 'ms/picture': perPicture, ...(Object.fromEntries(figures) as Sample) };
    },
    close: () => decoder.close(),
  };
}

/** One row per number of threads; one group per stream. */
export async function measureStages(context: BenchContext, stream: DecodeStream, outcomes: Outcomes): Promise<void> {
  const glue = await loadGlue(context.subjects[0]!);
  const module = await profilingBuild(context.say);
  const contestants = await Promise.all(
    (context.isQuick ? [1] : [1, 2]).map((threads) => openStages(`footlight x${threads}`, glue, stream, module, threads)),
  );
  const raced = await race(contestants, {
    rounds: context.isQuick ? 1 : 3,
    warmUp: context.isQuick ? 0 : 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`stages, ${stream.name}: ${name}`),
  });
  for (const contestant of contestants) await contestant.close?.();
  outcomes.count(raced);
  outcomes.groups.push({
    name: `Stages: ${stream.name}`,
    about: `${stream.about}. A build of its own (src/wasm/build.mjs --profile) says what each thread does, and a thread beside it looks thousands of times a second.`,
    rows: rowsOf(contestants, raced, STAGE_KINDS),
    absent: [],
    series: [],
  });
}
