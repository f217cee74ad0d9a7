/**
 * The commands of the decoder: `npm run wasm -- COMMAND [options]` at the root, `npm run COMMAND` in this folder. Each command is a file
 * that runs if it is the started one.
 */
import { fileURLToPath } from 'node:url';

const COMMANDS: Readonly<Record<string, readonly [about: string, file: string, ...options: readonly string[]]>> = {
  build: ['builds the modules in dist/', '../build.mjs'],
  decode: ['decodes a file and prints frames, speed and md5', './decode.ts'],
  conformance: ['compares every stream of the folders with its md5 on every build', './conformance.ts'],
  fuzz: ['damaged streams, each followed by a clean one that must be exact', './fuzz.ts'],
  syntax: ['random valid streams, compared with native ffmpeg', '../streams/generate/differential.ts'],
  sanitize: ["runs fixtures and damaged streams under clang's sanitizers", './sanitize.ts'],
  mutants: ['builds one change of the C sources at a time; a fixture must fail', './mutants.ts'],
  kernels: ["builds the modules of the kernels' tests", '../tests/kernels/time.ts', '--build'],
  'time-kernels': ['cost of each kernel, scalar and SIMD', '../tests/kernels/time.ts'],
  'fixtures-hevc': ['makes src/wasm/fixtures/hevc (x265, ffmpeg)', '../streams/main.ts'],
  'fixtures-range': ['makes src/wasm/fixtures/hevc-range (x265, ffmpeg)', '../streams/range.ts'],
  'fixtures-syntax': ['makes src/wasm/fixtures/hevc-syntax (ffmpeg)', '../streams/generate/main.ts'],
  'fixtures-damaged': ['makes src/wasm/fixtures/hevc-damaged', '../streams/decoded/damaged.ts'],
  'fixtures-heic': ['makes src/wasm/fixtures/heic (heif-enc)', '../streams/decoded/heic.ts'],
};

const [word = 'build'] = process.argv.splice(2, 1);
const command = COMMANDS[word];
if (command === undefined) {
  console.log(
    `npm run wasm -- COMMAND\n\n${Object.entries(COMMANDS)
      .map(([key, [about]]) => `  ${key.padEnd(17)} ${about}`)
      .join('\n')}`,
  );
  process.exitCode = word === '--help' ? 0 : 2;
} else {
  const [, file, ...options] = command;
  process.argv[1] = fileURLToPath(new URL(file, import.meta.url));
  process.argv.push(...options);
  await import(file);
}
