import { expect, test, type Frame, type Locator, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import type { Origin } from '../../mocks/origin/server.ts';
import { HEARTBEAT_ACTION } from '../../src/core/reports/frame-reports.ts';
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES } from '../../src/core/reports/business-ids.ts';
import { setHidden } from './player-page.ts';
import { hurry } from './worker-clock.ts';
import { loginOf, poll, withOrigin } from './watching.ts';

/** The production build and a real server; embedded pages have another origin. */
const withRoom = (page: Page, use: (origin: Origin) => Promise<void>): Promise<void> =>
  withOrigin(async (origin) => {
    await page.goto(`${origin.address}/live/1001`);
    await page.locator('[data-entry="frames"]').waitFor();
    await use(origin);
    expect(origin.reports().flatMap(({ problems, type }) => problems.map((problem) => `${type}: ${problem}`))).toEqual([]);
  });

const windowOf = (page: Page): Locator => page.locator('[data-frame]').last();
const actionTypes = (origin: Origin, of: string): readonly unknown[] =>
  origin.reports().flatMap(({ place, fields }) => (place === of ? [fields['actionType']] : []));
/** Without the regular ones: a slow machine keeps a page open for more than one interval. */
const heartbeats = (origin: Origin): readonly unknown[] =>
  actionTypes(origin, 'frame-heartbeat').filter((action) => action !== HEARTBEAT_ACTION.normal);
const enters = (origin: Origin): readonly unknown[] => actionTypes(origin, 'frame-enter');

async function open(page: Page, title: string): Promise<Locator> {
  await page.locator('[data-entry="frames"]').click();
  await page.getByRole('dialog', { name: '活动' }).getByRole('button', { name: title, exact: true }).click();
  const opened = windowOf(page);
  await expect(opened).toBeVisible();
  return opened;
}

const pageIn = (opened: Locator) => opened.frameLocator('iframe');

/** Acts in a task of the page itself: an input of Playwright would wait for an answer of the frame that it removes. */
const inFrame = (opened: Locator, name: string, what: 'click' | 'Escape'): Promise<void> =>
  pageIn(opened)
    .getByRole('button', { name })
    .evaluate(
      (button: HTMLElement, key) =>
        void setTimeout(() =>
          key === 'click' ? button.click() : button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
        ),
      what,
    );

async function frameIn(opened: Locator): Promise<Frame> {
  const handle = await opened.locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('no frame');
  return frame;
}

/** Called from inside an embedded page, as its author would. */
const openLink = async (opened: Locator, key: string): Promise<void> => {
  await (
    await frameIn(opened)
  ).evaluate((link) => {
    const client = Reflect.get(window, 'footlightFrame') as { open(key: string): Promise<void> };
    return client.open(link);
  }, key);
};

const seenRoom = (opened: Locator): Promise<void> => expect(pageIn(opened).locator('#where')).toContainText('1001');
const logged = (origin: Origin, words: string): Promise<void> =>
  poll(() => origin.reports().some(({ place, fields }) => place === 'log' && String(fields['text']).includes(words))).toBe(true);

test.describe('frames @frames', () => {
  test('S30 S31 S32 S34 activities and links in one visit: a reported modal, the pages of the others, a dragged link, the fan club', async ({
    page,
    context,
  }) => {
    await withRoom(page, async (origin) => {
      await test.step('an activity opens in a modal of 360x640, receives the room’s data by the bridge, and is reported', () =>
        expectActivity(page, origin));
      await test.step('other activities open their own pages; Escape closes them, also while their page has the focus', () =>
        expectOthers(page));
      await test.step('a click outside closes an activity; a link can be dragged and stays open', () => expectLink(page, origin));
      await test.step('the fan club asks a guest who joins to log in; a viewer joins and lights up the plate', async () => {
        await page.locator('[data-entry="fan-club"]').click();
        const guest = page.getByRole('dialog', { name: '追光粉丝团' });
        await expect(guest.getByText('0 级')).toBeVisible();
        await guest.getByRole('button', { name: '加入粉丝团' }).click();
        await expect(page.getByRole('dialog', { name: '登录 Footlight' })).toBeVisible();
        await context.addCookies(loginOf(origin.address));
        await page.reload();
        await page.locator('[data-entry="fan-club"]').click();
        const club = page.getByRole('dialog', { name: '追光粉丝团' });
        await club.getByRole('button', { name: '加入粉丝团' }).click();
        await expect(club.getByText('送出一份粉丝礼物，即可点亮铭牌')).toBeVisible();
        await club.getByRole('button', { name: '点亮铭牌' }).click();
        await expect(club.getByText('铭牌已点亮')).toBeVisible();
      });
    });
  });

  test('S30 S31 S32 limits and durations of embedded pages: foreign messages, a mini-app, a page never ready, a hidden tab, the end', async ({
    page,
  }) => {
    await withRoom(page, async (origin) => {
      await test.step('messages of another window have no effect; a link to a foreign site is refused to its page and to the viewer', () =>
        expectRefusals(page, origin));
      await test.step('a mini-app is shown beside the picture, on a phone as a sheet, and can close itself', () =>
        expectMiniApp(page, origin));
      const activity = await open(page, '塔防大战');
      await test.step('a hidden tab is reported by 202, a visible one by 102', async () => {
        await page.setViewportSize({ width: 1_280, height: 800 });
        await seenRoom(activity);
        await setHidden(page, true);
        await poll(() => heartbeats(origin).at(-1)).toBe(202);
        await setHidden(page, false);
        await poll(() => enters(origin).slice(-2)).toEqual([101, 102]);
      });
      await test.step('a page that is not ready within 10 s shows the tip with retry and close, and is reported by 299 and error_timeout', async () => {
        const base = new URL((await frameIn(activity)).url()).origin;
        await hurry(page, 'room', 5);
        await openLink(activity, `${base}/frames/${activityPage('shake')}?ready=never`);
        const link = windowOf(page);
        await expect(link.getByText('加载失败，请稍后再试')).toBeVisible();
        await poll(() => heartbeats(origin)).toContain(299);
        await logged(origin, 'error_timeout');
        await link.getByRole('button', { name: '重新加载' }).click();
        await expect(link.getByText('加载中...')).toBeVisible();
        await expect(link.getByText('加载失败，请稍后再试')).toBeVisible();
        await link.getByRole('button', { name: '关闭页面' }).click();
        await expect(page.locator('[data-frame]')).toHaveCount(1);
      });
      await test.step('a closed room is reported by 205 in a beacon', async () => {
        // Real time: the worker sends its queue at most once a second.
        await page.waitForTimeout(limitMs(1_500));
        await page.goto('about:blank');
        await poll(() => heartbeats(origin).at(-1)).toBe(205);
        expect(heartbeats(origin).filter((state) => state === 205)).toHaveLength(1);
      });
    });
  });
});

async function expectActivity(page: Page, origin: Origin): Promise<void> {
  const opened = await open(page, '摇一摇');
  await expect(pageIn(opened).locator('#where')).toHaveText('房间 1001 · 用户 游客');
  // The opening animation scales it, so its layout size is compared.
  expect(await opened.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight])).toEqual([360, 640]);
  await expect(opened.getByText('加载中...')).toHaveCount(0);

  await pageIn(opened).getByRole('button', { name: '得分' }).click();
  await pageIn(opened).getByRole('button', { name: '提示' }).click();
  await expect(page.getByText('摇一摇：1')).toBeVisible();
  await pageIn(opened).getByRole('button', { name: '查询' }).click();
  await expect(pageIn(opened).locator('#where')).toHaveText('code 0');

  // The focus stays in the window in both directions.
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-frame]') !== null || document.activeElement === document.body),
  ).toBe(true);
  await opened.getByRole('button', { name: '关闭', exact: true }).first().click();
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await poll(() => heartbeats(origin)).toEqual([201]);
  expect(enters(origin)).toEqual([101]);
  expect(origin.reports().find(({ place }) => place === 'frame-enter')?.fields).toMatchObject({
    businessId: 'shake',
    durType: 4,
    roomId: 1001,
    roomType: 0,
    std_plat: 7,
    sid: 's1001',
  });
}

async function expectOthers(page: Page): Promise<void> {
  await page.locator('[data-entry="frames"]').click();
  const items = page.getByRole('dialog', { name: '活动' }).getByRole('listitem');
  // The click loads the panel.
  await expect(items).toHaveCount(ACTIVITY_KEYS.length + 2);
  const titles = await items.allTextContents();
  await page.keyboard.press('Escape');
  // All keys: "S31 callActivity(%s) opens a modal of 360x640" in tests/spec/document-2.test.ts.
  for (const [index, key] of ACTIVITY_KEYS.slice(0, 2).entries()) {
    const opened = await open(page, titles[index] ?? '');
    await expect(pageIn(opened).locator(`body[data-page="${activityPage(key)}"]`)).toBeVisible();
    await seenRoom(opened);
    if (index === 0) await inFrame(opened, '得分', 'Escape');
    else await page.keyboard.press('Escape');
    await expect(page.locator('[data-frame]')).toHaveCount(0);
  }
}

async function expectLink(page: Page, origin: Origin): Promise<void> {
  const activity = await open(page, '寻宝游戏');
  await seenRoom(activity);
  const base = new URL((await frameIn(activity)).url()).origin;
  await openLink(activity, `${base}/frames/${activityPage('WarPeak')}?from=link`);
  const link = windowOf(page);
  await expect(pageIn(link).locator('h1')).toHaveText('巅峰之战', { useInnerText: true });
  await expect(link.getByText('加载中...')).toHaveCount(0);
  const before = await link.boundingBox();
  await page.mouse.move(before!.x + 160, before!.y + 20);
  await page.mouse.down();
  await page.mouse.move(before!.x + 60, before!.y + 40, { steps: 4 });
  await page.mouse.up();
  const moved = async (): Promise<readonly number[]> => {
    const now = await link.boundingBox();
    return [Math.round(now!.x - before!.x), Math.round(now!.y - before!.y)];
  };
  await poll(moved).toEqual([-100, 20]);
  const after = await link.boundingBox();
  await link.getByRole('button', { name: '拖动窗口' }).focus();
  await page.keyboard.press('ArrowRight');
  await poll(async () => Math.round((await link.boundingBox())!.x - after!.x)).toBe(24);
  await page.mouse.click(20, 400);
  await expect(page.locator('[data-frame]')).toHaveCount(2);
  await link.getByRole('button', { name: '关闭', exact: true }).first().click();
  await expect(page.locator('[data-frame]')).toHaveCount(1);
  await page.mouse.click(20, 400);
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await poll(() => enters(origin)).toContain(104);
}

async function expectRefusals(page: Page, origin: Origin): Promise<void> {
  const opened = await open(page, '摇一摇');
  await seenRoom(opened);
  // The room's own window has an accepted origin but is not the frame.
  await page.evaluate(() => window.postMessage({ footlight: 1, id: 1, cmd: 'close' }, '*'));
  await (
    await frameIn(opened)
  ).evaluate(() => {
    parent.postMessage({ footlight: 2, id: 1, cmd: 'close' }, '*');
    parent.postMessage('close', '*');
  });
  for (const link of ['https://evil.test/', 'javascript:alert(1)', 'unknownKey'])
    expect(await openLink(opened, link).catch(String)).toContain('FRAME_REFUSED');
  await expect(page.getByText('这个页面不能在这里打开').first()).toBeVisible();
  await logged(origin, 'FRAME_REFUSED');
  await logged(origin, 'frame message refused');
  await expect(page.locator('[data-frame]')).toHaveCount(1);
  await page.mouse.click(20, 400);
  await expect(page.locator('[data-frame]')).toHaveCount(0);
}

async function expectMiniApp(page: Page, origin: Origin): Promise<void> {
  const opened = await open(page, '小程序');
  await expect(pageIn(opened).locator(`body[data-page="${MINI_APP_PAGES[0]}"]`)).toBeVisible();
  await seenRoom(opened);
  const beside = await opened.boundingBox();
  expect(beside!.x + beside!.width).toBeGreaterThan(1_200);
  await page.setViewportSize({ width: 390, height: 844 });
  await poll(async () => (await opened.boundingBox())?.width).toBe(390);
  const sheet = await opened.boundingBox();
  expect(Math.round(sheet!.y + sheet!.height)).toBe(844);
  await inFrame(opened, '关闭', 'click');
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await poll(() => heartbeats(origin).at(-1)).toBe(206);
}

test.describe('frames of the offline room @frames', () => {
  test('S31 an activity, the mini-app and the club open under the room’s own content policy', async ({ page }) => {
    await page.goto('/live/1001?scenario=normal');
    await page.locator('[data-entry="frames"]').waitFor();
    for (const [title, path] of [
      ['摇一摇', activityPage('shake')],
      ['小程序', MINI_APP_PAGES[0]],
      ['星钻俱乐部', CLUB_PAGE],
    ] as const) {
      const opened = await open(page, title);
      await expect(pageIn(opened).locator(`body[data-page="${path}"]`)).toBeVisible();
      await expect(pageIn(opened).locator('#where')).toHaveText('房间 1001 · 用户 游客');
      // The style sheet was loaded: a button without it would be less round.
      expect(
        await pageIn(opened)
          .locator('.disc')
          .evaluate((disc) => getComputedStyle(disc).borderRadius),
      ).toBe('50%');
      await opened.getByRole('button', { name: '关闭', exact: true }).first().click();
      await expect(page.locator('[data-frame]')).toHaveCount(0);
    }
  });
});
