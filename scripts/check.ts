/** `npm run check`: the fast part of the tests, without browser and build. Two steps in parallel, the longest first. */
import { runTool, type NoOptions, type Tool } from './lib/command-line.ts';
import { runSteps, type Step } from './suite/steps.ts';

const STEPS: readonly Step[] = [
  { name: 'protobuf code', run: 'tsx scripts/proto/main.ts', isAlone: true },
  { name: 'lint', run: 'oxlint --deny-warnings' },
  { name: 'types', run: 'tsx scripts/types.ts' },
  { name: 'format', run: 'oxfmt --check' },
  { name: 'unused files, exports and dependencies', run: 'knip --cache --cache-location .cache/knip' },
  { name: 'architecture', run: 'vitest run --project unit tests/architecture' },
  { name: 'format of the C sources', run: 'node src/wasm/format.mjs --check' },
  { name: 'generated tables are fresh', run: 'tsx scripts/readme.ts --check' },
  { name: 'fixtures are those of the manifest', run: 'tsx scripts/fixtures/main.ts --verify' },
];

const CHECK: Tool<NoOptions> = {
  name: 'npm run check --',
  takes: '',
  about: `What can be told without a browser and without a build:\n${STEPS.map(({ name }) => `  ${name}`).join('\n')}`,
  options: {},
  wordsMax: 0,
  run: () => runSteps(STEPS, 2),
};

process.exitCode = await runTool(CHECK, process.argv.slice(2));
