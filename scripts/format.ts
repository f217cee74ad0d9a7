/** `npm run format`: writes each file of the repository in its format. */
import { EXIT, runTool as runCommand, type NoOptions, type Tool } from './lib/command-line.ts';
import { runTool } from './suite/tool.ts';

const FORMAT: Tool<NoOptions> = {
  name: 'npm run format --',
  takes: '',
  about: 'Formats the files of the repository by oxfmt, and the C sources of the decoder by clang-format.',
  options: {},
  wordsMax: 0,
  run: () => (runTool('oxfmt') && runTool('node src/wasm/format.mjs') ? EXIT.DONE : EXIT.WRONG),
};

process.exitCode = await runCommand(FORMAT, process.argv.slice(2));
