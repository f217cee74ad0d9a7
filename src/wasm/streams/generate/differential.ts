/**
 * Compares random valid streams between native ffmpeg and the decoder, picture by picture. Needs ffmpeg (5.1 was used). A differing case is
 * printed with its seed.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  anyText,
  EXIT,
  folder,
  integer,
  isMain,
  missingProgram,
  runTool,
  startProgress,
  UsageError,
  type Tool,
  type ValuesOf,
} from '../../../../scripts/lib/command-line.ts';
import { decodeStream } from '../../cli/decode-stream.ts';
import { splitAccessUnits } from '../../glue/access-units.ts';
import { BUILDS, type Build } from '../../glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../../glue/decoder.ts';
import { DRAWS, type Choices } from './choices.ts';
import { md5, reference } from './reference.ts';

interface Config {
  readonly name: string;
  readonly build: Build;
  readonly threads: number;
}

class Decoders {
  readonly #open = new Map<string, Decoder>();
  readonly #base: string | undefined;

  constructor(dist: string | undefined) {
    this.#base = dist;
  }

  async decode(config: Config, bytes: Uint8Array): Promise<{ md5s: string[]; error: string | undefined }> {
    let decoder = this.#open.get(config.name);
    if (!decoder) {
      const base = this.#base === undefined ? {} : { base: pathToFileURL(path.resolve(this.#base) + path.sep) };
      const opened = await Decoder.open({ build: config.build, threads: config.threads, limits: LEVEL_6_2_LIMITS, ...base });
      if (!opened.ok) throw new Error(opened.error.detail);
      decoder = opened.value;
      this.#open.set(config.name, decoder);
    }
    const md5s: string[] = [];
    const outcome = await decodeStream(decoder, splitAccessUnits(bytes), (picture) => {
      const planes = decoder.copy(picture);
      md5s.push(planes ? md5(planes) : 'lost');
    });
    return { md5s, error: outcome.firstError && `${outcome.firstError.code} ${outcome.firstError.detail}` };
  }

  close(): void {
    for (const decoder of this.#open.values()) decoder.close();
  }
}

const OPTIONS = {
  cases: integer('random streams', 200, 1, 100_000_000),
  seed: integer('number of the first one', 1, 0, 2 ** 31),
  force: anyText('choices that are not left to chance, as JSON'),
  configs: anyText('builds and their threads (simd,simd-mt:2,simd-mt:4,baseline)'),
  dist: folder('modules of another folder'),
} as const;

const TOOL: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- syntax',
  takes: '',
  about: 'Random valid HEVC streams through native ffmpeg and through the decoder, compared picture by picture (needs ffmpeg).',
  options: OPTIONS,
  wordsMax: 0,
  run: compare,
};

const ALL_CONFIGS = 'simd,simd-mt:2,simd-mt:4,baseline';

function readConfigs(given: string): readonly Config[] {
  return given.split(',').map((name): Config => {
    const [word, threads = '1'] = name.split(':');
    const build = BUILDS.find((one) => one === word);
    if (build === undefined || !/^[1-9]$/.test(threads)) throw new UsageError(`--configs ${name} is no build with its threads`);
    return { name, build, threads: Number(threads) };
  });
}

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
  const configs = readConfigs(values.configs ?? ALL_CONFIGS);
  const decoders = new Decoders(values.dist);

  /** Undefined if all agree. */
  const judge = async (seed: number): Promise<string | undefined> => {
    const wanted = reference(seed, force);
    for (const config of configs) {
      const got = await decoders.decode(config, wanted.stream.bytes);
      if (got.md5s.length === wanted.md5s.length && got.md5s.every((one, i) => one === wanted.md5s[i]) && got.error === undefined) continue;
      const first = wanted.md5s.findIndex((one, i) => one !== got.md5s[i]);
      const log = wanted.log.split('\n').slice(0, 2).join(' | ');
      return `${config.name}: ${got.md5s.length} pictures for ${wanted.md5s.length}, first differs ${first}; ${got.error ?? 'no error'}; ffmpeg: ${log || 'no error'}`;
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
  decoders.close();
  console.log(`${cases} cases, ${failed} differ, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(TOOL, process.argv.slice(2));
