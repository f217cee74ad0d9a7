import { defineConfig } from '@playwright/test';
import { browserLaunch, shellLaunch } from './scripts/lib/browser.ts';
import { limitMs, parallelTests } from './scripts/suite/pace.ts';

/**
 * Simulated camera and microphones of the browser without a permission prompt, for the star's pages. Tests of one project share a browser.
 */
const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
// No test reads requests or console messages of the service worker, which would otherwise be reported to the runner a second time.
for (const name of ['NETWORK', 'CONSOLE']) process.env[`PLAYWRIGHT_DISABLE_SERVICE_WORKER_${name}`] = '1';
const port = process.env['FOOTLIGHT_E2E_PORT'] ?? '4173';
/** Runs in real time: `npm run soak` runs the tests tagged @soak, for longer, and those tagged @soak-only. */
const isSoak = process.env['FOOTLIGHT_SOAK'] === '1';

/**
 * End-to-end tests of the production build, with the mock backend behind its flag. Tests that need a real network start the origin
 * themselves. `npm run e2e` runs the project `parallel` with one to four workers, then `measured` alone.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  // Generous limits: the tests check if something happens, not how fast the machine is.
  timeout: isSoak ? 900_000 : limitMs(120_000),
  expect: { timeout: limitMs(30_000), toPass: { intervals: [100], timeout: limitMs(60_000) } },
  workers: parallelTests(),
  reporter: 'list',
  projects: isSoak
    ? [{ name: 'soak', grep: /@soak/, workers: 1 }]
    : [
        // Animations repaint the window sixty times a second, which costs a third of the playback without a GPU; only specs about motion
        // enable them. `npm run e2e` repeats failed tests once, alone and with a trace, which costs a third of a page.
        {
          name: 'parallel',
          grepInvert: /@measured|@soak-only/,
          use: { reducedMotion: 'reduce', launchOptions: shellLaunch(...FAKE_DEVICES) },
        },
        { name: 'measured', grep: /@measured/, workers: 1, retries: 1 },
      ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    // A quarter of the pixels in the same layout: drawing a picture without a GPU is a large part of a playing page's cost.
    deviceScaleFactor: 0.5,
    // An action on an element that never appears fails after this time instead of at the time limit of the test.
    actionTimeout: limitMs(30_000),
    locale: 'zh-CN',
    launchOptions: browserLaunch(...FAKE_DEVICES),
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} node_modules/vite/bin/vite.js preview --mode offline --strictPort --port ${port}`,
    url: `http://127.0.0.1:${port}/`,
    timeout: limitMs(180_000),
  },
});
