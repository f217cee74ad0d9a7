/** `npm test`: everything. Finds a browser by itself; see scripts/browser.ts. */
import { ensureBrowser } from './browser.ts';
import { runSteps } from './steps.ts';

if (!ensureBrowser()) process.exit(1);

runSteps([
  { name: 'check', run: 'tsx scripts/check.ts' },
  { name: 'unit', run: 'vitest run --project unit' },
  { name: 'production build', run: 'vite build' },
  { name: 'offline build', run: 'vite build --mode offline' },
  { name: 'build rules', run: 'vitest run --project build' },
  { name: 'browser', run: 'vitest run --project browser' },
  { name: 'end to end', run: 'playwright test', env: { FOOTLIGHT_PREBUILT: '1' } },
]);
