import { defineConfig } from '@playwright/test';
import { browserLaunch, shellLaunch, type BrowserLaunch } from './scripts/browser.ts';
import { limitMs } from './scripts/time-limit.ts';
import { nodeArguments } from './scripts/tool.ts';

/** A camera and two microphones of the browser's own making, and nobody there to be asked: for the star's pages, beside which one browser does for all. */
const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const optionsOf = ({ args, executablePath }: BrowserLaunch) => ({
  launchOptions: { args: [...args, ...FAKE_DEVICES], ...(executablePath === undefined ? {} : { executablePath }) },
});
const port = process.env['FOOTLIGHT_E2E_PORT'] ?? '4173';
const results = process.env['FOOTLIGHT_E2E_RESULTS'];
/** Real minutes: `npm run soak` runs those that are tagged, for longer. */
const isSoak = process.env['FOOTLIGHT_SOAK'] === '1';

/**
 * End-to-end: the production build with the mock behind its flag. Tests that need a real network path start the origin themselves.
 * `npm run e2e` runs the project `parallel` one to four at a time and `measured` alone after it.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  // Not how fast a machine is, but whether something happens at all.
  timeout: isSoak ? 900_000 : limitMs(120_000),
  expect: { timeout: limitMs(30_000), toPass: { intervals: [100], timeout: limitMs(60_000) } },
  // `npm run e2e` makes what failed once more, alone.
  retries: 0,
  reporter: [['list'], ...(results === undefined ? [] : [['json', { outputFile: results }] as const])],
  projects: isSoak
    ? [{ name: 'soak', grep: /@soak/, workers: 1 }]
    : [
        // Animations repaint the window sixty times a second, without a GPU a third of what playing costs: specs that are about motion ask for it.
        { name: 'parallel', grepInvert: /@measured/, use: { reducedMotion: 'reduce', ...optionsOf(shellLaunch()) } },
        { name: 'measured', grep: /@measured/, workers: 1 },
      ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    // A press on what never comes ends after this time, not with the test.
    actionTimeout: limitMs(30_000),
    locale: 'zh-CN',
    // Recording costs a third of a page: only what failed before and is made again.
    trace: process.env['FOOTLIGHT_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    ...optionsOf(browserLaunch()),
  },
  webServer: {
    command: [process.execPath, ...nodeArguments(`tsx scripts/e2e-server.ts ${port}`)].map((part) => JSON.stringify(part)).join(' '),
    url: `http://127.0.0.1:${port}/`,
    timeout: limitMs(180_000),
  },
});
