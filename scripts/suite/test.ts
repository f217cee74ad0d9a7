/**
 * `npm test`: all tests. Finds a browser (scripts/suite/browser.ts); if none is available, the other steps still run and this is reported. At the
 * end it prints the duration of each step, and the skipped, repeated and failed tests.
 */
import { runTool, type NoOptions, type Tool } from '../lib/command-line.ts';
import { ensureBrowser, NO_BROWSER } from './browser.ts';
import { BUILDS, endToEndSteps } from './e2e.ts';
import { runSteps, type Step } from './steps.ts';

const vitest = (name: string, skip?: string): Step => ({ name, run: `vitest run --project=${name}*`, tests: 'vitest', skip });

/** `skip`: why steps that need a browser cannot run. Steps of a phase run two at a time, the longest first: none before the last phase measures speed. */
const phases = async (skip?: string): Promise<readonly (readonly Step[])[]> => [
  [vitest('browser', skip), vitest('unit'), { name: 'check', run: 'tsx scripts/check.ts' }, ...BUILDS],
  [
    vitest('build', skip),
    vitest('deploy', skip),
    { name: 'package of the player', run: 'tsx scripts/pack.ts player --test', skip },
    { name: 'package of the decoder', run: 'tsx scripts/pack.ts hevc --test', skip },
  ],
  ...(await endToEndSteps()).map((step) => [{ ...step, skip }]),
];

const TEST: Tool<NoOptions> = {
  name: 'npm test --',
  takes: '',
  about: `Everything:\n${(await phases())
    .flat()
    .map(({ name }) => `  ${name}`)
    .join('\n')}\nParts of it: npm run check, npm run unit, npm run pack -- hevc --test, npm run e2e`,
  options: {},
  wordsMax: 0,
  run: async () => runSteps(await phases(ensureBrowser() ? undefined : NO_BROWSER)),
};

process.exitCode = await runTool(TEST, process.argv.slice(2));
