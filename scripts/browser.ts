/** Finds the Chromium that the browser and end-to-end tests run in; gets one only when there is none. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { chromium } from 'playwright';

export interface BrowserLaunch {
  /** Absent: Playwright's own download. */
  readonly executablePath: string | undefined;
  readonly args: readonly string[];
}

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** On a closed network a browser that looks for updates fails many connections a second. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

function installed(): string | undefined {
  const named = process.env['FOOTLIGHT_BROWSER'] ?? process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`FOOTLIGHT_BROWSER or CHROME_PATH names ${named}, which is not there`);
    return named;
  }
  if (platform() !== 'win32') {
    for (const name of NAMES) {
      const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
      if (found) return found;
    }
  }
  return PLACES.find((place) => existsSync(place));
}

const isRoot = (): boolean => process.getuid?.() === 0;

export function browserLaunch(): BrowserLaunch {
  return { executablePath: installed(), args: isRoot() ? [...QUIET, '--no-sandbox'] : QUIET };
}

/** True when a browser is there, or could be had; says what to do when not. */
export function ensureBrowser(): boolean {
  if (installed() || existsSync(chromium.executablePath())) return true;
  console.log('No Chrome or Chromium found: trying Playwright’s own download');
  if (spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 }).status === 0)
    return true;
  if (isRoot() && existsSync('/etc/debian_version')) {
    console.log('Trying the chromium package of Debian');
    try {
      execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
      execFileSync('apt-get', ['install', '-y', '-q', 'chromium'], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      return installed() !== undefined;
    } catch (cause) {
      console.error(String(cause));
    }
  }
  console.error(
    'No browser can be had here. Install Chrome or Chromium, or name one: FOOTLIGHT_BROWSER=/path/to/chrome npm test.\n' +
      'The unit tests run without one: npm run check && npm run unit -- --project unit',
  );
  return false;
}
