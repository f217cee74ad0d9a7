/**
 * `npm test`: all tests, as a list of steps. Without a browser the steps that need none still run, and the others are reported.
 * `npm run e2e`: both builds, then the end-to-end tests. Arguments are those of Playwright. FOOTLIGHT_PREBUILT=1: the builds exist.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, requireBrowser } from '../lib/browser.ts';
import { EXIT, runTool as runCommand, type NoOptions, type Tool } from '../lib/command-line.ts';
import { freePort } from '../lib/free-port.ts';
import { ROOT, runTool } from '../lib/tool.ts';
import { runSteps, type Step } from './steps.ts';

type Phases = readonly (readonly Step[])[];

const BUILDS: readonly Step[] = [
  { name: 'production build', run: 'vite build' },
  { name: 'offline build', run: 'vite build --mode offline' },
];
const vitest = (name: string, needsBrowser = true): Step => ({ name, run: `vitest run --project=${name}*`, tests: 'vitest', needsBrowser });
const pack = (name: string, which: string): Step => ({ name, run: `tsx scripts/pack.ts ${which} --test`, needsBrowser: true });
const PLAYWRIGHT = { run: 'playwright test --pass-with-no-tests', needsBrowser: true };

/** Tests beside each other, then the tests of figures (@measured) one by one, which Playwright itself repeats. */
const endToEnd = (args: readonly string[]): Phases => [
  [{ ...PLAYWRIGHT, name: 'end to end', args: ['--project=parallel', ...args], tests: 'playwright' }],
  [{ ...PLAYWRIGHT, name: 'figures', args: ['--project=measured', ...args] }],
];

/** Steps of a phase run two at a time, the longest first: none before the last phase measures speed. */
const EVERYTHING: Phases = [
  BUILDS,
  [
    vitest('browser'),
    vitest('unit', false),
    { name: 'check', run: 'tsx scripts/check.ts' },
    pack('package of the player', 'player'),
    vitest('build'),
    vitest('deploy'),
    pack('package of the decoder', 'hevc'),
  ],
  ...endToEnd([]),
];

/** Tools of Playwright without results, and the long tests, which are not repeated. */
const OWN_ENDS = ['--ui', '--debug', '--list', '--project=soak'];

async function runEndToEnd(args: readonly string[]): Promise<number> {
  const [browser = '', ...words] = args;
  const ended = (passed: boolean): number => (passed ? EXIT.DONE : EXIT.WRONG);
  if (['firefox', 'webkit'].includes(browser)) return ended(runTool(`tsx scripts/other-browsers/main.ts ${browser}`, words));
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1' && existsSync(join(ROOT, 'dist-offline'));
  if (!isPrebuilt && (await runSteps([BUILDS])) !== EXIT.DONE) return EXIT.WRONG;
  process.env['FOOTLIGHT_PREBUILT'] = '1';
  if (args.some((arg) => OWN_ENDS.includes(arg))) return ended(runTool('playwright test', args));
  const isOne = args.some((arg) => arg.startsWith('--project'));
  return runSteps(isOne ? [[{ ...PLAYWRIGHT, name: 'end to end', args, tests: 'playwright' }]] : endToEnd(args));
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
  about: `Everything:\n${EVERYTHING.flat()
    .map(({ name }) => `  ${name}\n`)
    .join('')}Parts of it: npm run check, npm run unit, npm run pack -- hevc --test, npm run e2e`,
  options: {},
  wordsMax: 0,
  run: () => {
    process.env['FOOTLIGHT_PREBUILT'] = '1';
    return runSteps(EVERYTHING, ensureBrowser());
  },
};

process.env['FOOTLIGHT_E2E_PORT'] ??= String(await freePort());
// Playwright's own arguments are no options of this tool.
const forE2e = words.some((word) => word === '--help' || word === '-h') ? ['--help'] : [];
process.exitCode = await (first === 'e2e' ? runCommand(E2E, forE2e) : runCommand(TEST, process.argv.slice(2)));
