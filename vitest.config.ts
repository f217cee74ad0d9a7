import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunch } from './scripts/browser.ts';

const launch = browserLaunch();

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/browser/**', 'tests/build/**', 'tests/e2e/**'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: { name: 'build', include: ['tests/build/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
      },
      {
        // The runner's own pages need no third party: the strict pair gives them shared memory.
        server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
        cacheDir: '.cache/vitest-browser',
        optimizeDeps: {
          include: [
            'comlink',
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'mpegts.js',
            'valibot',
            'pako',
            'snappyjs',
            'protobufjs/minimal',
          ],
        },
        test: {
          name: 'browser',
          fileParallelism: false,
          include: ['tests/browser/**/*.test.ts', 'tests/browser/**/*.test.tsx'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: [...launch.args], ...(launch.executablePath ? { executablePath: launch.executablePath } : {}) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
