/**
 * The same sources as a native program, for sanitizers, valgrind and debuggers; never shipped.
 *
 *     node src/wasm/native/build.mjs [--cc gcc] [--sanitize address,undefined] [--debug] [--threads] [--out FILE]
 *     .cache/native/hevc-decode FILE.265 [--out FILE.yuv] [--frames] [--check-hash]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCE_DIR, listSources, listUnits } from '../build.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../../..');
const CACHE_DIR = path.join(ROOT, '.cache/native');

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const cc = argument('--cc', 'clang-14');
const sanitize = argument('--sanitize', '');
const out = path.resolve(argument('--out', path.join(CACHE_DIR, sanitize === '' ? 'hevc-decode' : 'hevc-decode-sanitized')));
const debug = process.argv.includes('--debug') || sanitize !== '';

mkdirSync(path.dirname(out), { recursive: true });
const flags = [
  '-std=c11',
  debug ? '-O1' : '-O2',
  '-g',
  '-Wall',
  '-Wextra',
  '-Werror',
  `-I${SOURCE_DIR}`,
  '-fno-omit-frame-pointer',
  ...(process.argv.includes('--threads') ? ['-DHEVC_THREADS=1', '-D_GNU_SOURCE', '-pthread'] : []),
  ...(sanitize === '' ? [] : [`-fsanitize=${sanitize}`, '-fno-sanitize-recover=all']),
];
const run = (args) => execFileSync(cc, args, { stdio: 'inherit' });
const objectDir = `${out}.objects`;
mkdirSync(path.join(objectDir, 'dsp'), { recursive: true });

try {
  const objects = listUnits({ simd: false }, listSources()).map((unit) => {
    const object = path.join(objectDir, unit.object);
    run([...flags, ...unit.flags, '-c', path.join(SOURCE_DIR, unit.name), '-o', object]);
    return object;
  });
  run([...flags, path.join(HERE, 'main.c'), ...objects, '-o', out]);
  console.log(path.relative(ROOT, out));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
