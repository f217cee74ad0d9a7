import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { Page } from 'playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { shellLaunch } from './scripts/lib/browser.ts';
import { protoPlugin } from './scripts/proto/generate.ts';
import { limitMs } from './scripts/suite/pace.ts';
import { mpegtsPlugin } from './scripts/build/mpegts-plugin.ts';
import { ROOM_DEPENDENCIES } from './scripts/build/optimized-dependencies.ts';

/** Fonts of a fresh Linux server, which has no Chinese characters. */
const WITHOUT_CJK = fileURLToPath(new URL('./tests/browser/fonts/without-cjk.conf', import.meta.url));

const browserWith = (env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) =>
  playwright({ launchOptions: { ...shellLaunch(...args), env: { ...process.env, ...env } } });

export const BROWSER_PAGES = {
  plugins: [mpegtsPlugin()],
  // The runner's pages need no third party, so cross-origin isolation gives them shared memory.
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
  optimizeDeps: { include: [...ROOM_DEPENDENCIES, 'axe-core', 'hls.js', 'mediabunny', 'mpegts.js/dist/mpegts.js'] },
};
/** Preferences of the system that a test sets for its page; null ends one. */
const emulateMedia: BrowserCommand<[media: Parameters<Page['emulateMedia']>[0]]> = ({ page }, media) => page.emulateMedia(media);
export const BROWSER = { enabled: true, headless: true, screenshotFailures: false, provider: browserWith(), commands: { emulateMedia } };

/** Limit of `expect.poll`, as of `vi.waitFor` in tests/patience.ts. */
const EXPECT = { poll: { timeout: 45_000, interval: 10 } };
const UNIT = {
  environment: 'node' as const,
  setupFiles: ['tests/patience.ts'],
  expect: EXPECT,
  exclude: ['**/tests/browser/**', 'tests/build/**', 'tests/e2e/**', 'tests/deploy/**'],
  testTimeout: limitMs(60_000),
  hookTimeout: limitMs(60_000),
};
/** Files that replace modules: another file of the same worker may have loaded these modules, so each of these files loads its own. */
const WITH_MOCKED_MODULES = ['tests', 'src/player/tests', 'src/wasm/tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('));
/** `look-back` tests which code is not loaded yet. */
const ALONE_IN_THE_BROWSER = [
  ...WITH_MOCKED_MODULES.filter((file) => file.includes('/browser/')),
  'src/player/tests/browser/look-back.test.ts',
];

/** They draw thousands of pictures one after the other: with 60 a second most of their time would be waiting. Pixels are not judged. */
const DRAWN_AT_ONCE = ['tests/browser/ui/{accessibility,stage-layers}.test.tsx', 'tests/browser/panels.test.tsx'];
const AT_ONCE = ['--disable-frame-rate-limit', '--disable-gpu-vsync', '--force-device-scale-factor=0.5'];

export default defineConfig({
  plugins: [protoPlugin()],
  cacheDir: '.cache/vitest',
  test: {
    // The default leaves one core unused, which is half of a machine with two cores.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['{tests,src/*/tests}/**/*.test.{ts,tsx}'],
          exclude: [...UNIT.exclude, ...WITH_MOCKED_MODULES],
          // Modules are loaded once for all files of a worker, which halves the time.
          isolate: false,
        },
      },
      { test: { ...UNIT, name: 'unit with mocked modules', include: WITH_MOCKED_MODULES } },
      {
        test: {
          ...UNIT,
          // Real nginx, Caddy, NATS and media servers. A test is skipped if its program is not installed.
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          exclude: [],
          testTimeout: limitMs(240_000),
          hookTimeout: limitMs(240_000),
        },
      },
      {
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/patience.ts'],
          expect: EXPECT,
          // Concurrent tests of a file start a browser each: two of them use two cores.
          maxConcurrency: 2,
          testTimeout: limitMs(240_000),
          hookTimeout: limitMs(240_000),
        },
      },
      {
        ...BROWSER_PAGES,
        cacheDir: '.cache/vitest-browser',
        test: {
          name: 'browser',
          fileParallelism: false,
          // One page for all files of a browser: modules are loaded once, which takes a third less processor time.
          isolate: false,
          setupFiles: ['tests/patience.ts', 'tests/browser/empty-page.ts'],
          expect: EXPECT,
          include: ['{tests,src/*/tests}/browser/**/*.test.{ts,tsx}'],
          testTimeout: limitMs(60_000),
          hookTimeout: limitMs(60_000),
          browser: {
            ...BROWSER,
            instances: [
              { browser: 'chromium', exclude: [...ALONE_IN_THE_BROWSER, ...DRAWN_AT_ONCE] },
              { browser: 'chromium', name: 'browser, one page for each file', include: ALONE_IN_THE_BROWSER, isolate: true },
              {
                browser: 'chromium',
                name: 'browser without a frame rate',
                include: DRAWN_AT_ONCE,
                provider: browserWith({}, AT_ONCE),
              },
              // fontconfig exists only on Linux; on other systems the page is tested with the installed fonts.
              ...(process.platform === 'linux'
                ? [
                    {
                      browser: 'chromium' as const,
                      name: 'browser without Chinese fonts',
                      // The files that measure parts whose size depends on the font. `stage-layers` is not listed: it compares only positions
                      // that do not depend on the font.
                      include: ['tests/browser/ui/{*-sizes,small-windows,people,chat-lines,chat-blocks}.test.tsx'],
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
