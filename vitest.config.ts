import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { shellLaunch } from './scripts/browser.ts';
import { protoPlugin } from './scripts/proto/plugin.ts';
import { limitMs } from './scripts/time-limit.ts';
import { ROOM_DEPENDENCIES } from './scripts/optimized-dependencies.ts';

const launch = shellLaunch();
/** The page of a fresh Linux server: no font has the Chinese characters. */
const WITHOUT_CJK = fileURLToPath(new URL('tests/browser/fonts/without-cjk.conf', import.meta.url));

const browserWith = (env: Readonly<Record<string, string>> = {}) =>
  playwright({
    launchOptions: {
      args: [...launch.args],
      env: { ...process.env, ...env },
      ...(launch.executablePath ? { executablePath: launch.executablePath } : {}),
    },
  });

export default defineConfig({
  plugins: [protoPlugin()],
  cacheDir: '.cache/vitest',
  test: {
    // The default leaves one core alone, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/browser/**', 'tests/build/**', 'tests/e2e/**'],
          environment: 'node',
          // Modules are read once for all files of a worker: half the time.
          isolate: false,
          testTimeout: limitMs(60_000),
        },
      },
      {
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          environment: 'node',
          // What runs beside each other in one file starts a browser: two of them keep two cores busy.
          maxConcurrency: 2,
          testTimeout: limitMs(240_000),
          // As end to end: a run that something else disturbed is made once more, and listed.
          retry: 1,
        },
      },
      {
        // The runner's own pages need no third party: the strict pair gives them shared memory.
        server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
        cacheDir: '.cache/vitest-browser',
        optimizeDeps: { include: [...ROOM_DEPENDENCIES, 'axe-core', 'hls.js', 'mediabunny'] },
        test: {
          name: 'browser',
          fileParallelism: false,
          include: ['tests/browser/**/*.test.ts', 'tests/browser/**/*.test.tsx'],
          testTimeout: limitMs(60_000),
          // As end to end: a run that something else disturbed is made once more, and listed.
          retry: 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: browserWith(),
            instances: [
              { browser: 'chromium' },
              // fontconfig belongs to Linux; elsewhere the page is tested with the fonts that the system has.
              ...(process.platform === 'linux'
                ? [
                    {
                      browser: 'chromium' as const,
                      name: 'browser without Chinese fonts',
                      include: ['tests/browser/ui/**/*.test.tsx'],
                      // Where texts stand is the same with every font, and takes a minute.
                      exclude: ['tests/browser/ui/stage-layers.test.tsx'],
                      provider: browserWith({ FONTCONFIG_FILE: WITHOUT_CJK }),
                    },
                  ]
                : []),
            ],
          },
        },
      },
    ],
  },
});
