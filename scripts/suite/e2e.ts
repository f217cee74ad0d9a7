/**
 * `npm run e2e`: both builds, then the end-to-end tests. A test that fails beside others is repeated alone. Arguments are passed to Playwright.
 * `-- firefox` and `-- webkit` run the smoke test in these browsers. FOOTLIGHT_PREBUILT=1: the builds exist.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, isMain, runTool as runCommand, type NoOptions, type Tool } from '../lib/command-line.ts';
import { requireBrowser } from './browser.ts';
import { runSteps, type Step } from './steps.ts';
import { freePort, ROOT, runTool } from './tool.ts';

export const BUILDS: readonly Step[] = [
  { name: 'production build', run: 'vite build' },
  { name: 'offline build', run: 'vite build --mode offline' },
];

/** Tests beside each other, then the tests of figures (@measured) one by one; `args` are Playwright's. */
export async function endToEndSteps(args: readonly string[] = []): Promise<readonly Step[]> {
  const env = {
    FOOTLIGHT_PREBUILT: '1',
    FOOTLIGHT_E2E_PORT: String(await freePort()),
    // No test reads requests or console messages of the service worker, which would otherwise be reported to the runner a second time.
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK: '1',
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_CONSOLE: '1',
  };
  const step = (name: string, project: string): Step => {
    return { name, run: `playwright test --pass-with-no-tests ${project}`.trim(), args, env, tests: 'playwright' };
  };
  if (args.some((arg) => arg.startsWith('--project'))) return [step('end to end', '')];
  return [step('end to end', '--project=parallel'), step('figures', '--project=measured')];
}

const OWN_ENDS = ['--ui', '--debug', '--list', '--help', '-h', '--project=soak'];

async function endToEnd(args: readonly string[]): Promise<number> {
  const [browser, ...others] = args;
  if (browser === 'firefox' || browser === 'webkit')
    return runTool(`tsx scripts/other-browsers/main.ts ${browser}`, others) ? EXIT.DONE : EXIT.WRONG;
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1' && existsSync(join(ROOT, 'dist-offline'));
  if (!isPrebuilt && (await runSteps([BUILDS])) !== EXIT.DONE) return EXIT.WRONG;
  // Tools of Playwright without results, and the long tests, which are not repeated.
  if (args.some((arg) => OWN_ENDS.includes(arg)))
    return runTool('playwright test', args, { FOOTLIGHT_PREBUILT: '1' }) ? EXIT.DONE : EXIT.WRONG;
  return runSteps((await endToEndSteps(args)).map((step) => [step]));
}

const E2E: Tool<NoOptions> = {
  name: 'npm run e2e --',
  takes: '[...arguments]',
  about:
    'Builds both rooms and runs the end-to-end tests. Arguments are those of Playwright: files, --grep, --project, --repeat-each and others.\nfirefox, webkit: the smoke test in this browser, if it is installed.',
  options: {},
  wordsMax: 0,
  examples: ['npm run e2e -- --grep "P24"', 'npm run e2e -- tests/e2e/room.spec.ts --project=parallel', 'npm run e2e -- firefox'],
  run: () => endToEnd(process.argv.slice(2)),
};

if (isMain(import.meta.url)) {
  const asksForHelp = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
  process.exitCode = await runCommand(E2E, asksForHelp ? ['--help'] : []);
}
