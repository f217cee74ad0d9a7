/** Finds the Chromium that the browser and end-to-end tests run in; gets one only when there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { runTool } from './tool.ts';
const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'microsoft-edge-stable'];
/** The same browser without windows: a page costs a quarter less (docs/decisions/0010). Debian's, and Chrome for Testing's. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
/** Where the installers of macOS and Windows put Chrome, Edge and Chromium. */
const PLACES = [
    ...['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    ...['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe', 'Chromium\\Application\\chrome.exe'].flatMap((path) => FOLDERS.map((folder) => `${folder}\\${path}`)),
];
/**
 * Every window of a desktop browser loads the pages of its address bar, also in headless mode: one renderer and one processor second for
 * each page of a test. The last of two such arguments wins, so Playwright's list is repeated here.
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
/** The first of the names that any folder of the path has. */
function onPath(names) {
    if (platform() === 'win32')
        return undefined;
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((place) => existsSync(place));
}
function named() {
    const place = process.env['FOOTLIGHT_BROWSER'] ?? process.env['CHROME_PATH'];
    if (!place)
        return undefined;
    if (!existsSync(place))
        throw new Error(`FOOTLIGHT_BROWSER or CHROME_PATH names ${place}, which is not there`);
    return place;
}
const installed = () => named() ?? onPath(NAMES) ?? PLACES.find((place) => existsSync(place));
const isRoot = () => process.getuid?.() === 0;
const launch = (executablePath) => ({
    executablePath,
    args: isRoot() ? [...QUIET, '--no-sandbox'] : QUIET,
});
export const browserLaunch = () => launch(installed());
/** For pages of which neither the window nor what they cost is judged; the browser itself where there is no shell of it. */
export const shellLaunch = () => launch(named() ?? onPath(SHELLS) ?? installed());
/** What to do where there is none, in one line: beside each step that needs one. */
export const NO_BROWSER = 'no browser: install Chrome or Chromium, or name one (FOOTLIGHT_BROWSER=/path/to/chrome npm test)';
/** Playwright's own variable: set, nothing is fetched. */
const mayDownload = () => !/^(1|true)$/.test(process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] ?? '');
/** True when a browser is there, or could be had; says what to do when not. */
export function ensureBrowser() {
    if (installed() !== undefined || existsSync(chromium.executablePath()))
        return true;
    if (mayDownload() && download())
        return true;
    console.error(NO_BROWSER);
    return false;
}
function download() {
    console.log('No Chrome or Chromium found: trying Playwright’s own download');
    if (runTool('playwright install chromium'))
        return true;
    if (!isRoot() || !existsSync('/etc/debian_version'))
        return false;
    console.log('Trying the chromium packages of Debian');
    // Not every Debian has the second one, and only time is lost without it.
    const isThere = apt('update', '-q') && apt('install', '-y', '-q', 'chromium') && installed() !== undefined;
    if (isThere)
        apt('install', '-y', '-q', 'chromium-headless-shell');
    return isThere;
}
function apt(...args) {
    const { status, error } = spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (error !== undefined)
        console.error(String(error));
    return status === 0;
}
