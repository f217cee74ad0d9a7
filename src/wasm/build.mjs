/**
 * Builds the decoder: C11 without libc -> six WebAssembly modules in src/wasm/dist, and one for debugging in src/wasm/debug. Each of three
 * builds comes without and with the range extensions (`range-`): a stream loads the second one only when it needs it.
 *
 *     node src/wasm/build.mjs                  all builds by @yowasp/clang, into dist/ and debug/ (the bytes that are committed)
 *     node src/wasm/build.mjs --check          the same into .cache/, then compares with what is committed: exit 1 when stale
 *     node src/wasm/build.mjs --fast simd      one build by the system's clang and wasm-ld, into .cache/wasm/fast/
 *     node src/wasm/build.mjs --fast --compile compile only: for work on one file while others are missing
 *     … --names                                keep function names (profiles, traps)
 *     … --debug                                with what hevc/inspect.h adds for debugging: the blocks of pictures
 *     … --profile                              with what it adds for profiling: the stages of threads
 *     … --out DIR --program FILE.c --export N  link FILE.c too and export N (kernel benches)
 *
 * A `*_tmpl.c` is compiled once per sample width (-DBITDEPTH=8, 16); a `*_simd.c`/`*_simd_tmpl.c` only where the build has SIMD.
 * Objects are cached under .cache/wasm/objects by the hash of tool, flags, source and everything it includes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openSystemToolchain, openYowaspToolchain, yowaspId } from './toolchain/toolchain.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../..');
export const SOURCE_DIR = path.join(HERE, 'hevc');
export const DIST_DIR = path.join(HERE, 'dist');
/** The debugging build of one module; the playground loads it to show the blocks of a picture. */
export const DEBUG_DIR = path.join(HERE, 'debug');
const DEBUG_BUILD = 'simd';
const CACHE_DIR = path.join(ROOT, '.cache/wasm');

/** Maximum address space of a module; the glue decides the actual size at run time (glue/module.ts). */
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;
/** Stack of the thread that calls the API; the workers' stacks are in thread_stack.c. */
const STACK_BYTES = 256 * 1024;

/**
 * `mvp` plus the features of every supported browser. LLVM's default set contains reference types, which Chrome 80 refuses. Bulk memory,
 * sign extension and mutable globals exist since Chrome 75.
 */
const BASE_FEATURES = ['-mcpu=mvp', '-mbulk-memory', '-msign-ext', '-mmutable-globals', '-mnontrapping-fptoint'];

export const BUILDS = {
  'simd-mt': { simd: true, threads: true, range: false },
  simd: { simd: true, threads: false, range: false },
  baseline: { simd: false, threads: false, range: false },
  'range-simd-mt': { simd: true, threads: true, range: true },
  'range-simd': { simd: true, threads: false, range: true },
  'range-baseline': { simd: false, threads: false, range: true },
};

/** The functions of hevc.h and the needs of a thread worker; names that the build does not define are omitted. */
const EXPORTS = [...new Set([...readFileSync(path.join(SOURCE_DIR, 'hevc.h'), 'utf8').matchAll(/\b(hevc_\w+)\s*\(/g)].map((m) => m[1]))];
/** Builds that are not shipped: their definitions, exports and additional sources. */
const VARIANTS = {
  debug: { flags: ['-DHEVC_DEBUG=1'], exports: ['hevc_blocks'] },
  profile: { flags: ['-DHEVC_PROFILE=1'], exports: ['hevc_stages'] },
};
const VARIANT_SOURCE = 'inspect.c';
const THREAD_EXPORTS = ['hevc_thread_stack', 'hevc_thread_stack_bytes', '__stack_pointer', '__wasm_init_tls', '__tls_size', '__tls_align'];

const WARNINGS = ['-Wall', '-Wextra', '-Werror'];

/**
 * Files whose loops run per sample or per bin are compiled with -O3; the others run per CTB, slice or picture and are optimised for size,
 * because engines need processor time to compile them.
 */
const HOT = /^(dsp\/|cabac|ctu|residual|recon|mv|deblock)/;

/**
 * WebAssembly engines inline few or no functions of a module, so the functions that parse a bin or a coefficient are inlined here. Above
 * 700 nothing is gained; kernels use `always_inline`.
 */
const WIDE_INLINING = ['-mllvm', '-inline-threshold=700'];

/**
 * Without loop strength reduction, which turns one index into several parallel pointers. Engines add an index to an address for free but
 * must keep each pointer in a register; modules are also a twentieth larger with it.
 */
const AS_INDEXED = ['-mllvm', '-disable-lsr'];

/**
 * Loops over a few bytes stay loops: compilers turn them into memory.fill or memory.copy, which are calls out of the module's code in V8
 * and cost more than the loop.
 */
const AS_LOOPS = ['-mllvm', '-disable-loop-idiom-all'];

/**
 * Not unrolled: SIMD kernels, parsing and reconstruction gain nothing from it, modules are a twentieth larger, and engines take longer to
 * compile them.
 */
const AS_WRITTEN = /^(dsp\/.*_simd|ctu|mv|recon|deblock)/;

/** @param {{ simd: boolean, threads: boolean, range: boolean, variant?: 'debug' | 'profile' }} build @param {string} name path below hevc/ */
function compileFlags(build, name) {
  return [
    '--target=wasm32',
    '-std=c11',
    HOT.test(name) ? '-O3' : '-Os',
    ...(HOT.test(name) && !name.startsWith('dsp/') ? WIDE_INLINING : []),
    ...AS_INDEXED,
    ...(HOT.test(name) || name === 'rows.c' ? AS_LOOPS : []),
    ...(AS_WRITTEN.test(name) ? ['-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize'] : []),
    // Not -ffreestanding: small copies and comparisons of fixed size become loads and stores instead of calls into memory.c.
    ...(name === 'memory.c' ? ['-ffreestanding'] : []),
    '-fvisibility=hidden',
    '-ffunction-sections',
    '-fdata-sections',
    ...BASE_FEATURES,
    ...(build.simd ? ['-msimd128'] : []),
    ...(build.range ? ['-DHEVC_RANGE_EXTENSIONS=1'] : []),
    // Kernels do not depend on threads: one object is used by both builds with SIMD. Code linked with shared memory must be compiled with
    // atomics.
    ...(name.startsWith('dsp/') ? (build.simd ? ['-matomics'] : []) : build.threads ? ['-matomics', '-DHEVC_THREADS=1'] : []),
    ...(build.variant ? VARIANTS[build.variant].flags : []),
    ...WARNINGS,
  ];
}

/** @param {{ simd: boolean, threads: boolean }} build @param {string[]} extraExports */
function linkFlags(build, extraExports, keepNames) {
  return [
    '--no-entry',
    '--gc-sections',
    '--import-memory',
    '--stack-first',
    '-z',
    `stack-size=${STACK_BYTES}`,
    `--max-memory=${MAX_MEMORY_BYTES}`,
    ...(keepNames ? [] : ['--strip-all']),
    ...(build.threads ? ['--shared-memory'] : []),
    ...[
      ...EXPORTS,
      ...(build.threads ? THREAD_EXPORTS : []),
      ...(build.variant ? VARIANTS[build.variant].exports : []),
      ...extraExports,
    ].map((n) => `--export-if-defined=${n}`),
  ];
}

/** All .c and .h files below `dir`, as POSIX paths relative to it. */
export function listSources(dir = SOURCE_DIR) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((p) => p.split(path.sep).join('/'))
    .filter((p) => /\.[ch]$/.test(p))
    .sort();
}

/**
 * One row per object: a template gives two. `text(name)` reads a file of the tree.
 * @param {{ simd: boolean, variant?: 'debug' | 'profile' }} build
 */
export function listUnits(build, names) {
  return names
    .filter((n) => n.endsWith('.c') && (build.simd || !/_simd(_tmpl)?\.c$/.test(n)) && (build.variant || n !== VARIANT_SOURCE))
    .flatMap((name) =>
      name.endsWith('_tmpl.c')
        ? [8, 16].map((depth) => ({ name, flags: [`-DBITDEPTH=${depth}`], object: `${name.slice(0, -2)}_${depth}.o` }))
        : [{ name, flags: [], object: `${name.slice(0, -2)}.o` }],
    );
}

/** The file `name` and all files that it includes, each once: the dependencies of its object. */
export function includeClosure(name, files) {
  const seen = new Set();
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const [, target] of (files.get(next) ?? '').matchAll(/^\s*#\s*include\s+["<]([^">]+)[">]/gm)) {
      for (const candidate of [path.posix.join(path.posix.dirname(next), target), target, `libc/${target}`]) {
        if (files.has(candidate)) queue.push(candidate);
      }
    }
  }
  return [...seen].sort();
}

const sha256 = (first, ...more) => {
  const hash = createHash('sha256').update(first);
  for (const part of more) hash.update('\0').update(part);
  return hash.digest('hex');
};

/** The tree and the programs linked with it, by path below hevc/; `changed` replaces the text of files. */
function readTree(programs = [], changed = new Map()) {
  const files = new Map(listSources().map((name) => [name, changed.get(name) ?? readFileSync(path.join(SOURCE_DIR, name), 'utf8')]));
  for (const program of programs) files.set(`program/${path.basename(program)}`, readFileSync(program, 'utf8'));
  return files;
}

/** Every object of a build with its flags, its sources, and the hash of all of them. */
function listObjects(toolchainId, build, files, only = /./) {
  const names = [...files.keys()].filter((name) => name.startsWith('program/') || only.test(name));
  return listUnits(build, names).map((unit) => {
    const flags = [...compileFlags(build, unit.name), ...unit.flags, '-I.', '-isystem', 'libc', '-c', unit.name, '-o', 'out.o'];
    const closure = includeClosure(unit.name, files);
    return { ...unit, flags, closure, key: sha256(toolchainId, ...flags, ...closure.flatMap((n) => [n, files.get(n)])) };
  });
}

/** The hash of all inputs of a module: the same recipe gives the same module. Compiles nothing. */
export function moduleRecipe(
  buildName,
  toolchainId = yowaspId(),
  { names = false, variant, programs = [], exports = [], only = /./ } = {},
) {
  const build = { ...BUILDS[buildName], variant };
  const objects = listObjects(toolchainId, build, readTree(programs), only);
  return sha256(...linkFlags(build, exports, names), ...objects.flatMap(({ object, key }) => [object, key]));
}

/**
 * Compiles and links one build: the sources that `only` matches, and the programs.
 * @returns {Promise<Uint8Array | undefined>} the module, or nothing when only compiled
 */
export async function buildModule(
  toolchain,
  buildName,
  { names = false, variant, compileOnly = false, programs = [], exports = [], only = /./, changed } = {},
) {
  const build = { ...BUILDS[buildName], variant };
  const files = readTree(programs, changed);
  const objectDir = path.join(CACHE_DIR, 'objects');
  mkdirSync(objectDir, { recursive: true });

  const objects = await Promise.all(
    listObjects(toolchain.id, build, files, only).map(async ({ object, flags, closure, key }) => {
      const cached = path.join(objectDir, `${key}.o`);
      if (existsSync(cached)) return [object, readFileSync(cached)];
      const bytes = await toolchain.compile(flags, Object.fromEntries(closure.map((n) => [n, files.get(n)])));
      writeFileSync(cached, bytes);
      return [object, bytes];
    }),
  );
  if (compileOnly) return undefined;
  return toolchain.link(linkFlags(build, exports, names), Object.fromEntries(objects));
}

function parseArguments(argv) {
  const options = {
    builds: [],
    fast: false,
    check: false,
    compileOnly: false,
    names: false,
    variant: undefined,
    programs: [],
    exports: [],
    out: undefined,
  };
  for (let i = 0; i < argv.length; i++) {
    const a = argv[i];
    if (a === '--fast') options.fast = true;
    else if (a === '--check') options.check = true;
    else if (a === '--compile') options.compileOnly = true;
    else if (a === '--names') options.names = true;
    else if (a === '--debug' || a === '--profile') options.variant = a.slice(2);
    else if (['--out', '--program', '--export'].includes(a) && argv[i + 1] === undefined) return undefined;
    else if (a === '--out') options.out = path.resolve(argv[++i]);
    else if (a === '--program') options.programs.push(path.resolve(argv[++i]));
    else if (a === '--export') options.exports.push(argv[++i]);
    else if (Object.hasOwn(BUILDS, a)) options.builds.push(a);
    else return undefined;
  }
  return options;
}

/** Output path of a module, and path of the committed one; of the builds that are not shipped only one is committed. */
function jobFor(name, variant, options) {
  const committed = variant ? DEBUG_DIR : DIST_DIR;
  const isCommittedHere = variant === undefined || (variant === 'debug' && name === DEBUG_BUILD);
  const usual = options.fast
    ? path.join(CACHE_DIR, 'fast')
    : options.check
      ? path.join(CACHE_DIR, 'check', variant ?? '')
      : isCommittedHere
        ? committed
        : path.join(CACHE_DIR, variant);
  return { name, variant, committed, out: options.out ?? usual };
}

/** The named builds; without names all six and the committed debugging build. */
function listJobs(options) {
  const names = options.builds.length > 0 ? options.builds : Object.keys(BUILDS);
  const jobs = names.map((name) => jobFor(name, options.variant, options));
  const isAll = options.builds.length === 0 && !options.fast && !options.variant && options.out === undefined;
  return { jobs: isAll ? [...jobs, jobFor(DEBUG_BUILD, 'debug', options)] : jobs, isAll };
}

/** True if the module equals the committed one; otherwise prints a message. */
function isCommitted(label, committed, bytes) {
  if (existsSync(committed) && readFileSync(committed).equals(bytes)) return true;
  console.error(`${label}: ${path.relative(ROOT, path.dirname(committed))} is stale, run \`npm run wasm\` and commit it`);
  return false;
}

async function main() {
  const args = process.argv.slice(2);
  const options = parseArguments(args);
  if (options === undefined) {
    // The help is the comment at the start of this file.
    const isAsked = args.includes('--help');
    const help = readFileSync(fileURLToPath(import.meta.url), 'utf8')
      .split('*/')[0]
      .replaceAll(/^(?:\/\*\*| \* ?)/gm, '');
    (isAsked ? console.log : console.error)(help.trim());
    process.exitCode = isAsked ? 0 : 2;
    return;
  }
  const toolchain = options.fast ? openSystemToolchain() : openYowaspToolchain();
  const { jobs, isAll } = listJobs(options);
  const manifest = { builds: {}, debug: {} };
  try {
    for (const { name, variant, committed, out } of jobs) {
      const startedMs = performance.now();
      const label = variant ? `${name}, ${variant}` : name;
      const bytes = await buildModule(toolchain, name, { ...options, variant });
      const ms = (performance.now() - startedMs).toFixed(0);
      if (!bytes) {
        console.log(`${label}: compiles (${ms} ms)`);
        continue;
      }
      mkdirSync(out, { recursive: true });
      writeFileSync(path.join(out, `hevc-${name}.wasm`), bytes);
      const gzip = gzipSync(bytes, { level: 9 }).length;
      const row = { bytes: bytes.length, gzip, sha256: sha256(bytes), recipe: moduleRecipe(name, toolchain.id, { variant }) };
      manifest[variant ? 'debug' : 'builds'][name] = row;
      console.log(`${label}: ${bytes.length} bytes, gzip ${gzip} (${ms} ms) -> ${path.relative(ROOT, out)}`);
      if (options.check && !isCommitted(label, path.join(committed, `hevc-${name}.wasm`), bytes)) process.exitCode = 1;
    }
    if (isAll && !options.check)
      writeFileSync(path.join(DIST_DIR, 'manifest.json'), `${JSON.stringify({ toolchain: toolchain.id, ...manifest }, null, 2)}\n`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await toolchain.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
