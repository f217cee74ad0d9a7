/** Finds the Chromium for the browser and end-to-end tests; installs one only if none exists. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { UsageError } from './command-line.ts';
import { runTool } from './tool.ts';

/** Options for Playwright's `launch`. */
export interface BrowserLaunch {
  /** Absent: Playwright's own download. */
  readonly executablePath?: string;
  readonly args: string[];
}

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'microsoft-edge-stable'];
/** Chromium's headless shell in Debian and in Chrome for Testing: a page costs a quarter less processor time (docs/decisions/0010). */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
];
/** Installation paths of Chrome, Edge and Chromium on macOS and Windows. */
const PLACES = [
  ...['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => WINDOWS.map((path) => `${process.env[name] ?? ''}\\${path}`)),
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
const QUIET = '--disable-background-networking --disable-component-update --disable-sync --disable-quic --no-first-run --disable-gpu';
const isRoot = process.getuid?.() === 0;
const ARGS = [...QUIET.split(' '), `--disable-features=${WITHOUT_FEATURES}`, ...(isRoot ? ['--no-sandbox'] : [])];

/** The browser that a variable names, or the first of the names in any folder of the path, or an installed one. */
function launch(names: readonly string[], more: readonly string[]): BrowserLaunch {
  const named = process.env['FOOTLIGHT_BROWSER'] || process.env['CHROME_PATH'];
  if (named && !existsSync(named)) throw new UsageError(`FOOTLIGHT_BROWSER or CHROME_PATH names ${named}, which is not there`);
  const folders = process.platform === 'win32' ? [] : (process.env['PATH'] ?? '').split(delimiter);
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  const executablePath = named || places.find((place) => existsSync(place));
  return { args: [...ARGS, ...more], ...(executablePath !== undefined && { executablePath }) };
}

export const browserLaunch = (...more: readonly string[]): BrowserLaunch => launch(NAMES, more);
/** For pages whose window and cost are not judged; the browser itself if there is no headless shell. */
export const shellLaunch = (...more: readonly string[]): BrowserLaunch => launch([...SHELLS, ...NAMES], more);

/** One line of advice for each tool and step that needs a browser. */
export const NO_BROWSER = 'no browser: install Chrome or Chromium, or name one (FOOTLIGHT_BROWSER=/path/to/chrome npm test)';

/** True if the browser exists or one could be installed. Playwright's own variable forbids the installation. */
export const ensureBrowser = ({ executablePath }: BrowserLaunch = browserLaunch()): boolean =>
  existsSync(executablePath ?? chromium.executablePath()) ||
  (!/^(1|true)$/.test(process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] ?? '') && install());

/** Called before the work of a tool, which ends with the advice if there is no browser. */
export function requireBrowser(browser: BrowserLaunch = browserLaunch()): void {
  if (!ensureBrowser(browser)) throw new UsageError(NO_BROWSER);
}

function install(): boolean {
  console.log('No Chrome or Chromium found: trying Playwright’s own download');
  if (runTool('playwright install chromium')) return true;
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  console.log('Trying the chromium packages of Debian');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (line: string): boolean => spawnSync('apt-get', line.split(' '), { stdio: 'inherit', env }).status === 0;
  if (!apt('update -q') || !apt('install -y -q chromium')) return false;
  // Some Debian releases lack this package, and without it the tests only take longer.
  apt('install -y -q chromium-headless-shell');
  return browserLaunch().executablePath !== undefined;
}
