/** `npm run check`: the fast part of the tests, without browser and build. Two steps in parallel, the longest first. Its parts are subcommands. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, flag, runTool as runCommand, UsageError, type Tool } from './lib/command-line.ts';
import { repositoryFiles } from './lib/repository-files.ts';
import { ROOT, runTool } from './lib/tool.ts';
import { runSteps, type Step } from './suite/steps.ts';

const STEPS: readonly Step[] = [
  { name: 'lint', run: 'oxlint --deny-warnings' },
  { name: 'types', run: 'tsx scripts/check.ts types' },
  { name: 'format', run: 'oxfmt --check' },
  { name: 'unused files, exports and dependencies', run: 'knip --cache --cache-location .cache/knip' },
  { name: 'architecture', run: 'vitest run --project unit tests/architecture' },
  { name: 'format of the C sources', run: 'node src/wasm/format.mjs --check' },
  { name: 'generated tables are fresh', run: 'tsx scripts/readme.ts --check' },
  { name: 'fixtures are those of the manifest', run: 'tsx scripts/fixtures/main.ts --verify' },
];
/** Minutes, for CI and for changes of the kernel: the room without three of its features is built and passes its tests. */
const DEEP: Step = { name: 'without three features', run: 'tsx scripts/without-feature.ts' };

const TYPES_CACHE = '.cache/types';

/**
 * Checks every TypeScript project, each with the globals of its own thread; unchanged projects are not checked again. One checker thread:
 * each further one creates the types of the libraries again, and a second step of the check uses the other core.
 */
function checkTypes(folders: readonly string[]): boolean {
  const projects = repositoryFiles().filter(
    (path) =>
      path.endsWith('/tsconfig.json') &&
      (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`))),
  );
  if (projects.length === 0) throw new UsageError(`no tsconfig.json in ${folders.join(', ')}`);
  mkdirSync(join(ROOT, TYPES_CACHE), { recursive: true });
  const failed = projects.filter((project) => {
    const state = `${TYPES_CACHE}/${project.replaceAll('/', '-').replace('-tsconfig.json', '')}.tsbuildinfo`;
    return !runTool(`tsc -p ${project} --singleThreaded --pretty --incremental --tsBuildInfoFile ${state}`);
  });
  console.log(`types: ${projects.length - failed.length} projects passed, ${failed.length} failed`);
  return failed.length === 0;
}

const PARTS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  types: checkTypes,
  lint: (files) => runTool('oxlint --deny-warnings', files),
  format: () => runTool('oxfmt') && runTool('node src/wasm/format.mjs'),
};

const OPTIONS = { deep: flag('also builds and tests the room without three of its features, which takes minutes') } as const;

const CHECK: Tool<typeof OPTIONS> = {
  name: 'npm run check --',
  takes: '[types|lint|format] [...folders]',
  about: `Checks without a browser and without a build:\n${STEPS.map(({ name }) => `  ${name}`).join('\n')}\nSubcommands: types (of the folders named), lint, and format, which writes each file in its format.`,
  options: OPTIONS,
  wordsMax: Number.MAX_SAFE_INTEGER,
  run({ deep }, [part, ...words]) {
    if (part === undefined) return runSteps(deep ? [STEPS, [DEEP]] : [STEPS]);
    const run = PARTS[part];
    if (run === undefined) throw new UsageError(`${part} is none of ${Object.keys(PARTS).join(', ')}`);
    return run(words) ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runCommand(CHECK, process.argv.slice(2));
