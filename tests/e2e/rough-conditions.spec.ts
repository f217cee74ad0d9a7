import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import { own, plays } from './player-page.ts';
import { chatArrives, chatList, expectMovingPicture, loginOf, poll, say, serve, waitingLines, withOrigin } from './watching.ts';

/** Unusual addresses, storage and networks of viewers, against a real server. */
const QUICK = 'debug=1&config=retryIntervalMs:200,firstFailWaitMs:2000,reviveMs:2000';

const openChat = (page: Page) => page.locator('aside [data-at="open"]');

/** A separate browser, for options that can be set only at its start. */
async function withBrowser(extra: readonly string[], use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(browserLaunch(...extra));
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

test.describe('rough conditions @page', () => {
  test('P5 P13 if cookies and storage throw, the room plays and chats for a guest, and choices last for the visit', async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = (): never => {
        throw new DOMException('The document is sandboxed', 'SecurityError');
      };
      Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
      for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: refuse });
    });
    await withOrigin(async ({ address }) => {
      await page.goto(`${address}/live/1001`);
      await expectMovingPicture(page);
      await expect(openChat(page)).toBeVisible();
      await chatArrives(page);
      await page.locator('section[data-at]').press('m');
      await expect(page.locator('section[data-at]').getByRole('button', { name: '取消静音' })).toBeAttached();
    });
  });

  test('P5 P20 S7 by plain http on another host there is no shared memory and no service worker; h264 and chat work', async () => {
    await withOrigin(async ({ address }) =>
      withBrowser(['--host-resolver-rules=MAP room.example 127.0.0.1'], async (browser) => {
        const context = await browser.newContext({ locale: 'zh-CN' });
        const url = address.replace('127.0.0.1', 'room.example');
        await context.addCookies(loginOf(url));
        const page = await context.newPage();
        await page.goto(`${url}/live/1001`);
        expect(await page.evaluate(() => [isSecureContext, 'caches' in window])).toEqual([false, false]);
        await plays(page, 'h264');
        await expect(openChat(page)).toBeVisible();
        await say(page, '没有 HTTPS 也能聊');
      }),
    );
  });

  test('P22 P29 without isolation headers a setting makes one thread decode an H265 room, in sync with its sound', async ({ page }) => {
    await withOrigin(
      async ({ address }) => {
        // The specified rule: the kind is removed, and the stage shows the reason.
        await page.goto(`${address}/live/1001`);
        await expect(page.locator('[data-tip="live-fail"]')).toContainText('没有共享内存');
        expect(await page.evaluate(() => ['SharedArrayBuffer' in window, crossOriginIsolated])).toEqual([false, false]);

        await page.goto(`${address}/live/1001?debug=1&config=unsharedPixels:921600`);
        await plays(page, 'h265');
        await page.mouse.click(640, 300);
        await poll(async () => (await own(page)).own['CLOCK_SOURCE'], { message: 'the element is the clock' }).toBe(3);
        await poll(async () => Math.abs(Number((await own(page)).own['AV_OFFSET_MS']))).toBeLessThan(150);
        expect((await own(page)).own).toMatchObject({ THREADS: 1, DAMAGED_PICTURES: 0, THREADS_WHY: 'no shared memory' });
      },
      { scenario: 'h265', isolation: 'none' },
    );
  });

  test('P24 P28 S7 when the origin returns after an outage, picture, chat and waiting lines return without the viewer', async ({
    page,
    context,
  }) => {
    const first = await serve();
    await context.addCookies(loginOf(first.address));
    await page.goto(`${first.address}/live/1001?${QUICK}`);
    await expectMovingPicture(page);
    await expect(openChat(page)).toBeVisible();
    await first.close();
    const tip = page.locator('[data-tip="live-fail"]');
    await expect(tip).toBeVisible();
    await expect(tip.locator('[data-tip="failure-hint"]')).toHaveText(/^(\d+ 秒后|正在)自动重试$/);
    await page.getByPlaceholder(/./).first().fill('网络回来再说');
    await page.keyboard.press('Enter');
    await expect(waitingLines(page)).toHaveCount(1);
    const second = await serve({ port: Number(new URL(first.address).port) });
    try {
      await plays(page, 'h264');
      await expect(tip).toHaveCount(0);
      await expect(openChat(page)).toBeVisible();
      await expect(waitingLines(page)).toHaveCount(0);
      await expect(chatList(page).getByText('网络回来再说')).toHaveCount(1);
    } finally {
      await second.close();
    }
  });

  test('P5 a page whose first scripts cannot be loaded shows a word, and starts when they can', async ({ page }) => {
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto('/live/1001?scenario=normal');
    await expect(page.getByRole('status').getByText('正在重新加载')).toBeVisible();
    await page.unroute('**/assets/**');
    // First an element, because the page is loaded again meanwhile.
    await expect(openChat(page)).toBeVisible();
    await expectMovingPicture(page);
    await expect(page.locator('#wait')).toHaveCount(0);
  });
});
