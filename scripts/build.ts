/** `npm run build`: the production build in dist/; with a name the offline room in dist-offline/, the decoder's playground in dist-playground/, or the page that measures a device in dist-bench/. */
import { EXIT, flag, runTool as runCommand, UsageError, type Tool } from './lib/command-line.ts';
import { runTool } from './lib/tool.ts';

const NAMES: readonly string[] = ['offline', 'playground', 'bench'];
const OPTIONS = { preview: flag('serves the build afterwards') } as const;

const BUILD: Tool<typeof OPTIONS> = {
  name: 'npm run build --',
  takes: `[${NAMES.join('|')}]`,
  about:
    'Builds the room for production into dist/, prints the size of the files that it loads first, and fails if it exceeds budgets.json.\noffline: the room with its mock backend; playground: the page of the decoder; bench: the page /bench with the offline room, for any static file server.',
  options: OPTIONS,
  wordsMax: 1,
  examples: ['npm run build -- offline --preview'],
  run({ preview }, [name]) {
    if (name !== undefined && !NAMES.includes(name)) throw new UsageError(`${name} is none of ${NAMES.join(', ')}`);
    const mode = name === undefined ? [] : ['--mode', name];
    return runTool('vite build', mode) && (!preview || runTool('vite preview', mode)) ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runCommand(BUILD, process.argv.slice(2));
