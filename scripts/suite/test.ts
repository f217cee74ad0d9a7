/**
 * `npm test`: all tests. Finds a browser (scripts/suite/browser.ts); if none is available, the other steps still run and this is reported. At the
 * end it prints the duration of each step and the skipped, repeated and failed tests.
 */
import { mkdirSync } from 'node:fs';
import { runTool, type NoOptions, type Tool } from '../lib/command-line.ts';
import { ensureBrowser, NO_BROWSER } from './browser.ts';
import { paceEnv, readPace } from './pace.ts';
import { runSteps, type Step } from './steps.ts';
import { readEndToEnd, vitestResults } from './test-results.ts';
import { limitMs } from './time-limit.ts';

const RESULTS = '.cache/results';

const vitest = (name: string, projects: readonly string[], more: Partial<Step> = {}): Step => {
  const results = `${RESULTS}/${name}.json`;
  const chosen = projects.map((project) => `--project=${project}`).join(' ');
  return {
    name,
    run: `vitest run ${chosen} --reporter=default --reporter=json --outputFile=${results}`,
    tests: () => vitestResults(results),
    ...more,
  };
};
/** The runner of browser tests waits for ever if its page does not load or is not drawn. No file takes half as long. */
const BROWSER_SILENT_MS = 480_000;
const BUILDS = ['production build', 'offline build'];

/** `needsBrowser`: properties of the steps that need a browser. */
const steps = (needsBrowser: Partial<Step>): readonly Step[] => [
  // Two at a time up to the end-to-end tests, because none measures speed, and each waits at times: for a page, a stream or its own last
  // file. The longest are first.
  { name: 'check', run: 'tsx scripts/check.ts' },
  { name: 'production build', run: 'vite build' },
  { name: 'offline build', run: 'vite build --mode offline' },
  vitest('unit', ['unit*']),
  vitest('browser', ['browser*'], { silentMs: limitMs(BROWSER_SILENT_MS), ...needsBrowser }),
  vitest('build', ['build'], { after: BUILDS }),
  { name: 'package of the player', run: 'tsx scripts/pack-player.ts --test', after: BUILDS, ...needsBrowser },
  { name: 'package', run: 'tsx scripts/pack-hevc.ts --test', ...needsBrowser },
  {
    name: 'end to end',
    run: 'tsx scripts/suite/e2e.ts',
    env: { FOOTLIGHT_PREBUILT: '1', FOOTLIGHT_RESULTS: RESULTS },
    tests: () => readEndToEnd(RESULTS),
    isAlone: true,
    ...needsBrowser,
  },
];

const TEST: Tool<NoOptions> = {
  name: 'npm test --',
  takes: '',
  about: `Everything:\n${steps({})
    .map(({ name }) => `  ${name}`)
    .join('\n')}\nParts of it: npm run check, npm run unit, npm run pack:hevc -- --test, npm run e2e`,
  options: {},
  wordsMax: 0,
  async run() {
    mkdirSync(RESULTS, { recursive: true });
    const pace = await readPace();
    console.log(`This machine: ${pace.why}. Time limits of tests are multiplied by ${pace.factor}.`);
    Object.assign(process.env, paceEnv(pace));
    // A failure without a browser, because most tests need one.
    const code = await runSteps(steps(ensureBrowser() ? {} : { skip: NO_BROWSER, isNeeded: true }), 2, RESULTS);
    console.log(
      `output of each step: ${RESULTS}/*.log; results of each test: ${RESULTS}/*.json; traces of end-to-end tests that failed alone: .cache/e2e`,
    );
    return code;
  },
};

process.exitCode = await runTool(TEST, process.argv.slice(2));
