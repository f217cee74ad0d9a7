/** Finds the Chromium for the browser and end-to-end tests; installs one only if none exists. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { UsageError } from '../lib/command-line.ts';
import { runTool } from './tool.ts';

export interface BrowserLaunch {
  /** Absent: Playwright's own download. */
  readonly executablePath: string | undefined;
  readonly args: readonly string[];
}

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'microsoft-edge-stable'];
/** Chromium's headless shell in Debian and in Chrome for Testing: a page costs a quarter less processor time (docs/decisions/0010). */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
/** Installation paths of Chrome, Edge and Chromium on macOS and Windows. */
const PLACES = [
  ...['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe', 'Chromium\\Application\\chrome.exe'].flatMap(
    (path) => FOLDERS.map((folder) => `${folder}\\${path}`),
  ),
];

/**
 * Every window of a desktop browser loads the pages of its address bar, also in headless mode: one renderer and one processor second for
 * each page of a test. The last of two such arguments applies, so Playwright's list is repeated here.
 */
const WITHOUT_FEATURES = `WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup PreloadTopChromeWebUI AimEnabled
  AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades
  LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding
  PreconnectToSearch TcpPortRandomizationWin ThirdPartyStoragePartitioning`.replaceAll(/\s+/g, ',');

/** On a closed network a browser that checks for updates fails many connections a second. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  `--disable-features=${WITHOUT_FEATURES}`,
];

/** The first of the names found in any folder of the path. */
function onPath(names: readonly string[]): string | undefined {
  if (platform() === 'win32') return undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((place) => existsSync(place));
}

function named(): string | undefined {
  const place = process.env['FOOTLIGHT_BROWSER'] ?? process.env['CHROME_PATH'];
  if (!place) return undefined;
  if (!existsSync(place)) throw new UsageError(`FOOTLIGHT_BROWSER or CHROME_PATH names ${place}, which is not there`);
  return place;
}

const installed = (): string | undefined => named() ?? onPath(NAMES) ?? PLACES.find((place) => existsSync(place));

const isRoot = (): boolean => process.getuid?.() === 0;

const launch = (executablePath: string | undefined): BrowserLaunch => ({
  executablePath,
  args: isRoot() ? [...QUIET, '--no-sandbox'] : QUIET,
});

export const browserLaunch = (): BrowserLaunch => launch(installed());

/** For pages whose window and cost are not judged; the browser itself if there is no headless shell. */
export const shellLaunch = (): BrowserLaunch => launch(named() ?? onPath(SHELLS) ?? installed());

/** One line of advice for each tool and step that needs a browser. */
export const NO_BROWSER = 'no browser: install Chrome or Chromium, or name one (FOOTLIGHT_BROWSER=/path/to/chrome npm test)';

/** Playwright's own variable: if set, nothing is downloaded. */
const mayDownload = (): boolean => !/^(1|true)$/.test(process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] ?? '');

/** True if the browser exists or one could be installed. */
export const ensureBrowser = ({ executablePath }: BrowserLaunch = browserLaunch()): boolean =>
  existsSync(executablePath ?? chromium.executablePath()) || (mayDownload() && download());

/** Called before the work of a tool, which ends with the advice if there is no browser. */
export function requireBrowser(browser: BrowserLaunch = browserLaunch()): void {
  if (!ensureBrowser(browser)) throw new UsageError(NO_BROWSER);
}

function download(): boolean {
  console.log('No Chrome or Chromium found: trying Playwright’s own download');
  if (runTool('playwright install chromium')) return true;
  if (!isRoot() || !existsSync('/etc/debian_version')) return false;
  console.log('Trying the chromium packages of Debian');
  // Some Debian releases lack the second package, and without it the tests only take longer.
  const isThere = apt('update', '-q') && apt('install', '-y', '-q', 'chromium') && installed() !== undefined;
  if (isThere) apt('install', '-y', '-q', 'chromium-headless-shell');
  return isThere;
}

function apt(...args: readonly string[]): boolean {
  const { status, error } = spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (error !== undefined) console.error(String(error));
  return status === 0;
}
