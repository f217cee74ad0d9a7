/**
 * Builds the decoder with one change of its C sources after the other (mutants-table.ts), and decodes the stream that must notice it. With clang and
 * wasm-ld of the system a change costs about two seconds, because the objects of all other files are cached.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildModule, SOURCE_DIR, type BuildName } from '../build.mjs';
import { openSystemToolchain, openYowaspToolchain, type Toolchain } from '../toolchain/toolchain.mjs';
import { anyText, EXIT, flag, integer, runTool, startProgress, UsageError, type Tool, type ValuesOf } from './command-line.ts';
import { MUTANTS, type Mutant } from './mutants-table.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OUT_DIR = path.join(ROOT, '.cache/wasm/mutants');
const FOLDERS = ['hevc', 'hevc-syntax', 'hevc-range', 'hevc-damaged'].map((name) => path.join('fixtures', name));

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
    return openYowaspToolchain(); // slower, and there wherever the dependencies are
  }
}

/** The modules with the change, in a folder of their own. Throws where the table does not fit the sources. */
async function buildMutant(toolchain: Toolchain, { file, from, to, build = 'simd' }: Mutant, dir: string, withRange: boolean) {
  const parts = readFileSync(path.join(SOURCE_DIR, file), 'utf8').split(from);
  if (parts.length !== 2) throw new UsageError(`${file} has "${from}" ${parts.length - 1} times`);
  const names: BuildName[] = [build, ...(withRange ? [`range-${build}` as const] : [])];
  for (const name of names) {
    const bytes = await buildModule(toolchain, name, { changed: new Map([[file, parts.join(to)]]) });
    if (bytes) writeFileSync(path.join(dir, `hevc-${name}.wasm`), bytes);
  }
}

type Outcome = { readonly at: 'exact' } | { readonly at: 'hangs' } | { readonly at: 'noticed'; readonly by: readonly string[] };

/** Runs the conformance of the folders on the modules of `dir`, in a process that can be ended. */
function conform(dir: string, { build = 'simd' }: Mutant, folders: readonly string[], only: string, limitMs: number): Promise<Outcome> {
  const tool = fileURLToPath(new URL('conformance.ts', import.meta.url));
  const args = ['--dist', dir, '--builds', build, '--threads', build === 'simd-mt' ? '4' : '1', ...(only === '' ? [] : ['--only', only])];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', 'tsx', tool, ...args, ...folders], { cwd: ROOT, timeout: limitMs }, (error, stdout, stderr) => {
      if (error?.killed) return resolve({ at: 'hangs' });
      const by = [...stdout.matchAll(/^\S+ x\d +(\S+) +(?:wrong|refused): /gm)].map((found) => found[1]!);
      if (by.length > 0) return resolve({ at: 'noticed', by });
      if (/"exact":[1-9]/.test(stdout)) return resolve({ at: 'exact' });
      return error?.signal ? resolve({ at: 'noticed', by: [error.signal] }) : reject(new Error(stderr || stdout));
    });
  });
}

const bytesOf = (stream: string) => statSync(path.join(ROOT, 'fixtures', stream), { throwIfNoEntry: false })?.size ?? 0;

async function judge(toolchain: Toolchain, mutant: Mutant, values: Values): Promise<{ caught: boolean; text: string }> {
  mkdirSync(OUT_DIR, { recursive: true });
  const dir = mkdtempSync(path.join(OUT_DIR, 'mutant-'));
  const limitMs = values.seconds * 1_000;
  try {
    await buildMutant(toolchain, mutant, dir, values.find || mutant.stream.startsWith('hevc-range/'));
    const folder = path.join('fixtures', path.dirname(mutant.stream));
    const outcome = values.find
      ? await conform(dir, mutant, FOLDERS, '', limitMs)
      : await conform(dir, mutant, [folder], path.basename(mutant.stream), limitMs);
    const by = outcome.at === 'noticed' ? outcome.by.toSorted((a, b) => bytesOf(a) - bytesOf(b)) : [];
    const found = outcome.at === 'noticed' ? `by ${by.length}: ${by.slice(0, 5).join(' ')}` : outcome.at;
    return { caught: outcome.at !== 'exact', text: values.find ? found : outcome.at };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function mutateDecoder(values: Values): Promise<number> {
  const mutants = MUTANTS.filter(({ file }) => file.includes(values.only ?? ''));
  if (mutants.length === 0) throw new UsageError(`no change in a file that has ${values.only} in its path`);
  const toolchain = openToolchain();
  const progress = startProgress(mutants.length);
  const waiting = [...mutants];
  let missed = 0;
  let done = 0;
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { caught, text } = await judge(toolchain, mutant, values);
      if (!caught) missed++;
      if (!caught || values.find) console.log(`${caught ? 'caught' : 'MISSED'}  ${mutant.file}: ${mutant.from}  ${text}`);
      progress.at(++done, mutant.file);
    }
  };
  try {
    await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  } finally {
    progress.end();
    await toolchain.close();
  }
  console.log(`${mutants.length} changes in ${new Set(mutants.map(({ file }) => file)).size} files, ${missed} missed`);
  return missed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await runTool(MUTATE_DECODER, process.argv.slice(2));
