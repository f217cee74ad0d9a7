import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../suite/free-port.ts';
import { endGroup, startGroup } from '../suite/tool.ts';
import { ANSWER_LIMIT_MS, type Driver, type Missing, type SoundPolicy, type Tab } from './driver.ts';

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
