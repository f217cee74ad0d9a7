/**
 * `npm run e2e`: both builds, then the end-to-end tests on a free port. Tests that measure time or memory (@measured) run alone at the
 * end, the others two at a time. Arguments go to Playwright: `npm run e2e -- --grep @foundation`. FOOTLIGHT_PREBUILT=1: the builds are there.
 */
import { createServer, type AddressInfo } from 'node:net';
import { ensureBrowser } from './browser.ts';
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

const env = { FOOTLIGHT_PREBUILT: '1', FOOTLIGHT_E2E_PORT: String(await freePort()) };
const projects = args.some((arg) => arg.startsWith('--project')) ? [''] : ['parallel', 'measured'];
const passed = projects.map((project) =>
  runTool(
    'playwright test --pass-with-no-tests',
    [...(project === '' ? [] : [`--project=${project}`, `--workers=${project === 'measured' ? 1 : 2}`]), ...args],
    { ...env, FOOTLIGHT_E2E_RESULTS: `${process.env['FOOTLIGHT_RESULTS'] ?? '.cache/results'}/e2e-${project || 'chosen'}.json` },
  ),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
