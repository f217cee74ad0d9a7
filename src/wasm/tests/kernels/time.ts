/**
 * Prints the cost of each kernel, scalar and SIMD, measured alternately within one call.
 * One column per path of the kernel: inter prediction full, h, v, hv; transforms by their limit 4, 8, 16, 32; SAO by edge class; deblocking
 * none, normal, strong; angular modes 2, 10, 14, 18, 22, 26, 34.
 */
import { EXIT, flag, integer, runTool, UsageError, type Tool, type ValuesOf } from '../../../../scripts/lib/command-line.ts';
import { openKernels, writeBenches } from './bench.ts';

const OPTIONS = {
  ms: integer('milliseconds for each kernel, size and path', 20, 1, 10_000),
  range: flag('the kernels of range modules, in 12 bits instead of 10'),
  build: flag('builds the two committed modules instead (a minute), after a change of src/wasm/hevc/dsp'),
} as const;

async function time({ ms: budgetMs, range, build }: ValuesOf<typeof OPTIONS>, [given = '.']: readonly string[]): Promise<number> {
  if (build) {
    await writeBenches();
    return EXIT.DONE;
  }
  const pattern = readPattern(given);
  const kernels = (await openKernels(range ? 'range-simd' : 'simd')).filter(({ name }) => pattern.test(name));
  if (kernels.length === 0) throw new UsageError(`no kernel matches ${given}`);
  for (const kernel of kernels) {
    console.log(kernel.name);
    for (let size = kernel.minSize; size <= kernel.maxSize; size *= 2) {
      const cells = Array.from({ length: kernel.shapes }, (_, shape) => {
        const trial = kernel.time(size, shape, 200);
        const repeats = Math.ceil((budgetMs * 1e6) / 5 / Math.max(trial.scalarNs + trial.simdNs, 10));
        const { scalarNs, simdNs } = kernel.time(size, shape, repeats);
        return `${scalarNs.toFixed(0).padStart(7)} > ${simdNs.toFixed(1).padStart(7)} ns (${(scalarNs / simdNs).toFixed(1)}x)`;
      });
      console.log(`  ${String(size).padStart(2)}  ${cells.join('  |  ')}`);
    }
  }
  return EXIT.DONE;
}

function readPattern(given: string): RegExp {
  try {
    return new RegExp(given);
  } catch {
    throw new UsageError(`${given} is no regular expression`);
  }
}

const TOOL: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- time-kernels',
  takes: '[pattern]',
  about: 'What each kernel of the decoder costs, scalar and SIMD: all of them, or those whose name matches.',
  options: OPTIONS,
  wordsMax: 1,
  run: time,
};

process.exitCode = await runTool(TOOL, process.argv.slice(2));
