/** Browser interface of the smoke test, independent of the driver's protocol. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launch } from 'puppeteer-core';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { within as answerWithin } from '../../src/player/base/clock.ts';
import { pageClock } from '../../src/player/page/clock.ts';
import { freePort } from '../lib/free-port.ts';
import { endGroup, startGroup } from '../lib/tool.ts';

const NAMES = ['firefox', 'firefox-esr', 'firefox.exe'];
const PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  ...['ProgramFiles', 'ProgramFiles(x86)']
    .flatMap((name) => process.env[name] ?? [])
    .map((folder) => `${folder}\\Mozilla Firefox\\firefox.exe`),
];

function installedFirefox(): string | undefined {
  const named = process.env['FOOTLIGHT_FIREFOX'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const inPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...inPath, ...PLACES].find((place) => existsSync(place));
}

/** Uses WebDriver BiDi; one browser context per tab. */
export async function startFirefox(): Promise<Driver | Missing> {
  const executablePath = installedFirefox();
  if (executablePath === undefined) return { missing: 'Firefox is not installed (FOOTLIGHT_FIREFOX names one)' };
  // The policy applies to the whole browser.
  const start = (prefs: Readonly<Record<string, number>>): ReturnType<typeof launch> =>
    launch({
      browser: 'firefox',
      executablePath,
      headless: process.env['DISPLAY'] === undefined,
      defaultViewport: { width: 1280, height: 800 },
      extraPrefsFirefox: { ...prefs, 'intl.accept_languages': 'zh-CN, zh' },
    });
  const browser = await start({ 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 });
  let strict: ReturnType<typeof launch> | undefined;
  return {
    name: 'Firefox',
    version: await browser.version(),
    pid: browser.process()?.pid,
    async open(sound): Promise<Tab> {
      const one = sound === 'allowed' ? browser : await (strict ??= start({}));
      const context = await one.createBrowserContext();
      const page = await context.newPage();
      return {
        goto: async (address) => void (await within('goto', page.goto(address, { waitUntil: 'domcontentloaded' }))),
        evaluate: (expression) => within('evaluate', page.evaluate(expression)),
        async type(selector, text) {
          await within('click', page.click(selector));
          await within('type', page.keyboard.type(text));
        },
        click: (selector) => within('click', page.click(selector)),
        picture: () => within('screenshot', page.screenshot({ encoding: 'base64' })),
        close: () => within('close', context.close()),
      };
    },
    async close() {
      await (await strict)?.close();
      await within('close', browser.close());
    },
  };
}

const DRIVER = '/usr/bin/WebKitWebDriver';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Starts an X server if there is no display; it takes a moment. */
const DISPLAY_NUMBER = 91;
const START_TRIES = 40;

/** WebKitGTK's MiniBrowser by the W3C WebDriver protocol; one browser per tab. */
export async function startWebKit(): Promise<Driver | Missing> {
  const browser = miniBrowser();
  if (browser === undefined || !existsSync(DRIVER))
    return { missing: 'WebKitGTK and its driver are not installed (Debian: webkit2gtk-driver)' };
  const display = process.env['DISPLAY'];
  const screen =
    display === undefined && existsSync('/usr/bin/Xvfb')
      ? spawn('Xvfb', [`:${DISPLAY_NUMBER}`, '-screen', '0', '1400x1000x24'], { stdio: 'ignore' })
      : null;
  if (display === undefined && screen === null) return { missing: 'there is no display, and no Xvfb to make one' };
  const env = { ...process.env, DISPLAY: display ?? `:${DISPLAY_NUMBER}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C.UTF-8' };
  const first = await openSession(browser, env, 'allowed');
  await first.tab.close();
  return {
    name: 'WebKitGTK',
    version: first.version,
    open: async (sound) => (await openSession(browser, env, sound)).tab,
    close: () => {
      screen?.kill();
      return Promise.resolve();
    },
  };
}

interface Session {
  readonly tab: Tab;
  readonly version: string;
}

/** One driver per browser, because a driver that has ended a browser sometimes does not start another. */
async function openSession(browser: string, env: NodeJS.ProcessEnv, sound: SoundPolicy): Promise<Session> {
  const port = await freePort();
  // The browser ends with its group.
  const driver = startGroup(DRIVER, [`--port=${port}`], { env });
  const end = (): void => endGroup(driver);
  try {
    const ask = asker(`http://127.0.0.1:${port}`);
    await untilReady(ask);
    const { tab, version } = await newSession(ask, browser, sound);
    return { version, tab: { ...tab, close: () => tab.close().finally(end) } };
  } catch (cause) {
    end();
    throw cause;
  }
}

/** Debian installs it below the architecture's folder. */
function miniBrowser(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = readdirSync('/usr/lib').flatMap((kind) =>
    ['4.1', '4.0'].map((version) => `/usr/lib/${kind}/webkit2gtk-${version}/MiniBrowser`),
  );
  return folders.find((path) => existsSync(path));
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

function asker(root: string): Ask {
  return async (method, path, body = {}) => {
    const response = await fetch(`${root}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(method === 'POST' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

async function untilReady(ask: Ask): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask('GET', '/status');
      return;
    } catch (cause) {
      if (tries === START_TRIES) throw cause;
      await sleep(250);
    }
  }
}

async function newSession(ask: Ask, binary: string, sound: SoundPolicy): Promise<Session> {
  const options = { binary, args: ['--automation', ...(sound === 'allowed' ? ['--autoplay-policy=allow'] : [])] };
  const made = (await ask('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } })) as {
    sessionId: string;
    capabilities: { browserVersion?: string };
  };
  const session = `/session/${made.sessionId}`;
  await ask('POST', `${session}/window/rect`, { width: 1280, height: 900 });
  const element = async (selector: string): Promise<string> =>
    ((await ask('POST', `${session}/element`, { using: 'css selector', value: selector })) as Record<string, string>)[ELEMENT]!;
  const tab: Tab = {
    goto: async (url) => void (await ask('POST', `${session}/url`, { url })),
    evaluate: (expression) => ask('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    type: async (selector, text) => void (await ask('POST', `${session}/element/${await element(selector)}/value`, { text })),
    click: async (selector) => void (await ask('POST', `${session}/element/${await element(selector)}/click`)),
    picture: async () => (await ask('GET', `${session}/screenshot`)) as string,
    close: async () => void (await ask('DELETE', session)),
  };
  return { tab, version: made.capabilities.browserVersion ?? '' };
}

export interface Tab {
  goto(address: string): Promise<void>;
  /** Value of an expression in the page; must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks a field and types into it, as a viewer does. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Screenshot, PNG in base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
}

export type SoundPolicy = 'allowed' | 'browser';

export interface Driver {
  readonly name: string;
  readonly version: string;
  /** Id of the browser's first process, if known. */
  readonly pid?: number | undefined;
  /** An isolated tab; with sound allowed, or with the browser's own policy. */
  open(sound: SoundPolicy): Promise<Tab>;
  close(): Promise<void>;
}

/** Reason why this browser cannot be driven on this machine. */
export interface Missing {
  readonly missing: string;
}

/** Timeout of an answer, because a hanging page never answers. */
const ANSWER_LIMIT_MS = 30_000;

const within = <T>(what: string, answer: Promise<T>, limitMs: number = ANSWER_LIMIT_MS): Promise<T> =>
  answerWithin<T, never>(pageClock, limitMs, answer, () => Promise.reject(new Error(`${what}: no answer within ${limitMs} ms`)));
