/**
 * Prints what each kernel costs, scalar and SIMD, measured in turns within one call:
 *
 *     npm run bench:kernels -- [PATTERN] [--ms 20]
 *
 * One column per path of the kernel: inter prediction full, h, v, hv; transforms by their limit 4, 8, 16, 32; SAO by edge class;
 * deblocking none, normal, strong; angular modes 2, 10, 14, 18, 22, 26, 34.
 */
import { openKernels } from './bench.ts';

const args = process.argv.slice(2);
const msAt = args.indexOf('--ms');
const budgetMs = msAt < 0 ? 20 : Number(args[msAt + 1]);
const pattern = new RegExp(args.find((arg, i) => !arg.startsWith('--') && (msAt < 0 || i !== msAt + 1)) ?? '.');

for (const kernel of await openKernels()) {
  if (!pattern.test(kernel.name)) continue;
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
