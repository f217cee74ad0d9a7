/**
 * `npm run e2e`: both builds, then the end-to-end tests on a free port. Tests that measure time or memory (@measured) run alone at the
 * end, the others four at a time, which keeps two processors busy. Arguments go to Playwright. FOOTLIGHT_PREBUILT=1: the builds are there.
 */
import { rmSync } from 'node:fs';
import { anyText, EXIT, oneOf, runTool as runCommand, type Tool } from '../src/wasm/cli/command-line.ts';
import { ensureBrowser } from './browser.ts';
import { freePort } from './free-port.ts';
import { endToEndFile, isWorthARepeat, playwrightResults, testsMade } from './test-results.ts';
import { runTool } from './tool.ts';

type Part = Parameters<typeof endToEndFile>[1];
const FOLDER = process.env['FOOTLIGHT_RESULTS'] ?? '.cache/results';

/** Runs the parts and says whether all passed, and how many tests were made. */
async function runParts(args: readonly string[]): Promise<{ readonly passed: boolean; readonly made: number }> {
  const env = {
    FOOTLIGHT_PREBUILT: '1',
    FOOTLIGHT_E2E_PORT: String(await freePort()),
    // No test reads what the service worker asks for or says by itself: each of its requests would be told to the runner a second time.
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK: '1',
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_CONSOLE: '1',
  };
  const files: string[] = [];
  const run = (part: Part, more: readonly string[]): boolean => {
    const results = endToEndFile(FOLDER, part);
    rmSync(results, { force: true });
    files.push(results);
    // What is asked for may all be in one part: that nothing ran at all is told at the end.
    const mayBeEmpty = args.length > 0 ? ['--pass-with-no-tests'] : [];
    return runTool('playwright test', [...mayBeEmpty, ...more, ...args], { ...env, FOOTLIGHT_E2E_RESULTS: results });
  };

  /** Several at a time disturb each other: what fails is made once more, alone, and listed. */
  const runParallel = (): boolean => {
    rmSync(endToEndFile(FOLDER, 'alone'), { force: true });
    if (run('parallel', ['--project=parallel', '--workers=4', '--retries=0'])) return true;
    const results = playwrightResults(endToEndFile(FOLDER, 'parallel'));
    if (!isWorthARepeat(results)) return false;
    console.log(`\n${results.failed.length} tests failed beside others: once more, alone\n`);
    return run('alone', ['--project=parallel', '--workers=1', '--retries=0', '--last-failed']);
  };

  const isChosen = args.some((arg) => arg.startsWith('--project'));
  const passed = isChosen ? [run('chosen', [])] : [runParallel(), run('measured', ['--project=measured', '--workers=1'])];
  return { passed: passed.every(Boolean), made: files.reduce((sum, file) => sum + testsMade(file), 0) };
}

async function endToEnd(args: readonly string[]): Promise<number> {
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
  if (!ensureBrowser() || !(isPrebuilt || (runTool('vite build') && runTool('vite build --mode offline')))) return EXIT.WRONG;
  const { passed, made } = await runParts(args);
  if (!passed) return EXIT.WRONG;
  if (made > 0 || args.includes('--list')) return EXIT.DONE;
  console.error(`no test ran: none matches ${args.join(' ')}, or each that does was skipped`);
  return EXIT.NOTHING_DONE;
}

/** For the help; what is given goes to Playwright as it is. */
const OPTIONS = {
  grep: anyText('-g: only tests with this in their title, tag or file'),
  project: oneOf('only this part, for its own number of tests at a time', ['parallel', 'measured']),
  'repeat-each': anyText('each test so many times'),
} as const;

const E2E: Tool<typeof OPTIONS> = {
  name: 'npm run e2e --',
  takes: '[...files]',
  about: 'Builds both rooms and runs the end-to-end tests, or those of the files named. Any other argument goes to Playwright.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['npm run e2e -- --grep "P24"', 'npm run e2e -- tests/e2e/room.spec.ts --project=parallel'],
  run: () => endToEnd(process.argv.slice(2)),
};

const asksForHelp = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
process.exitCode = await runCommand(E2E, asksForHelp ? ['--help'] : []);
