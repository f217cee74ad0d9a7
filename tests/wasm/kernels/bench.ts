/** The kernel benchmark as a module: the dsp/ sources and the C files next to this one, built by the compiler of the shipped modules. */
import { fileURLToPath } from 'node:url';
import { buildModule, type BuildName } from '../../../src/wasm/build.mjs';
import { openYowaspToolchain } from '../../../src/wasm/toolchain/toolchain.mjs';

const EXPORTS = ['bench_count', 'bench_name', 'bench_range', 'bench_run', 'bench_ns'];
const PROGRAMS = ['bench.h', 'bench.c', 'kernels_tmpl.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const MEMORY_PAGES = 64;

interface Exports {
  bench_count(): number;
  bench_name(kernel: number): number;
  bench_range(kernel: number, field: number): number;
  bench_run(kernel: number, seed: number, size: number, shape: number, cases: number, repeats: number): number;
  bench_ns(version: number): number;
}

export interface Kernel {
  readonly name: string;
  readonly minSize: number;
  readonly maxSize: number;
  readonly shapes: number;
  /** Number of the first case, from 1, in which the versions differ; 0 if all are equal. */
  compare(seed: number, cases: number): number;
  /** Nanoseconds per call of each version for one random case; both run alternately within one call. */
  time(size: number, shape: number, repeats: number): { scalarNs: number; simdNs: number };
}

/** `simd`: 8 to 10 bits. `range-simd`: 8 to 12 bits. */
export async function openKernels(build: BuildName = 'simd'): Promise<Kernel[]> {
  const toolchain = openYowaspToolchain();
  try {
    const bytes = await buildModule(toolchain, build, { programs: PROGRAMS, exports: EXPORTS, only: /^(dsp\/|memory\.c$)/ });
    if (!bytes) throw new Error('the bench was compiled but not linked');
    const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: 32_768 });
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    const instance = await WebAssembly.instantiate(module, { env: { memory }, bench: { now: () => performance.now() } });
    return listKernels(instance.exports as unknown as Exports, memory);
  } finally {
    await toolchain.close();
  }
}

function listKernels(bench: Exports, memory: WebAssembly.Memory): Kernel[] {
  const readText = (address: number): string => {
    const bytes = new Uint8Array(memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  return Array.from({ length: bench.bench_count() }, (_, kernel) => ({
    name: readText(bench.bench_name(kernel)),
    minSize: bench.bench_range(kernel, 0),
    maxSize: bench.bench_range(kernel, 1),
    shapes: bench.bench_range(kernel, 2),
    compare: (seed, cases) => bench.bench_run(kernel, seed, 0, -1, cases, 0),
    time(size, shape, repeats) {
      const different = bench.bench_run(kernel, 1, size, shape, 1, repeats);
      if (different !== 0) throw new Error(`the versions differ at size ${size}, shape ${shape}`);
      return { scalarNs: bench.bench_ns(0), simdNs: bench.bench_ns(1) };
    },
  }));
}
