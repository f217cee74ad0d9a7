/**
 * `npm run e2e`: both builds, then the end-to-end tests on a free port. The number of parallel tests follows the free processors
 * (scripts/suite/pace.ts); a test that fails in parallel is repeated alone. Tests of figures (@measured) run alone at the end, and are repeated
 * if the machine was too busy for them. Arguments are passed to Playwright. FOOTLIGHT_PREBUILT=1: the builds exist.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyText, EXIT, oneOf, runTool as runCommand, type Tool } from '../lib/command-line.ts';
import { requireBrowser } from './browser.ts';
import { freePort } from './free-port.ts';
import { capAfter, paceEnv, readPace, type Pace } from './pace.ts';
import { reportTests } from './steps.ts';
import { withEqualsSign } from './project-argument.ts';
import { failedIds, MAX_RUNS, notesFile, readEndToEnd, readRun, runFile, testsMade, type EndToEndRun } from './test-results.ts';
import { ROOT, runTool } from './tool.ts';

const FOLDER = process.env['FOOTLIGHT_RESULTS'] ?? '.cache/results';
/** Playwright's output folder, which also lists the last failed tests. */
const OUTPUT = join(ROOT, '.cache/e2e');
/** Number of parts of the parallel tests; the machine is measured before each. Each part starts a runner, a server and its browsers: about 10 s. */
const PARTS = 2;

/** Runs the suite; returns whether all passed, and the number of tests. */
async function runSuite(args: readonly string[]): Promise<{ readonly passed: boolean; readonly made: number }> {
  const env = {
    FOOTLIGHT_PREBUILT: '1',
    FOOTLIGHT_E2E_PORT: String(await freePort()),
    // No test reads requests or console messages of the service worker, which would otherwise be reported to the runner a second time.
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK: '1',
    PLAYWRIGHT_DISABLE_SERVICE_WORKER_CONSOLE: '1',
  };
  for (let at = 0; at < MAX_RUNS; at++) rmSync(runFile(FOLDER, at), { force: true });
  const runs: EndToEndRun[] = [];
  const notes: string[] = [];
  const run = (
    what: string,
    pace: Pace,
    atATime: number,
    more: readonly string[],
    options: Readonly<Record<string, string>> = {},
  ): EndToEndRun => {
    console.log(`\nend to end, ${what}: ${atATime} at a time, time limits times ${pace.factor} (${pace.why})\n`);
    const results = runFile(FOLDER, runs.length);
    // All selected tests may be in one part: a run without any test is reported at the end.
    const made = ['--pass-with-no-tests', '--retries=0', `--workers=${atATime}`, ...more, ...args];
    const passed = runTool('playwright test', made, { ...env, ...paceEnv(pace), ...options, FOOTLIGHT_E2E_RESULTS: results });
    const written = readRun(results) ?? { specs: [], errors: passed ? [] : ['Playwright wrote no results'] };
    runs.push(written);
    if (testsMade(written) > 0)
      notes.push(`${what}: ${testsMade(written)} tests, ${atATime} at a time, time limits times ${pace.factor} (${pace.why})`);
    writeFileSync(notesFile(FOLDER), JSON.stringify(notes));
    return written;
  };
  /** Repeats tests alone, with a trace of those that fail again. */
  const again = async (ids: readonly string[], project: string, why: string): Promise<void> => {
    if (ids.length === 0) return;
    console.log(`\n${ids.length} tests ${why}: once more, alone\n`);
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(join(OUTPUT, '.last-run.json'), JSON.stringify({ status: 'failed', failedTests: ids }));
    run('again, alone', await readPace(), 1, [`--project=${project}`, '--last-failed'], { FOOTLIGHT_TRACE: '1' });
  };

  const chosen = args.find((arg) => arg.startsWith('--project='))?.slice('--project='.length);
  // `npm run soak`: its tests are one project of their own, and each watches too long to be repeated.
  if (chosen === 'soak') run('long tests', await readPace(), 1, []);
  else if (chosen !== 'measured') {
    const failed: string[] = [];
    // A selection of tests needs no parts.
    const parts = args.length > 0 ? 1 : PARTS;
    let most = Number.POSITIVE_INFINITY;
    for (let part = 1; part <= parts; part++) {
      const pace = await readPace();
      const atATime = Math.min(most, pace.atATime);
      const results = run(`part ${part} of ${parts}`, pace, atATime, ['--project=parallel', `--shard=${part}/${parts}`]);
      failed.push(...failedIds(results));
      most = Math.min(most, capAfter(atATime, { made: testsMade(results), failed: failedIds(results).length }));
    }
    await again(failed, 'parallel', 'failed beside others');
  }
  if (chosen !== 'parallel' && chosen !== 'soak') {
    const results = run('tests of figures', await readPace(), 1, ['--project=measured']);
    await again(failedIds(results), 'measured', 'of figures did not pass');
  }
  const { failed } = readEndToEnd(FOLDER);
  return { passed: failed.length === 0, made: runs.reduce((sum, one) => sum + testsMade(one), 0) };
}

async function endToEnd(args: readonly string[]): Promise<number> {
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
  if (!(isPrebuilt || (runTool('vite build') && runTool('vite build --mode offline')))) return EXIT.WRONG;
  mkdirSync(FOLDER, { recursive: true });
  const { passed, made } = await runSuite(args);
  // `npm test` prints the summary of all its steps.
  if (process.env['FOOTLIGHT_RESULTS'] === undefined) reportTests([readEndToEnd(FOLDER)]);
  if (!passed) console.log(`traces of tests that failed alone: ${OUTPUT}`);
  if (!passed) return EXIT.WRONG;
  if (made > 0 || args.includes('--list')) return EXIT.DONE;
  console.error(`no test ran: none matches ${args.join(' ')}, or each that does was skipped`);
  return EXIT.NOTHING_DONE;
}

/** For the help only; the arguments are passed to Playwright unchanged. */
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
  run: () => endToEnd(withEqualsSign(process.argv.slice(2))),
};

const asksForHelp = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
process.exitCode = await runCommand(E2E, asksForHelp ? ['--help'] : []);
