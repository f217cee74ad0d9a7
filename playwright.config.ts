import { defineConfig } from '@playwright/test';
import { browserLaunch } from './scripts/browser.ts';

const launch = browserLaunch();

/** End-to-end: the production build with the mock behind its flag (port 4173). Tests that need a real network path start the origin themselves. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  // Figures and waits of a shared machine: a run that something else disturbed is made once more, and listed as flaky.
  retries: 1,
  reporter: process.env['CI'] ? [['list']] : [['list']],
  use: {
    baseURL: 'http://127.0.0.1:4173',
    viewport: { width: 1280, height: 800 },
    locale: 'zh-CN',
    trace: 'off',
    launchOptions: { args: [...launch.args], ...(launch.executablePath ? { executablePath: launch.executablePath } : {}) },
  },
  webServer: {
    command: 'npx --no-install tsx scripts/e2e-server.ts',
    url: 'http://127.0.0.1:4173/',
    reuseExistingServer: !process.env['CI'],
    timeout: 180_000,
    stdout: 'pipe',
  },
});
