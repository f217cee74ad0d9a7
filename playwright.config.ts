import { defineConfig } from '@playwright/test';
import { browserLaunch, shellLaunch, type BrowserLaunch } from './scripts/browser.ts';
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
 * `npm run e2e` runs the project `parallel` four at a time and `measured` alone after it.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  timeout: isSoak ? 900_000 : 60_000,
  // Not how fast a machine is, but whether it comes at all.
  expect: { timeout: 15_000, toPass: { intervals: [100] } },
  // Figures and waits of a shared machine: a run that something else disturbed is made once more, and listed as flaky.
  retries: 1,
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
    locale: 'zh-CN',
    trace: 'off',
    ...optionsOf(browserLaunch()),
  },
  webServer: {
    command: [process.execPath, ...nodeArguments(`tsx scripts/e2e-server.ts ${port}`)].map((part) => JSON.stringify(part)).join(' '),
    url: `http://127.0.0.1:${port}/`,
    timeout: 180_000,
  },
});
