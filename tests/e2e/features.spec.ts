import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectNoFaults } from './axe.ts';
import { commandSession, enter, FEATURE_PARTS, featureOf } from './feature-page.ts';
import { poll } from './watching.ts';

const battleOf = (page: Page): Locator => page.locator('[data-feature="battle"]');
const songOf = (page: Page): Locator => page.locator('[data-feature="song-orders"]');

const scoreOf = async (page: Page): Promise<string> => (await battleOf(page).locator('[data-label]').textContent()) ?? '';

/** No feature extends beyond the picture and, on a vertical phone, the row between picture and chat. */
async function expectPlaces(page: Page): Promise<void> {
  const stage = (await page.locator('section[data-at]').boundingBox())!;
  const chat = (await page.locator('aside[aria-label="聊天"]').boundingBox())!;
  for (const docked of await page.locator('[data-docked]').all()) {
    const box = (await docked.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(stage.y);
    expect(box.y + box.height).toBeLessThanOrEqual(Math.max(stage.y + stage.height, chat.y));
    expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width + 1);
  }
  expect(stage.height).toBeGreaterThan(200);
  expect(chat.height).toBeGreaterThan(200);
}

/** Motion is enabled, as for most viewers, only where positions are compared: it repaints the window sixty times a second. */
const withMotion = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: 'no-preference' });

test.describe('features @features', () => {
  test('S9 S37 two tabs are two viewers of one PK: the second joins late, both see each gift, to the settlement', async ({ context }) => {
    const first = await enter(context, '/live/1001?scenario=battle');
    await expect(battleOf(first)).toHaveAttribute('data-phase', 'match');
    await commandSession(first, 'battle', { speed: 8 });
    await expect(battleOf(first)).toHaveAttribute('data-phase', 'fight');
    await commandSession(first, 'battle', { speed: 1 });

    const second = await enter(context, '/live/1001?scenario=battle&viewer=2');
    await expect(battleOf(second)).toHaveAttribute('data-phase', 'fight');
    await battleOf(second).getByRole('button').press('Enter');
    await second.getByRole('button', { name: '为 小喵Momo 助力 1000 星币' }).click();
    for (const page of [first, second]) await poll(() => scoreOf(page)).toMatch(/小喵Momo [1-9]\d{3,} 比/);
    await expect(second.getByRole('region', { name: '小喵Momo' }).getByText('观众0002')).toBeVisible();
    await second.keyboard.press('Escape');
    await expect(second.getByRole('dialog')).toHaveCount(0);

    await commandSession(first, 'battle', { speed: 40 });
    for (const page of [first, second]) await expect(battleOf(page)).toHaveCount(0);
  });

  test('S9 S37 headlines and notices appear one at a time with their links, can be closed by keyboard, and cover neither chat nor picture', async ({
    context,
  }) => {
    const page = await enter(context, '/live/1001?scenario=announcements');
    await withMotion(page);
    const banner = page.locator('[data-feature="headline"]');
    const strip = page.locator('[data-notice]');
    await expect(banner).toContainText('南风知我意 送给 林听夏');
    await expect(strip).toHaveAttribute('data-notice', 'room');
    await expectPlaces(page);
    // On a slow machine the second headline may be shown already when the link is pressed.
    const followed = page.evaluate(
      () =>
        new Promise<string>((resolve) => addEventListener('click', ({ target }) => resolve((target as Element).closest('a')?.href ?? ''))),
    );
    const [opened] = await Promise.all([context.waitForEvent('page'), banner.getByRole('link').press('Enter')]);
    expect(await followed).toMatch(/\/live\/100[34]$/);
    await expect(opened).toHaveURL(await followed);
    await opened.close();

    for (const name of ['headline', 'notices']) await commandSession(page, name, { speed: 6 });
    for (const [text, href] of [
      ['年度盛典', '/live/1003'],
      ['星光盛典', 'https://example.com/vote'],
    ] as const) {
      // Checked at the same time, because the notice disappears by itself.
      await expect(strip.filter({ hasText: text }).locator(`a[href="${href}"]`)).toBeVisible();
      await expect(strip).toHaveAttribute('data-notice', 'site');
      await strip.getByRole('button', { name: '关闭通知' }).press('Enter');
      await expect(strip).not.toContainText(text);
    }
    await expect(page.getByRole('log').getByText('请文明发言')).toHaveCount(1);

    await page.setViewportSize({ width: 320, height: 568 });
    await expect(banner).toBeVisible();
    await expect(strip).toBeVisible();
    for (const place of [banner, strip]) {
      // The layout for a phone follows the resize with a delay.
      await poll(async () => {
        const box = await place.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 320;
      }).toBe(true);
    }
    await page.getByRole('button', { name: '收起 头条' }).press('Enter');
    await expect(banner).toHaveCount(0);
  });

  test('S37 several features are shown in their places; one is collapsed and restored; on a phone one is a strip and the other a sheet', async ({
    context,
  }) => {
    const page = await enter(context, '/live/1001?scenario=features');
    await withMotion(page);
    await expect(battleOf(page)).toBeVisible();
    await expect(songOf(page)).toBeVisible();
    await expectPlaces(page);
    await page.getByRole('button', { name: '收起 点歌' }).click();
    await expect(songOf(page)).toHaveCount(0);
    await page.locator('[data-dock-button]').click();
    await page.getByRole('button', { name: '显示 点歌' }).click();
    await expect(songOf(page)).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(songOf(page)).toHaveCount(0);
    await expect(battleOf(page)).toBeVisible();
    await expectPlaces(page);
    await page.locator('[data-dock-button]').click();
    await page.getByRole('button', { name: '显示 点歌' }).click();
    await expect(page.getByRole('dialog', { name: '点歌' }).locator('[data-feature="song-orders"]')).toBeVisible();
  });

  test('S9 S37 the star gives a red packet, opens the mics, accepts a guest and writes a live flash from her own tools', async ({
    context,
  }) => {
    const page = await enter(context, '/room/star/1006?scenario=features-star');
    await page.locator('[data-entry="live-flash"]').click();
    await page.getByRole('textbox', { name: /快讯内容/ }).fill('九点抽三位听众连麦');
    await page.getByRole('dialog', { name: '直播快讯' }).getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('已发布')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(featureOf(page, 'headline')).toContainText('九点抽三位听众连麦');
    await page.locator('[data-entry="red-packets"]').click();
    await page.getByRole('dialog', { name: '发红包' }).getByRole('button', { name: '发红包' }).click();
    await expect(featureOf(page, 'red-packets')).toContainText('大家好运连连');
    await page.locator('[data-entry="mic"]').click();
    await page.getByRole('button', { name: '开放连麦' }).click();
    await expect(page.getByRole('button', { name: '关闭连麦' })).toBeVisible();
    await page.getByRole('button', { name: '接受 橘子海 连麦' }).press('Enter');
    await expect(featureOf(page, 'mic')).toContainText('橘子海');
    await expectNoFaults(page, 'the star', FEATURE_PARTS);
    await page.keyboard.press('Escape');
    for (const name of ['red-packets', 'mic', 'song-orders']) await commandSession(page, name, 'end');
  });
});
