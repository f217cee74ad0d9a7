/** `npm run wasm:kernels`: builds the committed modules of the kernel benchmark. */
import { writeBenches } from './bench.ts';

await writeBenches();
