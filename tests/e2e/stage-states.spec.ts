import { expect, test, type Locator, type Page } from '@playwright/test';
import { figures, KEEPS_H265, open, plays, pressControl } from './player-page.ts';
import { expectMovingPicture, poll, stage } from './watching.ts';

const badge = (page: Page): Locator => page.locator('main > section').first().locator('h1 + p > span').nth(1);
const still = (page: Page): Locator => page.locator('canvas[data-still]');

async function chooseKind(page: Page, name: string): Promise<void> {
  await pressControl(page, /^线路/);
  await page.getByRole('menuitemradio', { name }).click();
}

/** Checks in each animation frame if the stage has a picture, of a player or the last one of the previous player. */
const watchDark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let dark = 0;
    const look = (): void => {
      const figures = (window as never as { appFigures(): { progress: { paintedFrames: number } } | null }).appFigures();
      if (document.querySelector('canvas[data-still]') === null && !((figures?.progress.paintedFrames ?? 0) > 0)) dark++;
      Reflect.set(window, 'darkFrames', dark);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const darkFrames = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'darkFrames') as unknown);

async function listenOnly(page: Page): Promise<void> {
  await pressControl(page, /^线路与画质/);
  await expect(page.getByRole('menuitemradio', { name: '数据更少的播放方式' })).toBeVisible();
  await page.getByRole('menuitemradio', { name: '只听声音' }).click();
  const heard = async (): Promise<unknown> => {
    const seen = await figures(page);
    return seen !== null && seen.progress.positionS > 1 && seen.progress.paintedFrames === 0;
  };
  await expect(page.getByText('只听声音中')).toBeVisible();
  await poll(heard).toBe(true);
  await page.reload();
  await expect(page.getByText('只听声音中')).toBeVisible();
  await page.getByRole('button', { name: '恢复画面', exact: true }).click();
  await plays(page, 'h265');
  await expect(page.getByText('只听声音中')).toHaveCount(0);
}

async function stopAndSwitch(page: Page): Promise<void> {
  const { epoch } = await plays(page, 'h265');
  await pressControl(page, '停止');
  const stopped = page.locator('[data-tip="stopped"]');
  await expect(stopped).toContainText('已停止');
  await expect(still(page)).toBeVisible();
  await expect(page.locator('[data-tip="busy"]')).toHaveCount(0);
  await expect(badge(page)).toHaveText('直播中');
  const box = (await stopped.getByRole('button', { name: '继续播放' }).boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(64);
  await stopped.getByRole('button', { name: '继续播放' }).click();
  const again = await plays(page, 'h265', epoch);
  await expect(still(page)).toHaveCount(0);

  await watchDark(page);
  await chooseKind(page, '标准 H.264');
  const other = await plays(page, 'h264', again.epoch);
  await expect(still(page)).toHaveCount(0);
  await chooseKind(page, '标准 H.264');
  await expectMovingPicture(page);
  expect((await figures(page))?.epoch).toBe(other.epoch);
  expect(await darkFrames(page)).toBe(0);
}

test.describe('states of the stage @page', () => {
  test('P3 P13 P20 P22 one visit with all kinds: sound without pictures, the last picture after stop and switch', async ({ page }) => {
    await open(page, 'all-kinds', KEEPS_H265);
    await plays(page, 'h265');

    await test.step('the menu item for sound only plays sound without pictures, also in the next visit, and the picture can be restored', () =>
      listenOnly(page));

    await test.step('after stop and switch the last picture stays, choosing the current kind again changes nothing, and the badge is right', () =>
      stopAndSwitch(page));
  });
});

test.describe('the stage by touch @page', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('P3 the first tap only shows the controls; they are 44 px, the menu has its own button, and nothing is outside the window', async ({
    page,
  }) => {
    await open(page, 'h265');
    await expect(stage(page, 'live')).toBeVisible();
    const { epoch } = await plays(page, 'h265');
    const stop = page.getByRole('button', { name: '停止' });
    const { x, y, width, height } = (await stop.boundingBox())!;
    await expect(page.locator('section[data-idle]')).toBeAttached();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(page.locator('section[data-idle]')).toHaveCount(0);
    await expect(page.locator('section[data-woken]')).toHaveCount(0);
    expect((await figures(page))?.epoch).toBe(epoch);
    await expect(page.locator('[data-tip="stopped"]')).toHaveCount(0);

    for (const button of await page.locator('section[data-at] button:visible').all()) {
      const target = await button.boundingBox();
      // A button may disappear meanwhile: the retry offer, when the picture returns.
      if (target === null) continue;
      expect(Math.min(target.width, target.height), (await button.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(44);
      expect(target.x >= 0 && target.x + target.width <= 360).toBe(true);
    }

    // A tap on the picture shows hidden controls and hides visible ones.
    const tapControl = (name: string): Promise<void> =>
      expect(async () => {
        if (await page.locator('section[data-idle]').isVisible()) await page.touchscreen.tap(180, 120);
        await page.getByRole('button', { name }).tap({ timeout: 1_500 });
      }).toPass();
    await tapControl('播放器菜单');
    const menu = page.getByRole('menu', { name: '播放器菜单' });
    await expect(menu).toBeVisible();
    // The menu is measured at the requested position, then moved into the window.
    await poll(async () => {
      const place = (await menu.boundingBox())!;
      return place.x >= 0 && place.x + place.width <= 360 && place.y >= 0 && place.y + place.height <= 740;
    }).toBe(true);
    await menu.getByRole('menuitem', { name: '刷新画面' }).tap();
    await plays(page, 'h265', epoch);
    await tapControl('停止');
    await expect(page.locator('[data-tip="stopped"]')).toBeVisible();
  });
});
