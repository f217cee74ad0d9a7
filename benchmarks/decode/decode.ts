/** The decoder compared with other decoders, each verified by the MD5 of its pictures before it is timed. */
import path from 'node:path';
import type { OpenOptions } from '../../src/wasm/glue/decoder.ts';
import { nameFor, Outcomes, ratioFor, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { versionOf } from '../measure/environment.ts';
import { ensureOthers } from '../measure/others.ts';
import { race, rowsOf } from '../measure/rounds.ts';
import type { Group } from '../measure/schema.ts';
import { measureInBrowser } from './browser.ts';
import { COLD_KINDS, measureCold } from './cold.ts';
import { loadGlue, openFfmpegCore, openHevcjs, openNative, openOurs, SPEED_KINDS } from './contestants.ts';
import { LEVEL_KINDS, measureLevels } from './levels.ts';
import { hasProfilingBuild, measureStages, STAGE_KINDS } from './stages.ts';
import { canEncode, openFile, openPlan, PLANS, type DecodeStream } from './streams.ts';
import { NATIVE, verified, type Entrant } from './verified.ts';

type Absent = Group['absent'][number];

interface OurRun {
  readonly name: string;
  readonly options: OpenOptions;
  readonly isQuick?: true;
  /** Only on streams that every contestant decodes. */
  readonly isSlow?: true;
}

const OURS: readonly OurRun[] = [
  { name: 'footlight x1', options: { build: 'simd' }, isQuick: true },
  { name: 'footlight x2', options: { build: 'simd-mt', threads: 2 }, isQuick: true },
  { name: 'footlight x4', options: { build: 'simd-mt', threads: 4 } },
  { name: 'footlight x1 baseline', options: { build: 'baseline' }, isSlow: true },
];

interface OpenStream {
  readonly stream: DecodeStream;
  readonly inBrowser: boolean;
  readonly isBroad: boolean;
}

const ROUNDS = 4;

/** Contestants for this stream, and those that cannot take part, with the reason. */
async function entrantsFor(context: BenchContext, { stream, isBroad }: OpenStream): Promise<{ entrants: Entrant[]; absent: Absent[] }> {
  const entrants: Entrant[] = [];
  const absent: Absent[] = [];
  for (const subject of context.subjects) {
    const glue = await loadGlue(subject);
    for (const { name, options, isQuick, isSlow } of OURS) {
      if ((context.isQuick && !isQuick) || (isSlow && !isBroad)) continue;
      const full = nameFor(context, subject, name);
      entrants.push({ name: full, open: () => openOurs(full, glue, stream, options) });
    }
  }
  if (context.isComparison) return { entrants, absent };
  if (versionOf('ffmpeg') === null) absent.push({ contestant: NATIVE, why: 'ffmpeg is not installed' });
  else
    for (const threads of context.isQuick ? [1] : [1, 2])
      entrants.push({ name: `native ffmpeg x${threads}`, open: async () => openNative(stream, threads) });
  if (!isBroad) return { entrants, absent };
  if (ensureOthers(context)) {
    entrants.push({ name: '@hevcjs/core', open: () => openHevcjs(stream) });
    if (!context.isQuick) entrants.push({ name: '@ffmpeg/core', open: () => openFfmpegCore(stream) });
  } else
    for (const name of ['@hevcjs/core', '@ffmpeg/core'])
      absent.push({ contestant: name, why: 'the packages of others could not be installed' });
  return { entrants, absent };
}

async function measureStream(context: BenchContext, open: OpenStream, outcomes: Outcomes): Promise<void> {
  const { stream } = open;
  outcomes.addInput(stream.input);
  const { entrants, absent } = await entrantsFor(context, open);
  const checked = await verified(entrants, (what) => context.say(`${stream.name}: ${what}`));
  const raced = await race(checked.right, {
    rounds: context.isQuick ? 2 : ROUNDS,
    // In a quick run the verification is the warm-up.
    warmUp: context.isQuick ? 0 : 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`${stream.name}: ${name}`),
  });
  outcomes.count(raced);
  const rows = rowsOf(
    checked.right,
    raced,
    SPEED_KINDS,
    ratioFor(context, checked.right.some(({ name }) => name === NATIVE) ? NATIVE : 'footlight x1'),
  );
  for (const contestant of checked.right) await contestant.close?.();
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
    const stream = await openPlan(plan, context.clips, mayEncode, context.isQuick);
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
  for (const { stream, inBrowser, isBroad } of streams) if (inBrowser) await measureInBrowser(context, stream, outcomes, { isBroad });
  const inFirefox = context.isQuick ? undefined : streams.findLast(({ inBrowser }) => inBrowser);
  if (inFirefox) await measureInBrowser(context, inFirefox.stream, outcomes, { browser: 'Firefox' });
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
  kinds: { ...SPEED_KINDS, ...COLD_KINDS, ...LEVEL_KINDS, ...STAGE_KINDS },
  run,
};
