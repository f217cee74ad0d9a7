/** `npm run readme -- proto`, and imported before the tools that read the protobuf code: generates it if a .proto file changed. */
import { EXIT, isMain, runTool, type NoOptions, type Tool } from '../lib/command-line.ts';
import { refresh } from './generate.ts';

const PROTO: Tool<NoOptions> = {
  name: 'npm run readme -- proto',
  takes: '',
  about: 'Generates the protobuf code of src/wire/generated, if a .proto file changed.',
  options: {},
  wordsMax: 0,
  async run() {
    if (await refresh()) console.log('generated src/wire/generated');
    return EXIT.DONE;
  },
};

// In a tool that imports this file, the arguments are those of the tool, which an error ends.
if (isMain(import.meta.url)) process.exitCode = await runTool(PROTO, process.argv.slice(2));
else await PROTO.run({}, []);
