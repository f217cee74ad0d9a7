import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launch } from 'puppeteer-core';
import { type Driver, type Missing, type Tab, within } from './driver.ts';

const NAMES = ['firefox', 'firefox-esr', 'firefox.exe'];
const PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  ...['ProgramFiles', 'ProgramFiles(x86)']
    .flatMap((name) => process.env[name] ?? [])
    .map((folder) => `${folder}\\Mozilla Firefox\\firefox.exe`),
];

export function installedFirefox(): string | undefined {
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
