/** Takes screenshots of states of the offline room in six windows, for reviews of visual changes. */
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright';

type Window = readonly [width: number, height: number];

/** A page is opened once for each kind of device and then resized, because opening it costs more than its pictures. */
const DEVICES: readonly { readonly options: BrowserContextOptions; readonly windows: readonly Window[] }[] = [
  {
    options: {},
    windows: [
      [1366, 768],
      [1920, 1080],
    ],
  },
  {
    options: { hasTouch: true, isMobile: true },
    windows: [
      [390, 844],
      [844, 390],
      [360, 640],
      [768, 1024],
    ],
  },
];
/** Time in ms until the room has drawn its features and the chat has some lines. */
const SETTLE_MS = 6_000;
/** Time in ms until the page has followed a new size of the window. */
const RESIZE_MS = 700;

interface State {
  readonly path: string;
  /** Opens the state. */
  readonly show?: (page: Page) => Promise<void>;
  /** The state covers the page: it is closed and opened again when the window changes. */
  readonly again?: true;
}

export const STATES: Readonly<Record<string, State>> = {
  lobby: { path: '/' },
  live: { path: '/live/1001?scenario=logged-in' },
  vertical: { path: '/live/1003?scenario=logged-in' },
  offline: { path: '/live/1004?scenario=normal' },
  radio: { path: '/live/1005?scenario=radio' },
  shop: { path: '/live/1001?scenario=logged-in', show: openShop },
  card: {
    path: '/live/1001?scenario=logged-in',
    async show(page) {
      await page.getByRole('log').locator('button').first().click();
      await page.locator('[data-user-card]').waitFor();
    },
  },
  people: {
    path: '/live/1001?scenario=community',
    async show(page) {
      await page.locator('[data-people-strip]').first().click();
    },
  },
  features: { path: '/live/1001?scenario=features' },
  battle: { path: '/live/1001?scenario=multi-pk' },
  menu: {
    path: '/live/1001?scenario=all-kinds',
    again: true,
    async show(page) {
      await page.locator('section[data-at]').first().dispatchEvent('contextmenu', { clientX: 200, clientY: 160, bubbles: true });
      await page.getByRole('menu').waitFor();
    },
  },
  mount: {
    path: '/live/1001?scenario=logged-in',
    again: true,
    // A mystic guest, whose name is in the message and must not be on the page.
    show: async (page) => {
      const ext = encodeURIComponent(JSON.stringify({ mystic: true, usingMount: { id: 7, n: '银河列车', s: 1 } }));
      await push(page, 201, { userid: 4_701, kugouid: 4_701, nickname: '真实姓名', richlevel: 30, wellcomes: '驾到', ext });
      await page.locator('[data-mount]').waitFor({ state: 'attached' });
    },
  },
  packet: {
    path: '/live/1001?scenario=normal',
    async show(page) {
      const sender = { userId: 91_001, nickname: '小喵Momo' };
      const packet = { packetId: '9', version: 1, kind: 2, audience: 4, status: 2, leftMs: 300_000, coin: 888, num: 8, numLeft: 5 };
      await push(page, 490_030, { ...packet, sender, title: '房管辛苦了' });
      const card = page.locator('[data-feature="red-packets"]').first();
      const list = page.locator('[data-dock-button]');
      await card.or(list).first().waitFor();
      if (await card.isVisible()) return;
      // On a phone the card is behind the button of the running features.
      await list.click();
      if (!(await card.isVisible())) await page.locator('[data-listed="red-packets"] button').first().click();
    },
  },
  'fan-club': {
    path: '/live/1001?scenario=logged-in',
    async show(page) {
      await page.locator('[data-entry="fan-club"], [data-more]').first().click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(`window.offlineRoom.inject({ on: 'http', kind: 'status', status: 500, match: '/fandom/' })`);
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  failure: { path: '/live/1001?scenario=all-addresses-fail&debug=1&config=retryIntervalMs:50,reviveMs:60000' },
};

/** Sends a message of the chat server to the room. */
const push = (page: Page, id: number, body: object): Promise<unknown> =>
  page.evaluate(`window.offlineRoom.push(${JSON.stringify({ id, body })})`);

async function openShop(page: Page): Promise<void> {
  await page.locator('[data-entry="gifts"]').click();
  await page.locator('[data-gift]').first().waitFor();
}

export interface Tour {
  readonly origin: string;
  readonly folder: string;
  readonly language: 'zh-CN' | 'en';
  readonly theme: 'dark' | 'light';
  readonly states: readonly string[];
}

/** Writes `live-1366x768.png` and so on into the folder; a state that fails to open is reported, and the others are taken. */
export async function takeStates(browser: Browser, { origin, folder, language, theme, states }: Tour): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const missed: string[] = [];
  for (const name of states)
    for (const { options, windows } of DEVICES) {
      const state = STATES[name]!;
      const context = await browser.newContext({ ...options, locale: language, colorScheme: theme });
      const page = await context.newPage();
      await page.setViewportSize({ width: windows[0]![0], height: windows[0]![1] });
      await page.goto(origin + state.path);
      await page.waitForTimeout(SETTLE_MS);
      for (const [at, [width, height]] of windows.entries()) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(RESIZE_MS);
        try {
          if (at > 0 && state.again) await page.keyboard.press('Escape');
          if (at === 0 || state.again) await state.show?.(page);
        } catch (cause) {
          missed.push(`${name} ${width}x${height}: ${String(cause).split('\n')[0]}`);
        }
        await page.waitForTimeout(RESIZE_MS);
        const path = `${folder}/${name}-${width}x${height}.png`;
        await page.screenshot({ path });
        console.log(path);
      }
      await context.close();
    }
  return missed;
}
