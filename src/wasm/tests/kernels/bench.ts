/**
 * The kernel benchmark as a module: the dsp/ sources and the C files next to this one, built by the compiler of the shipped modules.
 * Like these modules, two builds of it are committed, because the compiler, itself a WebAssembly module, needs a minute of CPU time for
 * them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModule, moduleRecipe, type BuildName } from '../../build.mjs';
import { openYowaspToolchain } from '../../toolchain/toolchain.mjs';

const EXPORTS = ['bench_count', 'bench_name', 'bench_range', 'bench_run', 'bench_ns'];
const PROGRAMS = ['bench.h', 'bench.c', 'kernels_tmpl.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const OPTIONS = { programs: PROGRAMS, exports: EXPORTS, only: /^(dsp\/|memory\.c$)/ };
const MEMORY_PAGES = 64;

/** `simd`: 8 to 10 bits. `range-simd`: 8 to 12 bits. */
export const COMMITTED = ['simd', 'range-simd'] as const satisfies readonly BuildName[];
const FOLDER = fileURLToPath(new URL('built/', import.meta.url));
const MANIFEST = join(FOLDER, 'manifest.json');
const fileOf = (build: BuildName): string => join(FOLDER, `${build}.wasm`);

interface Row {
  readonly recipe: string;
  readonly sha256: string;
}
const rowOf = (build: BuildName, bytes: Uint8Array): Row => ({
  recipe: moduleRecipe(build, undefined, OPTIONS),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** True if the committed module of a build is of the present sources. */
export function isFresh(build: (typeof COMMITTED)[number]): boolean {
  const committed = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Row>)[build];
  const { recipe, sha256 } = rowOf(build, readFileSync(fileOf(build)));
  return committed?.recipe === recipe && committed.sha256 === sha256;
}

interface Exports {
  bench_count(): number;
  bench_name(kernel: number): number;
  bench_range(kernel: number, field: number): number;
  bench_run(kernel: number, seed: number, size: number, shape: number, cases: number, repeats: number): number;
  bench_ns(version: number): number;
}

async function buildBench(build: BuildName): Promise<Uint8Array> {
  const toolchain = openYowaspToolchain();
  try {
    const bytes = await buildModule(toolchain, build, OPTIONS);
    if (!bytes) throw new Error('the bench was compiled but not linked');
    return bytes;
  } finally {
    await toolchain.close();
  }
}

/** Builds the committed modules from the present sources. */
export async function writeBenches(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const rows: Record<string, Row> = {};
  for (const build of COMMITTED) {
    const bytes = await buildBench(build);
    writeFileSync(fileOf(build), bytes);
    rows[build] = rowOf(build, bytes);
  }
  writeFileSync(MANIFEST, `${JSON.stringify(rows, null, 2)}\n`);
}

/** The committed module; while sources are changed, a new one. */
export async function openKernels(build: (typeof COMMITTED)[number] = 'simd'): Promise<readonly Kernel[]> {
  const bytes = isFresh(build) ? readFileSync(fileOf(build)) : await buildBench(build);
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: 32_768 });
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  const instance = await WebAssembly.instantiate(module, { env: { memory }, bench: { now: () => performance.now() } });
  return listKernels(instance.exports as unknown as Exports, memory);
}

export type Kernel = ReturnType<typeof listKernels>[number];

function listKernels(bench: Exports, memory: WebAssembly.Memory) {
  const readText = (address: number): string => {
    const bytes = new Uint8Array(memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  return Array.from({ length: bench.bench_count() }, (_, kernel) => ({
    name: readText(bench.bench_name(kernel)),
    minSize: bench.bench_range(kernel, 0),
    maxSize: bench.bench_range(kernel, 1),
    shapes: bench.bench_range(kernel, 2),
    /** Number of the first case, from 1, in which the versions differ; 0 if all are equal. */
    compare: (seed: number, cases: number) => bench.bench_run(kernel, seed, 0, -1, cases, 0),
    /** Nanoseconds per call of each version for one random case; both run alternately within one call. */
    time(size: number, shape: number, repeats: number) {
      const different = bench.bench_run(kernel, 1, size, shape, 1, repeats);
      if (different !== 0) throw new Error(`the versions differ at size ${size}, shape ${shape}`);
      return { scalarNs: bench.bench_ns(0), simdNs: bench.bench_ns(1) };
    },
  }));
}
