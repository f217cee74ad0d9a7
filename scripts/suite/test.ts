/**
 * `npm test`: all tests, as a list of steps. Without a browser the steps that need none still run, and the others are reported.
 * `npm run e2e`: both builds, then the end-to-end tests. Arguments are those of Playwright. FOOTLIGHT_PREBUILT=1: the builds exist.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, runTool as runCommand, type NoOptions, type Tool } from '../lib/command-line.ts';
import { freePort } from '../lib/free-port.ts';
import { ensureBrowser, NO_BROWSER, requireBrowser } from './browser.ts';
import { runSteps, type Step } from './steps.ts';
import { ROOT, runTool } from './tool.ts';

const BUILDS: readonly Step[] = [
  { name: 'production build', run: 'vite build' },
  { name: 'offline build', run: 'vite build --mode offline' },
];
const vitest = (name: string, skip?: string): Step => ({ name, run: `vitest run --project=${name}*`, tests: 'vitest', skip });

/** `skip`: why steps that need a browser cannot run. Steps of a phase run two at a time, the longest first: none before the last phase measures speed. */
const everything = async (skip?: string): Promise<readonly (readonly Step[])[]> => [
  BUILDS,
  [
    vitest('browser', skip),
    vitest('unit'),
    { name: 'check', run: 'tsx scripts/check.ts' },
    { name: 'package of the player', run: 'tsx scripts/pack.ts player --test', skip },
    vitest('build', skip),
    vitest('deploy', skip),
    { name: 'package of the decoder', run: 'tsx scripts/pack.ts hevc --test', skip },
  ],
  ...(await endToEnd([])).map((step) => [{ ...step, skip }]),
];

/** Tests beside each other, then the tests of figures (@measured) one by one, which Playwright itself repeats. */
async function endToEnd(args: readonly string[]): Promise<readonly Step[]> {
  const env = {
    FOOTLIGHT_PREBUILT: '1',
    FOOTLIGHT_E2E_PORT: String(await freePort()),
    // No test reads requests or console messages of the service worker, which would otherwise be reported to the runner a second time.
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK: '1',
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_CONSOLE: '1',
  };
  const step = (name: string, project = ''): Step => {
    return { name, run: `playwright test --pass-with-no-tests ${project}`.trim(), args, env, tests: 'playwright' };
  };
  if (args.some((arg) => arg.startsWith('--project'))) return [step('end to end')];
  return [step('end to end', '--project=parallel'), { ...step('figures', '--project=measured'), tests: undefined }];
}

/** Tools of Playwright without results, and the long tests, which are not repeated. */
const OWN_ENDS = ['--ui', '--debug', '--list', '--project=soak'];

async function runEndToEnd(args: readonly string[]): Promise<number> {
  const [browser = '', ...words] = args;
  const ended = (passed: boolean): number => (passed ? EXIT.DONE : EXIT.WRONG);
  if (['firefox', 'webkit'].includes(browser)) return ended(runTool(`tsx scripts/other-browsers/main.ts ${browser}`, words));
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1' && existsSync(join(ROOT, 'dist-offline'));
  if (!isPrebuilt && (await runSteps([BUILDS])) !== EXIT.DONE) return EXIT.WRONG;
  if (args.some((arg) => OWN_ENDS.includes(arg))) return ended(runTool('playwright test', args, { FOOTLIGHT_PREBUILT: '1' }));
  return runSteps((await endToEnd(args)).map((step) => [step]));
}

const [first, ...words] = process.argv.slice(2);

const E2E: Tool<NoOptions> = {
  name: 'npm run e2e --',
  takes: '[...arguments]',
  about:
    'Builds both rooms and runs the end-to-end tests. Arguments are those of Playwright: files, --grep, --project, --repeat-each and others.\nfirefox, webkit: the smoke test in this browser, if it is installed.',
  options: {},
  wordsMax: 0,
  examples: ['npm run e2e -- --grep "P24"', 'npm run e2e -- tests/e2e/room.spec.ts --project=parallel', 'npm run e2e -- firefox'],
  run: () => runEndToEnd(words),
};

const TEST: Tool<NoOptions> = {
  name: 'npm test --',
  takes: '',
  about: `Everything:\n${(await everything())
    .flat()
    .map(({ name }) => `  ${name}`)
    .join('\n')}\nParts of it: npm run check, npm run unit, npm run pack -- hevc --test, npm run e2e`,
  options: {},
  wordsMax: 0,
  run: async () => runSteps(await everything(ensureBrowser() ? undefined : NO_BROWSER)),
};

// Playwright's own arguments are no options of this tool.
const forE2e = words.some((word) => word === '--help' || word === '-h') ? ['--help'] : [];
process.exitCode = await (first === 'e2e' ? runCommand(E2E, forE2e) : runCommand(TEST, process.argv.slice(2)));
