/** The decoder compared with native ffmpeg, each verified by the MD5 of its pictures before it is timed. */
import path from 'node:path';
import {
  type BenchContext,
  type Benchmark,
  type BenchOutcome,
  nameFor,
  Outcomes,
  ratioFor,
} from '../../../benchmarks/measure/benchmark.ts';
import { versionOf } from '../../../benchmarks/measure/environment.ts';
import { type Contestant, type FigureKinds, race, rowsOf, type Sample } from '../../../benchmarks/measure/rounds.ts';
import { type Group, psnr } from '../../../benchmarks/measure/schema.ts';
import type { Build } from '../glue/build.ts';
import type { Decoder, DecodeLevel } from '../glue/decoder.ts';
import { measureInBrowser } from './browser.ts';
import {
  type Glue,
  loadGlue,
  type NodeContestant,
  openNative,
  openOurs,
  SPEED_KINDS,
  type Entrant,
  NATIVE,
  verified,
} from './contestants.ts';
import { hasProfilingBuild, measureStages, STAGE_KINDS } from './stages.ts';
import { canEncode, type DecodeStream, openFile, openPlan, PLANS } from './streams.ts';
import { raceInTurns, TURN_KINDS } from './turns.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ColdAnswer } from './decoding-process.ts';

// Costs of a decoder before it decodes: bytes, time to the first picture in a fresh process, and memory.

const COLD_KINDS: FigureKinds = {
  opened: {
    unit: 'ms',
    better: 'lower',
    meaning: 'From a fresh process’s first line to a decoder that is ready: reading, compiling, making its memory and threads',
  },
  'first picture': {
    unit: 'ms',
    better: 'lower',
    meaning: 'From a fresh process’s first line to the first decoded picture, the engine not warmed up',
  },
  memory: { unit: 'MiB', better: 'lower', meaning: 'The module’s whole memory after the stream, with the widest limits of the decoder' },
  module: { unit: 'kB', better: 'lower', meaning: 'Bytes of the WebAssembly module' },
  'module, gzip': { unit: 'kB', better: 'lower', meaning: 'The same as it travels, gzip -9' },
};

const PROCESS = fileURLToPath(new URL('./decoding-process.ts', import.meta.url));
const LIMIT_MS = 120_000;
const MIB = 1024 ** 2;

function contestant(
  name: string,
  entrant: readonly [build: Build, threads: string],
  root: string,
  module: string,
  stream: DecodeStream,
): Contestant {
  const wasm = readFileSync(module);
  const bytes = { module: wasm.length / 1_000, 'module, gzip': gzipSync(wasm, { level: 9 }).length / 1_000 };
  return {
    name,
    measure(): Promise<Sample> {
      const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', PROCESS, ...entrant, root, stream.file], {
        encoding: 'utf8',
        timeout: LIMIT_MS,
      });
      const last = stdout.trim().split('\n').at(-1) ?? '';
      if (status !== 0 || !last.startsWith('{')) throw new Error(`${name}: ${stderr.trim().split('\n').at(-1) ?? 'no answer'}`);
      const { openedMs, firstPictureMs, memoryBytes } = JSON.parse(last) as ColdAnswer;
      return Promise.resolve({ opened: openedMs, 'first picture': firstPictureMs, memory: memoryBytes / MIB, ...bytes });
    },
  };
}

async function measureCold(context: BenchContext, stream: DecodeStream, outcomes: Outcomes): Promise<void> {
  const contestants = context.subjects.flatMap((subject) => {
    const dist = path.join(subject.root, 'src/wasm/dist');
    return [
      contestant(nameFor(context, subject, 'footlight x1'), ['simd', '1'], subject.root, path.join(dist, 'hevc-simd.wasm'), stream),
      contestant(nameFor(context, subject, 'footlight x2'), ['simd-mt', '2'], subject.root, path.join(dist, 'hevc-simd-mt.wasm'), stream),
    ];
  });
  const raced = await race(contestants, {
    rounds: context.isQuick ? 1 : 4,
    warmUp: context.isQuick ? 0 : 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`cold start: ${name}`),
  });
  outcomes.count(raced);
  outcomes.groups.push({
    name: 'Cold start in Node',
    about: `A fresh process for each turn decodes ${stream.name}.`,
    rows: rowsOf(contestants, raced, COLD_KINDS, ratioFor(context, 'footlight x1')),
    absent: [],
    series: [],
  });
}

// Gain of each decode level of the room, and its cost in PSNR.

const LEVEL_KINDS: FigureKinds = {
  speed: { unit: 'x', better: 'higher', meaning: 'Times faster than all of the work, by processor time of the same round' },
  shown: { unit: '%', better: 'higher', meaning: 'Share of the pictures that are still shown' },
  psnr: {
    unit: 'dB',
    better: 'higher',
    meaning: 'Mean PSNR of the luma of the pictures that are shown, against the full decode; an equal picture counts as 99',
  },
};

const levels = (full: DecodeLevel): readonly (readonly [name: string, level: DecodeLevel])[] => [
  ['all of the work', full],
  ['no filters on non-references', { ...full, filters: 'references' }],
  ['no filters', { ...full, filters: 'none' }],
  ['no non-references', { ...full, pictures: 'references' }],
  ['lowest temporal layer', { ...full, maxTemporalId: 0 }],
  ['key pictures', { ...full, pictures: 'key' }],
];

const EQUAL_DB = 99;

/** Luma of every picture, by the index of its access unit. */
async function decodeLuma(glue: Glue, stream: DecodeStream, decoder: Decoder): Promise<Map<number, Uint8Array>> {
  const pictures = new Map<number, Uint8Array>();
  await glue.decodeStream(decoder, stream.units, (picture) => {
    const planes = decoder.copy(picture);
    if (planes) pictures.set(picture.ptsMs, planes.subarray(0, picture.width * picture.height * picture.bytesPerSample));
  });
  return pictures;
}

/** 8 bits only. */
function compare(
  full: ReadonlyMap<number, Uint8Array>,
  less: ReadonlyMap<number, Uint8Array>,
): { readonly psnr: number; readonly shown: number } {
  const values: number[] = [];
  for (const [pts, luma] of less) {
    const whole = full.get(pts);
    if (!whole) continue;
    let error = 0;
    for (let i = 0; i < luma.length; i++) error += (luma[i]! - whole[i]!) ** 2;
    values.push(Math.min(psnr(error, luma.length, 255), EQUAL_DB));
  }
  return { psnr: values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1), shown: (less.size / full.size) * 100 };
}

async function measureLevels(context: BenchContext, stream: DecodeStream, outcomes: Outcomes): Promise<void> {
  const subject = context.subjects[0]!;
  const glue = await loadGlue(subject);
  const all = levels(glue.decoder.FULL_DECODE_LEVEL);
  let full: Map<number, Uint8Array> | undefined;
  let fullCpuMs = Number.NaN;
  const contestants: Contestant[] = [];
  for (const [name, level] of all) {
    context.say(`decode level: ${name}`);
    const opened = await glue.decoder.Decoder.open({ build: 'simd' });
    if (!opened.ok) throw new Error(opened.error.detail);
    const decoder = opened.value;
    decoder.setDecodeLevel(level);
    const luma = await decodeLuma(glue, stream, decoder);
    const quality = compare((full ??= luma), luma);
    contestants.push({
      name: nameFor(context, subject, name),
      async measure() {
        const cpu = process.cpuUsage();
        await glue.decodeStream(decoder, stream.units);
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = (user + system) / 1_000;
        if (level === all[0]![1]) fullCpuMs = cpuMs;
        return { speed: fullCpuMs / cpuMs, shown: quality.shown, psnr: quality.psnr };
      },
      close: () => decoder.close(),
    });
  }
  const raced = await race(contestants, {
    rounds: 3,
    warmUp: 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`decode level: ${name}`),
  });
  for (const contestant of contestants) await contestant.close?.();
  outcomes.count(raced);
  outcomes.groups.push({
    name: 'Decode levels',
    about: `${stream.name} on one thread, with less and less of the work done, as the room does when a machine is too slow.`,
    rows: rowsOf(contestants, raced, LEVEL_KINDS),
    absent: [],
    series: [],
  });
}

type Absent = Group['absent'][number];

interface OurRun {
  readonly name: string;
  readonly build: Build;
  readonly threads: number;
  readonly isQuick?: true;
  /** Only on streams that every contestant decodes. */
  readonly isSlow?: true;
}

const OURS: readonly OurRun[] = [
  { name: 'footlight x1', build: 'simd', threads: 1, isQuick: true },
  { name: 'footlight x2', build: 'simd-mt', threads: 2, isQuick: true },
  { name: 'footlight x1 baseline', build: 'baseline', threads: 1, isSlow: true },
];

interface OpenStream {
  readonly stream: DecodeStream;
  readonly inBrowser: boolean;
  readonly isBroad: boolean;
}

const ROUNDS = 3;

/** Contestants for this stream, and those that cannot take part, with the reason. */
async function entrantsFor(
  context: BenchContext,
  { stream, isBroad }: OpenStream,
): Promise<{ entrants: Entrant<NodeContestant>[]; absent: Absent[] }> {
  const entrants: Entrant<NodeContestant>[] = [];
  const absent: Absent[] = [];
  for (const subject of context.subjects) {
    const glue = await loadGlue(subject);
    for (const { name, build, threads, isQuick, isSlow } of OURS) {
      if ((context.isQuick && !isQuick) || (isSlow && !isBroad)) continue;
      const full = nameFor(context, subject, name);
      entrants.push({ name: full, open: () => openOurs(full, glue, stream, { build, threads, root: subject.root }) });
    }
  }
  if (context.isComparison) return { entrants, absent };
  if (versionOf('ffmpeg') === null) absent.push({ contestant: NATIVE, why: 'ffmpeg is not installed' });
  else entrants.push({ name: NATIVE, open: () => Promise.resolve(openNative(stream, 1)) });
  return { entrants, absent };
}

async function measureStream(context: BenchContext, open: OpenStream, outcomes: Outcomes): Promise<void> {
  const { stream } = open;
  outcomes.addInput(stream.input);
  const { entrants, absent } = await entrantsFor(context, open);
  const checked = await verified(entrants, (what) => context.say(`${stream.name}: ${what}`));
  for (const contestant of checked.right) await contestant.close?.();
  context.say(`${stream.name}: in turns`);
  const runners = new Map(checked.right.map(({ name, runner }) => [name, runner]));
  const raced = await raceInTurns(runners, stream, context.isQuick ? 1 : ROUNDS, context.probe);
  outcomes.count(raced);
  const rows = rowsOf(
    checked.right,
    raced,
    TURN_KINDS,
    ratioFor(context, checked.right.some(({ name }) => name === NATIVE) ? NATIVE : 'footlight x1'),
  );
  outcomes.groups.push({
    name: `Node: ${stream.name}`,
    about: `${stream.about}. All of these show the same pictures, md5 ${checked.md5}.`,
    rows,
    absent: [...absent, ...checked.absent],
    series: [],
  });
}

async function openStreams(context: BenchContext): Promise<OpenStream[]> {
  if (context.files.length > 0)
    return Promise.all(
      context.files.map(async (file) => ({
        stream: await openFile(file, path.basename(file), 1, path.basename(file)),
        inBrowser: true,
        isBroad: true,
      })),
    );
  const mayEncode = canEncode() && !context.isQuick;
  const opened = [];
  for (const plan of context.isQuick ? PLANS.filter(({ isQuick }) => isQuick) : PLANS) {
    if (plan.encoding && mayEncode) context.say(`${plan.name}: encoding, once`);
    const stream = await openPlan(plan, mayEncode, context.isQuick);
    if (stream) opened.push({ stream, inBrowser: plan.inBrowser === true || context.isQuick, isBroad: plan.isBroad === true });
  }
  return opened;
}

/** One stream per kind for the profile by stage: 8 and 10 bits, with and without wavefronts. */
const STAGES_OF = ['1080p Main WPP', '1080p Main, no WPP', '1080p Main 10 WPP'];

/** Not in a quick run, because its build takes longer than the run. */
function stagesOf(context: BenchContext, streams: readonly OpenStream[]): readonly DecodeStream[] {
  if (context.isQuick && !hasProfilingBuild()) return [];
  const named = streams.filter(({ stream }) => STAGES_OF.includes(stream.name));
  return (named.length > 0 ? named : streams.slice(0, 1)).map(({ stream }) => stream);
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const streams = await openStreams(context);
  for (const open of streams) await measureStream(context, open, outcomes);
  for (const { stream, inBrowser } of streams) if (inBrowser) await measureInBrowser(context, stream, outcomes);
  const inFirefox = context.isQuick ? undefined : streams.findLast(({ inBrowser }) => inBrowser);
  if (inFirefox) await measureInBrowser(context, inFirefox.stream, outcomes, 'Firefox');
  const first = streams[0];
  if (first) {
    await measureCold(context, first.stream, outcomes);
    if (!context.isComparison && !context.isQuick) await measureLevels(context, first.stream, outcomes);
    if (!context.isComparison) for (const stream of stagesOf(context, streams)) await measureStages(context, stream, outcomes);
  }
  return outcomes;
}

export const DECODE: Benchmark = {
  name: 'decode',
  about:
    'How fast H265 is decoded, planes reachable and nothing drawn, beside other decoders of the same streams. Each contestant’s pictures are compared by md5 before it is timed.',
  kinds: { ...SPEED_KINDS, ...TURN_KINDS, ...COLD_KINDS, ...LEVEL_KINDS, ...STAGE_KINDS },
  run,
};
