/** `npm run wasm -- kernels`: builds the committed modules of the kernel benchmark. */
import { EXIT, runTool, type NoOptions, type Tool } from '../../../../scripts/lib/command-line.ts';
import { writeBenches } from './bench.ts';

const WRITE: Tool<NoOptions> = {
  name: 'npm run wasm -- kernels',
  takes: '',
  about: 'Builds the two modules of the kernels’ tests (a minute), after a change of src/wasm/hevc/dsp.',
  options: {},
  wordsMax: 0,
  async run() {
    await writeBenches();
    return EXIT.DONE;
  },
};

process.exitCode = await runTool(WRITE, process.argv.slice(2));
