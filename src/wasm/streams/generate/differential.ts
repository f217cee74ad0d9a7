/**
 * Compares random valid streams between native ffmpeg and the decoder, picture by picture. Needs ffmpeg (5.1 was used). A differing case is
 * printed with its seed.
 */
import {
  anyText,
  EXIT,
  integer,
  isMain,
  missingProgram,
  runTool,
  startProgress,
  UsageError,
  type Tool,
  type ValuesOf,
} from '../../../../scripts/lib/command-line.ts';
import { CONFIGURATIONS, md5sOf, openDecoder } from '../../cli/opened.ts';
import { splitAccessUnits } from '../../glue/access-units.ts';
import type { Decoder } from '../../glue/decoder.ts';
import { DRAWS, type Choices } from './choices.ts';
import { reference } from './reference.ts';

const OPTIONS = {
  cases: integer('random streams', 200, 1, 100_000_000),
  seed: integer('number of the first one', 1, 0, 2 ** 31),
  force: anyText('choices that are not left to chance, as JSON'),
} as const;

const TOOL: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- syntax',
  takes: '',
  about: 'Random valid HEVC streams through native ffmpeg and through the decoder, compared picture by picture (needs ffmpeg).',
  options: OPTIONS,
  wordsMax: 0,
  run: compare,
};

function readForced(given: string): Partial<Choices> {
  let read: unknown;
  try {
    read = JSON.parse(given);
  } catch {
    throw new UsageError(`--force ${given} is no JSON`);
  }
  if (typeof read !== 'object' || read === null) throw new UsageError('--force is no object');
  const unknown = Object.keys(read).filter((key) => !(key in DRAWS));
  if (unknown.length > 0) throw new UsageError(`--force: no such choice: ${unknown.join(', ')}`);
  return read;
}

async function compare(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  const force = readForced(values.force ?? '{}');
  const decoders: (readonly [name: string, Decoder])[] = [];
  for (const [build, threads] of CONFIGURATIONS) decoders.push([`${build} x${threads}`, await openDecoder({ build, threads })]);

  /** Undefined if all agree. */
  const judge = async (seed: number): Promise<string | undefined> => {
    const { stream, md5s, log } = reference(seed, force);
    for (const [name, decoder] of decoders) {
      const { each, firstError } = await md5sOf(decoder, splitAccessUnits(stream.bytes));
      if (String(each) === String(md5s) && firstError === undefined) continue;
      const first = md5s.findIndex((one, i) => one !== each[i]);
      const error = firstError ? `${firstError.code} ${firstError.detail}` : 'no error';
      const output = log.split('\n').slice(0, 2).join(' | ') || 'no error';
      return `${name}: ${each.length} pictures for ${md5s.length}, first differs ${first}; ${error}; ffmpeg: ${output}`;
    }
    return undefined;
  };

  let failed = 0;
  const { cases } = values;
  const progress = startProgress(cases);
  const startedMs = performance.now();
  for (let seed = values.seed, done = 1; done <= cases; seed++, done++) {
    let fault: string | undefined;
    try {
      fault = await judge(seed);
    } catch (error) {
      if (missingProgram(error) !== undefined) throw error;
      fault = `thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    }
    if (fault !== undefined) {
      failed++;
      console.log(`seed ${seed}: ${fault}`);
    }
    progress.at(done, `${failed} differ`);
  }
  progress.end();
  for (const [, decoder] of decoders) decoder.close();
  console.log(`${cases} cases, ${failed} differ, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(TOOL, process.argv.slice(2));
