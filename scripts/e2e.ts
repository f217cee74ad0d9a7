/**
 * `npm run e2e`: both builds, then the end-to-end tests on a free port. Tests that measure time or memory (@measured) run alone at the
 * end, the others four at a time, which keeps two processors busy. Arguments go to Playwright: `npm run e2e -- --grep @foundation`. FOOTLIGHT_PREBUILT=1: the builds are there.
 */
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { ensureBrowser } from './browser.ts';
import { endToEndFile, isWorthARepeat, playwrightResults } from './test-results.ts';
import { runTool } from './tool.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const args = process.argv.slice(2);
const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
if (!ensureBrowser() || !(isPrebuilt || (runTool('vite build') && runTool('vite build --mode offline')))) process.exit(1);

const folder = process.env['FOOTLIGHT_RESULTS'] ?? '.cache/results';
const env = {
  FOOTLIGHT_PREBUILT: '1',
  FOOTLIGHT_E2E_PORT: String(await freePort()),
  // No test reads what the service worker asks for or says by itself: each of its requests would be told to the runner a second time.
  PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK: '1',
  PLAYWRIGHT_DISABLE_SERVICE_WORKER_CONSOLE: '1',
};
const run = (part: Parameters<typeof endToEndFile>[1], more: readonly string[]): boolean => {
  const results = endToEndFile(folder, part);
  rmSync(results, { force: true });
  return runTool('playwright test --pass-with-no-tests', [...more, ...args], { ...env, FOOTLIGHT_E2E_RESULTS: results });
};

/** Several at a time disturb each other: what fails is made once more, alone, and listed. */
function runParallel(): boolean {
  rmSync(endToEndFile(folder, 'alone'), { force: true });
  if (run('parallel', ['--project=parallel', '--workers=4', '--retries=0'])) return true;
  const results = playwrightResults(endToEndFile(folder, 'parallel'));
  if (!isWorthARepeat(results)) return false;
  console.log(`\n${results.failed.length} tests failed beside others: once more, alone\n`);
  return run('alone', ['--project=parallel', '--workers=1', '--retries=0', '--last-failed']);
}

const isChosen = args.some((arg) => arg.startsWith('--project'));
const passed = isChosen ? [run('chosen', [])] : [runParallel(), run('measured', ['--project=measured', '--workers=1'])];
process.exitCode = passed.every(Boolean) ? 0 : 1;
