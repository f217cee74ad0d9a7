/**
 * The same sources as a native program, for sanitizers, valgrind and debuggers; never shipped.
 *
 *     node src/wasm/native/build.mjs [--cc clang] [--sanitize address,undefined] [--debug] [--threads] [--simd] [--range] [--jitter] [--out FILE]
 *     .cache/native/hevc-decode FILE.265 [--out FILE.yuv] [--frames] [--check-hash]
 *
 * --range: with the range extensions. --simd: the SIMD kernels, by the shim wasm_simd128.h (needs clang).
 * --jitter: threads sleep at random, so that races occur more often.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SOURCE_DIR, listSources, listUnits } from '../build.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../../..');
export const CACHE_DIR = path.join(ROOT, '.cache/native');

/** Debian's names first, then the plain one. */
const CLANGS = ['clang-14', 'clang'];

/** The first clang that runs; undefined if none does. */
export function findClang() {
  return CLANGS.find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The reason why clang cannot build or run programs with a sanitizer, for example a runtime library that is not installed; undefined if
 * it can.
 * @param {string} cc @param {string} sanitize
 */
export function sanitizerLack(cc, sanitize) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-sanitizer-'));
  const program = path.join(dir, 'empty');
  try {
    execFileSync(cc, [`-fsanitize=${sanitize}`, '-x', 'c', '-', '-o', program], { input: 'int main(void) { return 0; }', stdio: 'pipe' });
    execFileSync(program, { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const lines = String(error.stderr ?? error)
      .trim()
      .split('\n');
    return lines.find((line) => /cannot find|no such file|error/i.test(line)) ?? lines[0];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * @param {{ cc: string, out: string, sanitize?: string, debug?: boolean, threads?: boolean, simd?: boolean, range?: boolean, jitter?: boolean, main?: string }} options
 * @returns {Promise<string>} the program
 */
export async function buildNative({
  cc,
  out,
  sanitize = '',
  debug = false,
  threads = false,
  simd = false,
  range = false,
  jitter = false,
  main: mainSource = path.join(HERE, 'main.c'),
}) {
  const flags = [
    '-std=c11',
    debug || sanitize !== '' ? '-O1' : '-O2',
    '-g',
    '-Wall',
    '-Wextra',
    '-Werror',
    `-I${SOURCE_DIR}`,
    '-fno-omit-frame-pointer',
    ...(simd ? ['-D__wasm_simd128__=1', `-I${HERE}`] : []),
    ...(range ? ['-DHEVC_RANGE_EXTENSIONS=1'] : []),
    ...(threads ? ['-DHEVC_THREADS=1', '-D_GNU_SOURCE', '-pthread'] : []),
    ...(jitter ? ['-DHEVC_JITTER=1'] : []),
    ...(sanitize === '' ? [] : [`-fsanitize=${sanitize}`, '-fno-sanitize-recover=all']),
  ];
  const objectDir = `${out}.objects`;
  mkdirSync(path.join(objectDir, 'dsp'), { recursive: true });
  const run = promisify(execFile);
  const waiting = listUnits({ simd }, listSources());
  const objects = waiting.map((unit) => path.join(objectDir, unit.object));
  const work = async () => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      await run(cc, [...flags, ...unit.flags, '-c', path.join(SOURCE_DIR, unit.name), '-o', path.join(objectDir, unit.object)]);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  await run(cc, [...flags, mainSource, ...objects, '-o', out]);
  return out;
}

async function main() {
  const argument = (name, otherwise) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? otherwise : process.argv[at + 1];
  };
  const has = (name) => process.argv.includes(name);
  const sanitize = argument('--sanitize', '');
  try {
    const out = await buildNative({
      cc: argument('--cc', findClang() ?? 'cc'),
      out: path.resolve(argument('--out', path.join(CACHE_DIR, sanitize === '' ? 'hevc-decode' : 'hevc-decode-sanitized'))),
      sanitize,
      debug: has('--debug'),
      threads: has('--threads'),
      simd: has('--simd'),
      range: has('--range'),
      jitter: has('--jitter'),
    });
    console.log(path.relative(ROOT, out));
  } catch (error) {
    console.error(error instanceof Error ? (error.stderr ?? error.message) : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
