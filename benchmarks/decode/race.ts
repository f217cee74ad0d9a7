/**
 * Compares the decoder's modules with those of another revision in one process: both decode chunks of a few access units in turn, and the
 * minimum time of each chunk over all passes counts. Load from other processes affects some passes but not the minimum, so that differences
 * below one percent are visible.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { anyText, EXIT, integer, runTool, startProgress, UsageError, type Tool, type ValuesOf } from '../../scripts/lib/command-line.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../../src/wasm/glue/decoder.ts';
import { CACHE, git, ROOT } from '../measure/environment.ts';
import { canEncode, openPlan, PLANS, type DecodeStream } from './streams.ts';

/** Access units per turn: long relative to the clock's resolution, short relative to changes of the machine. */
const CHUNK_UNITS = 6;

const OPTIONS = {
  only: anyText('only streams whose name has this in it'),
  pairs: integer('pairs of instances; the printed figure is the median of them', 5, 1, 99),
  passes: integer('decodes of the stream by each instance', 6, 1, 999),
} as const;

const RACE: Tool<typeof OPTIONS> = {
  name: 'npm run bench:race --',
  takes: '[revision]',
  about:
    'Races the committed modules of this tree against those of REVISION on one thread; prints time against the revision (1.01: one percent slower).\nHEAD as the revision shows the noise.',
  options: OPTIONS,
  wordsMax: 1,
  examples: ['  npm run bench:race -- main --only 1080p'],
  run: raceRevisions,
};

const MODULES = 'src/wasm/dist';
const THIS = pathToFileURL(path.join(ROOT, MODULES) + path.sep);

/** Writes the modules of a revision to a folder. */
function checkOut(revision: string): URL {
  let hash: string;
  try {
    hash = git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  } catch {
    throw new UsageError(`${revision} is no revision of this repository`);
  }
  const folder = path.join(CACHE, 'race', hash);
  mkdirSync(folder, { recursive: true });
  for (const file of git('ls-tree', '--name-only', `${hash}:${MODULES}`)
    .split('\n')
    .filter((name) => name.endsWith('.wasm')))
    writeFileSync(path.join(folder, file), execFileSync('git', ['show', `${hash}:${MODULES}/${file}`], { cwd: ROOT, maxBuffer: 2 ** 26 }));
  return pathToFileURL(folder + path.sep);
}

async function open(base: URL): Promise<Decoder> {
  const opened = await Decoder.open({ build: 'simd', threads: 1, limits: LEVEL_6_2_LIMITS, base });
  if (!opened.ok) throw new Error(`${base.pathname}: ${opened.error.detail}`);
  return opened.value;
}

/** Pulls until the decoder has no picture; returns their number. */
function drain(decoder: Decoder): number {
  for (let pictures = 0; ; pictures++) {
    const pulled = decoder.pull();
    if (!pulled.ok) throw new Error(pulled.error.detail);
    if (pulled.value.name !== 'picture') return pictures;
    decoder.release(pulled.value.picture);
  }
}

/** Processor time in ms for these units, which excludes time of other processes. */
async function timeOf(decoder: Decoder, units: readonly Uint8Array[], isLast: boolean): Promise<number> {
  const before = process.cpuUsage();
  for (const unit of units) {
    for (;;) {
      const pushed = decoder.push(unit, 0);
      if (!pushed.ok) {
        await decoder.settled(); // the range modules are loaded for the first SPS that needs them
        continue;
      }
      const pictures = drain(decoder);
      if (pushed.value !== 'full') break;
      if (pictures === 0) throw new Error('the decoder takes no unit and has no picture');
    }
  }
  if (isLast) {
    decoder.flush();
    drain(decoder);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Minimum time of the stream for each of the two revisions, in ms: the sum of the minimum times of its chunks. */
async function racePair(stream: DecodeStream, bases: readonly URL[], passes: number): Promise<readonly number[]> {
  const decoders = await Promise.all(bases.map(open));
  const chunks = Array.from({ length: Math.ceil(stream.units.length / CHUNK_UNITS) }, (_, i) =>
    stream.units.slice(i * CHUNK_UNITS, (i + 1) * CHUNK_UNITS),
  );
  const least = bases.map(() => chunks.map(() => Number.POSITIVE_INFINITY));
  for (let pass = 0; pass <= passes; pass++) {
    for (const [at, units] of chunks.entries()) {
      const turns = decoders.map((decoder, who) => ({ decoder, who }));
      for (const { decoder, who } of (pass + at) % 2 === 0 ? turns : turns.toReversed()) {
        const ms = await timeOf(decoder, units, at === chunks.length - 1);
        if (pass > 0) least[who]![at] = Math.min(least[who]![at]!, ms); // the first pass compiles
      }
    }
  }
  for (const decoder of decoders) decoder.close();
  return least.map((times) => times.reduce((sum, ms) => sum + ms, 0));
}

async function raceRevisions(values: ValuesOf<typeof OPTIONS>, words: readonly string[]): Promise<number> {
  const [revision] = words;
  if (revision === undefined) throw new UsageError('race against which revision?');
  const plans = PLANS.filter(({ name }) => name.includes(values.only ?? ''));
  if (plans.length === 0) throw new UsageError(`no stream has ${values.only} in its name`);
  const bases = [checkOut(revision), THIS];
  for (const plan of plans) {
    const stream = await openPlan(plan, [], canEncode(), false);
    if (!stream) continue;
    const progress = startProgress(values.pairs);
    const ratios: number[] = [];
    for (let pair = 0; pair < values.pairs; pair++) {
      progress.at(pair, stream.name);
      // The instances are created in alternating order, because the first one may have a better place in memory.
      const swapped = pair % 2 === 1;
      const times = await racePair(stream, swapped ? bases.toReversed() : bases, values.passes);
      ratios.push(swapped ? times[0]! / times[1]! : times[1]! / times[0]!);
    }
    progress.end();
    const sorted = ratios.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)]!;
    console.log(`${stream.name}: ${median.toFixed(3)} (${sorted[0]!.toFixed(3)} to ${sorted.at(-1)!.toFixed(3)})`);
  }
  return EXIT.DONE;
}

process.exitCode = await runTool(RACE, process.argv.slice(2));
