/**
 * Builds the decoder with one mutation of its C sources after the other (mutants-table.ts), and decodes the stream that must detect it.
 * With the system's clang and wasm-ld a mutation takes about two seconds, because the objects of all other files are cached.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModule, SOURCE_DIR, type BuildName } from '../build.mjs';
import type { Build } from '../glue/build.ts';
import { openSystemToolchain, openYowaspToolchain, type Toolchain } from '../toolchain/toolchain.mjs';
import {
  anyText,
  EXIT,
  flag,
  integer,
  isMain,
  runTool,
  startProgress,
  UsageError,
  type Tool,
  type ValuesOf,
} from '../../../scripts/lib/command-line.ts';
import { MUTANTS, type Mutant } from './mutants-table.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OUT_DIR = path.join(ROOT, '.cache/wasm/mutants');
const FOLDERS = ['hevc', 'hevc-syntax', 'hevc-range', 'hevc-damaged'].map((name) => path.join('fixtures', name));

/** Folder of the streams that need the range modules. */
const RANGE = 'hevc-range/';

const OPTIONS = {
  only: anyText('only changes of files whose path has this in it'),
  find: flag('decodes all fixtures instead, and prints the smallest ones that notice each change'),
  seconds: integer('time limit of a decode: a decoder that hangs is noticed too', 30, 1, 3_600),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

export const MUTATE_DECODER: Tool<typeof OPTIONS> = {
  name: 'npm run mutate:decoder --',
  takes: '',
  about: 'Builds the decoder with one change of its C sources after the other; the fixture that is named with the change must notice it.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['  npm run mutate:decoder -- --only dsp/'],
  run: mutateDecoder,
};

function openToolchain(): Toolchain {
  try {
    return openSystemToolchain();
  } catch {
    return openYowaspToolchain(); // Slower, but installed with the other dependencies.
  }
}

/** The file's text with the mutation. Throws if `from` does not occur exactly once in the source. */
function changedText({ file, from, to }: Mutant): string {
  const parts = readFileSync(path.join(SOURCE_DIR, file), 'utf8').split(from);
  if (parts.length !== 2) throw new UsageError(`${file} has "${from}" ${parts.length - 1} times`);
  return parts.join(to);
}

/** Writes the modules of one build into `dir`; `changed` replaces the text of source files. */
async function buildInto(toolchain: Toolchain, dir: string, build: Build, withRange: boolean, changed: ReadonlyMap<string, string>) {
  mkdirSync(dir, { recursive: true });
  const names: BuildName[] = [build, ...(withRange ? [`range-${build}` as const] : [])];
  for (const name of names) {
    const bytes = await buildModule(toolchain, name, { changed: new Map(changed) }).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${[...changed.keys()].join()}: ${/^.*\berror: .*$/m.exec(text)?.[0] ?? text}`);
    });
    if (bytes) writeFileSync(path.join(dir, `hevc-${name}.wasm`), bytes);
  }
}

type Outcome = { readonly name: 'exact' } | { readonly name: 'hangs' } | { readonly name: 'noticed'; readonly by: readonly string[] };

/** Runs the conformance of the folders on the modules of `dir`, in a process that can be ended. */
function conform(dir: string, { build = 'simd' }: Mutant, folders: readonly string[], only: string, limitMs: number): Promise<Outcome> {
  const tool = fileURLToPath(new URL('./conformance.ts', import.meta.url));
  const args = ['--dist', dir, '--builds', build, '--threads', build === 'simd-mt' ? '4' : '1', ...(only === '' ? [] : ['--only', only])];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', 'tsx', tool, ...args, ...folders], { cwd: ROOT, timeout: limitMs }, (error, stdout, stderr) => {
      if (error?.killed) return resolve({ name: 'hangs' });
      const by = [...stdout.matchAll(/^\S+ x\d +(\S+) +(?:wrong|refused): /gm)].map((found) => found[1]!);
      if (by.length > 0) return resolve({ name: 'noticed', by });
      if (/"exact":[1-9]/.test(stdout)) return resolve({ name: 'exact' });
      return reject(new UsageError(`conformance returned no verdict${error?.signal ? `, ${error.signal}` : ''}: ${stderr || stdout}`));
    });
  });
}

const bytesOf = (stream: string) => statSync(path.join(ROOT, 'fixtures', stream), { throwIfNoEntry: false })?.size ?? 0;

/** Number of decodes for a mutation of the threads, because a race does not occur in every decode. */
const THREADED_DECODES = 10;

/** Decodes the mutant's stream with the modules in `dir`. */
async function decodeNamed(dir: string, mutant: Mutant, limitMs: number): Promise<Outcome> {
  const folder = path.join('fixtures', path.dirname(mutant.stream));
  for (let left = mutant.build === 'simd-mt' ? THREADED_DECODES : 1; ; left--) {
    const outcome = await conform(dir, mutant, [folder], path.basename(mutant.stream), limitMs);
    if (outcome.name !== 'exact' || left === 1) return outcome;
  }
}

async function judge(toolchain: Toolchain, mutant: Mutant, unchanged: string, values: Values): Promise<{ caught: boolean; text: string }> {
  const dir = mkdtempSync(path.join(OUT_DIR, 'mutant-'));
  const limitMs = values.seconds * 1_000;
  try {
    if (!values.find) {
      const control = await conform(
        unchanged,
        mutant,
        [path.join('fixtures', path.dirname(mutant.stream))],
        path.basename(mutant.stream),
        limitMs,
      );
      if (control.name !== 'exact') throw new UsageError(`${mutant.stream}, unchanged sources: ${control.name}; no proof is possible`);
    }
    const withRange = values.find || mutant.stream.startsWith(RANGE);
    await buildInto(toolchain, dir, mutant.build ?? 'simd', withRange, new Map([[mutant.file, changedText(mutant)]]));
    const outcome = values.find ? await conform(dir, mutant, FOLDERS, '', limitMs) : await decodeNamed(dir, mutant, limitMs);
    const by = outcome.name === 'noticed' ? outcome.by.toSorted((a, b) => bytesOf(a) - bytesOf(b)) : [];
    const found = outcome.name === 'noticed' ? `by ${by.length}: ${by.slice(0, 5).join(' ')}` : outcome.name;
    return { caught: outcome.name !== 'exact', text: values.find ? found : outcome.name };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function mutateDecoder(values: Values): Promise<number> {
  const mutants = MUTANTS.filter(({ file }) => file.includes(values.only ?? ''));
  if (mutants.length === 0) throw new UsageError(`no change in a file that has ${values.only} in its path`);
  const toolchain = openToolchain();
  mkdirSync(OUT_DIR, { recursive: true });
  const unchanged = mkdtempSync(path.join(OUT_DIR, 'unchanged-'));
  const progress = startProgress(mutants.length);
  const waiting = [...mutants];
  let missed = 0;
  let done = 0;
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { caught, text } = await judge(toolchain, mutant, unchanged, values);
      if (!caught) missed++;
      if (!caught || values.find) console.log(`${caught ? 'caught' : 'MISSED'}  ${mutant.file}: ${mutant.from}  ${text}`);
      progress.at(++done, mutant.file);
    }
  };
  try {
    for (const build of new Set(mutants.map((mutant) => mutant.build ?? 'simd')))
      await buildInto(
        toolchain,
        unchanged,
        build,
        mutants.some(({ stream }) => stream.startsWith(RANGE)),
        new Map(),
      );
    await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  } finally {
    progress.end();
    rmSync(unchanged, { recursive: true, force: true });
    await toolchain.close();
  }
  console.log(`${mutants.length} changes in ${new Set(mutants.map(({ file }) => file)).size} files, ${missed} missed`);
  return missed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(MUTATE_DECODER, process.argv.slice(2));
