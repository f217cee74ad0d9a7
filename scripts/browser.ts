/** Finds the Chromium that the browser and end-to-end tests run in; gets one only when there is none. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { runTool } from './tool.ts';

export interface BrowserLaunch {
  /** Absent: Playwright's own download. */
  readonly executablePath: string | undefined;
  readonly args: readonly string[];
}

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'microsoft-edge-stable'];
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
/** Where the installers of macOS and Windows put Chrome, Edge and Chromium. */
const PLACES = [
  ...['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe', 'Chromium\\Application\\chrome.exe'].flatMap(
    (path) => FOLDERS.map((folder) => `${folder}\\${path}`),
  ),
];

/**
 * Every window of a desktop browser loads the pages of its address bar, also where no window is seen: a renderer and a second of a processor
 * beside each page of a test. Of two such arguments the last one counts, so Playwright's own list stands here again.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** On a closed network a browser that looks for updates fails many connections a second. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  `--disable-features=${WITHOUT_FEATURES.join(',')}`,
];

function installed(): string | undefined {
  const named = process.env['FOOTLIGHT_BROWSER'] ?? process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`FOOTLIGHT_BROWSER or CHROME_PATH names ${named}, which is not there`);
    return named;
  }
  const found = NAMES.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));
  return [...(platform() === 'win32' ? [] : found), ...PLACES].find((place) => existsSync(place));
}

const isRoot = (): boolean => process.getuid?.() === 0;

export function browserLaunch(): BrowserLaunch {
  return { executablePath: installed(), args: isRoot() ? [...QUIET, '--no-sandbox'] : QUIET };
}

/** What to do where there is none, in one line: beside each step that needs one. */
export const NO_BROWSER = 'no browser: install Chrome or Chromium, or name one (FOOTLIGHT_BROWSER=/path/to/chrome npm test)';

/** Playwright's own variable: set, nothing is fetched. */
const mayDownload = (): boolean => !/^(1|true)$/.test(process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] ?? '');

/** True when a browser is there, or could be had; says what to do when not. */
export function ensureBrowser(): boolean {
  if (installed() !== undefined || existsSync(chromium.executablePath())) return true;
  if (mayDownload() && download()) return true;
  console.error(NO_BROWSER);
  return false;
}

function download(): boolean {
  console.log('No Chrome or Chromium found: trying Playwright’s own download');
  if (runTool('playwright install chromium')) return true;
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
  return false;
}
