import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { poll, withOrigin } from './watching.ts';
import { readStream } from '../../src/wasm/streams/folder.ts';

const unavailable = (page: Page, why: string) => page.locator(`[data-unavailable="${why}"]`);
/** Without the links of the scenarios, which have the same form. */
const cards = (page: Page) => page.locator('main a[href^="/live/"]:has(img)');

/** No element may be wider than the window. */
const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The same build by plain http on another host, where the browser has no secure context. */
async function servedInsecurely(context: BrowserContext, baseURL: string): Promise<string> {
  await context.route('http://room.test/**', async (route) => {
    const url = new URL(route.request().url());
    const response = await context.request.get(`${baseURL}${url.pathname}${url.search}`);
    await route.fulfill({ response });
  });
  return 'http://room.test';
}

test.describe('@page lobby', () => {
  test('P1 the lobby shows and opens rooms, lists the scenarios collapsed, fits a phone, and opens dropped files in the frame player', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '正在直播' })).toBeVisible();
    await expect(cards(page)).toHaveCount(8);
    await expect(page).toHaveTitle('正在直播 - Footlight');
    await expect(cards(page).first()).toHaveAccessibleName(/直播中.*夏日落幕演唱会 · 高清直播.*夏沫演唱会/);
    await poll(() =>
      cards(page)
        .first()
        .locator('img')
        .first()
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth / image.naturalHeight),
    ).toBeCloseTo(16 / 9, 1);

    const scenario = page.getByRole('link', { name: /远程配置关闭了 H265/ });
    await expect(scenario).toBeHidden();
    await page.getByText('场景', { exact: true }).click();
    await page.getByRole('searchbox', { name: '筛选场景' }).fill('h265-off');
    await expect(scenario).toHaveAttribute('href', '/live/1001?scenario=h265-off');
    expect(
      await scenario
        .locator('span')
        .first()
        .evaluate((picture) => getComputedStyle(picture).backgroundImage),
    ).toContain('scenarios');

    await page.getByRole('button', { name: '电台' }).click();
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole('button', { name: '我关注的' }).click();
    await expect(page.getByText('还没有关注的主播')).toBeVisible();
    await page.getByRole('button', { name: '全部' }).click();

    const number = page.getByRole('textbox', { name: '房间号' });
    await number.fill('小喵');
    await expect(cards(page)).toHaveCount(1);
    await number.fill('没有这个人');
    await expect(page.getByRole('heading', { name: '没有符合的房间' })).toBeVisible();
    await page.getByRole('button', { name: '进入' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '请输入数字房间号' })).toBeVisible();
    await expect(number).toBeFocused();
    await number.fill('1004');
    await number.press('Enter');
    await expect(page).toHaveURL(/\/live\/1004$/);
    await expect(page).toHaveTitle('今晚八点，不见不散 - 橙子Orange - Footlight');
    await page.getByRole('link', { name: 'Footlight 首页' }).click();
    await expect(cards(page)).toHaveCount(8);

    await test.step('on phones of 390 and 320 px there is no clipped content, and targets are large enough', async () => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('a, button, summary, select, input:not([type="file"])')]
            .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
            .map((element) => element.outerHTML.slice(0, 80)),
        );
        expect(small).toEqual([]);
      }
      await page.setViewportSize({ width: 1_280, height: 800 });
    });

    await test.step('a dropped file plays in the frame player', async () => {
      await expect(page.getByRole('heading', { name: '播放自己的视频' })).toBeVisible();
      const bytes = Buffer.from(readStream('src/wasm/fixtures/hevc/still.265')).toString('base64');
      await page.evaluate((base64) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'still.265'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      }, bytes);
      await expect(page).toHaveURL(/\/playground\?handed=1$/);
      await expect(page.getByText('still.265')).toBeVisible();
    });
  });

  test('P1 without a list of rooms the lobby asks for a number; if the list fails it offers a retry', async ({ page }) => {
    // The production build, which has no mock in front of the network.
    let status = 404;
    await page.route('**/svc/live/rooms', async (route) => (status === 200 ? route.continue() : route.fulfill({ status, body: '' })));
    await withOrigin(async ({ address }) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: '输入房间号，进入直播间' })).toBeVisible();
      status = 500;
      await page.reload();
      await expect(page.getByRole('heading', { name: '房间列表加载失败' })).toBeVisible();
      status = 200;
      await page.getByRole('button', { name: '重试' }).click();
      await expect(cards(page)).toHaveCount(8);
      await expect(page.getByText('场景', { exact: true })).toHaveCount(0);
    });
  });
});

test.describe('@page missing rooms', () => {
  test('P1 P6 unknown, missing, closed and refused rooms have their own page, without a chat, with a way back', async ({ page }) => {
    const sockets: string[] = [];
    page.on('worker', (worker) => sockets.push(worker.url()));
    await page.goto('/no/such/page');
    await expect(unavailable(page, 'unknown')).toContainText('没有找到这个页面');
    expect(sockets).toEqual([]);
    await expect(page.getByRole('heading', { name: '正在直播的房间' })).toBeVisible();

    await page.goto('/live/987654');
    await expect(unavailable(page, 'missing')).toContainText('没有这个房间');
    await expect(page).toHaveTitle('没有这个房间 - Footlight');
    await expect(page.locator('[data-tip]')).toHaveCount(0);

    await page.goto('/live/1001?scenario=room-closed');
    await expect(unavailable(page, 'closed')).toContainText('房间已关闭');

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/live/1002?scenario=live-info-20000&lang=en');
    await expect(unavailable(page, 'refused')).toContainText('You cannot enter right now');
    await expect(unavailable(page, 'refused')).toContainText('Code 20000');
    // The page does not call the room live.
    await expect(page.locator('section[data-at]')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/Live|直播中/);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the lobby' }).click();
    await expect(cards(page)).toHaveCount(8);
  });

  test('P1 P7 another user on the star route is redirected to the viewer room; startlive asks for the star’s room and login, and opens the studio', async ({
    page,
  }) => {
    await page.goto('/room/star/1006');
    await expect(page).toHaveURL(/\/live\/1006/);
    await page.goto('/room/startlive/');
    await expect(page.getByRole('heading', { name: '准备开播' })).toBeVisible();
    const open = page.getByRole('button', { name: '打开开播页' });
    await open.click();
    await expect(page.getByRole('alert').filter({ hasText: '请输入数字房间号' })).toBeVisible();
    await page.getByLabel('房间号').fill('1006');
    await page.getByLabel('主播账号 ID').fill('91006');
    await page.getByLabel('登录口令').fill('offline-star');
    await open.click();
    await expect(page).toHaveURL(/\/room\/star\/1006$/);
    await expect(page.locator('[data-at="publish"]')).toBeVisible();
    await page.goto('/room/startlive/');
    await expect(page.getByRole('link', { name: '以 七七Nana 的身份开播' })).toHaveAttribute('href', '/room/star/1006');
  });

  test('a start that the browser refuses is explained on the page, in its language', async ({ page, context, baseURL }) => {
    const insecure = await servedInsecurely(context, baseURL ?? '');
    for (const path of ['/live/1001', '/']) {
      await page.goto(`${insecure}${path}?lang=zh-CN`);
      await expect(unavailable(page, 'insecure')).toContainText('需要 HTTPS 或 localhost');
    }
    await page.goto(`${insecure}/live/1001?lang=en`);
    await expect(unavailable(page, 'insecure')).toContainText('This page needs HTTPS or localhost');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
    await page.goto('/live/1001?lang=zh-CN');
    await expect(unavailable(page, 'not-started')).toContainText('房间没有启动');
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
  });
});

test.describe('@page language and title', () => {
  test('P2 the language of the address is stored; without a choice the browser’s is used', async ({ page, browser, baseURL }) => {
    await page.goto('/live/1004?lang=en');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Live now' })).toBeVisible();
    await page.getByRole('button', { name: '中文' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: '正在直播' })).toBeVisible();
    const context = await browser.newContext({ locale: 'en-GB', ...(baseURL !== undefined && { baseURL }) });
    const english = await context.newPage();
    await english.goto('/');
    await expect(english.getByRole('heading', { name: 'Live now' })).toBeVisible();
    await english.goto('/live/1001?scenario=no-media-source');
    await expect(english.locator('[data-tip="live-fail"]')).toContainText('Your browser is too old. Please update it');
    await context.close();
  });
});
