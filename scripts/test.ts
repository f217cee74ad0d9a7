/**
 * `npm test`: everything. Finds a browser by itself (scripts/browser.ts); where none can be had, the other steps still run and say so.
 * At its end: how long each step took, what was skipped and why, what passed by a second try, what failed and how.
 */
import { mkdirSync } from 'node:fs';
import { ensureBrowser, NO_BROWSER } from './browser.ts';
import { runSteps, type Step } from './steps.ts';
import { endToEndResults, vitestResults } from './test-results.ts';

const RESULTS = '.cache/results';
mkdirSync(RESULTS, { recursive: true });

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
/** A failure: most of what is tested is what a browser does. */
const needsBrowser: Partial<Step> = ensureBrowser() ? {} : { skip: NO_BROWSER, isNeeded: true };

const alone: Partial<Step> = { isAlone: true };

await runSteps(
  [
    { name: 'check', run: 'tsx scripts/check.ts', ...alone },
    vitest('unit', ['unit'], alone),
    { name: 'production build', run: 'vite build', ...alone },
    { name: 'offline build', run: 'vite build --mode offline', ...alone },
    // Beside each other: neither says how fast anything is, and the package leaves a core idle.
    vitest('build', ['build']),
    { name: 'package', run: 'tsx scripts/pack-hevc.ts --test' },
    vitest('browser', ['browser*'], { ...alone, ...needsBrowser }),
    {
      name: 'end to end',
      run: 'tsx scripts/e2e.ts',
      env: { FOOTLIGHT_PREBUILT: '1', FOOTLIGHT_RESULTS: RESULTS },
      tests: () => endToEndResults(RESULTS),
      ...alone,
      ...needsBrowser,
    },
  ],
  2,
);
