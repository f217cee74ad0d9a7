import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../../scripts/lib/command-line.ts';
import { browserLaunch, NO_BROWSER, shellLaunch } from '../../../scripts/suite/browser.ts';

const START = `import { openBrowser } from './benchmarks/measure/browser.ts'; await openBrowser().catch(({ message }) => console.log(message));`;

afterEach(() => vi.unstubAllEnvs());

// On other systems a browser has a fixed path, which no variable hides.
test.skipIf(process.platform !== 'linux')('a benchmark without a browser ends with one line that explains what to do', () => {
  // A fresh machine: no browser in the path, none of Playwright's, and no download allowed.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/tsx/dist/cli.mjs'), '--input-type=module', '--eval', START],
    {
      encoding: 'utf8',
      env: { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    },
  );
  expect([stdout.trim(), stderr.trim()]).toEqual([NO_BROWSER, '']);
  expect(NO_BROWSER).not.toContain('\n');
});

test('a named browser is used, and a missing one is refused by its name', () => {
  vi.stubEnv('FOOTLIGHT_BROWSER', process.execPath);
  expect(browserLaunch().executablePath).toBe(process.execPath);
  vi.stubEnv('FOOTLIGHT_BROWSER', '/nowhere/chrome');
  expect(browserLaunch).toThrow(new UsageError('FOOTLIGHT_BROWSER or CHROME_PATH names /nowhere/chrome, which is not there'));
  expect(browserLaunch).toThrow(UsageError);
});

test.skipIf(process.platform === 'win32')('a browser without windows is used if it is sufficient and present', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-browsers-'));
  const [whole, shell] = ['chromium', 'chromium-headless-shell'].map((name) => join(folder, name));
  writeFileSync(whole!, '');
  vi.stubEnv('FOOTLIGHT_BROWSER', '');
  vi.stubEnv('PATH', folder);
  expect([browserLaunch().executablePath, shellLaunch().executablePath]).toEqual([whole, whole]);
  writeFileSync(shell!, '');
  expect([browserLaunch().executablePath, shellLaunch().executablePath]).toEqual([whole, shell]);
  vi.stubEnv('FOOTLIGHT_BROWSER', process.execPath);
  expect(shellLaunch().executablePath).toBe(process.execPath);
});
