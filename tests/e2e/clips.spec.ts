import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectMovingPicture, poll, stage } from './watching.ts';

const clip = (page: Page): Locator => page.locator('[data-clip] video');
const state = (page: Page): Promise<{ paused: boolean; muted: boolean; volume: number; at: number }> =>
  clip(page).evaluate(({ paused, muted, volume, currentTime }: HTMLVideoElement) => ({ paused, muted, volume, at: currentTime }));
const moves = async (page: Page): Promise<void> => {
  const { at } = await state(page);
  await poll(async () => (await state(page)).at).toBeGreaterThan(at + 0.2);
};
const toTheEnd = (page: Page): Promise<void> =>
  clip(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.4;
  });
const control = (page: Page, name: string): Locator => page.locator('[data-clip]').getByRole('button', { name });

test.describe('clips of the stage @around', () => {
  test('P9 both lead-in items of one address play to their ends, then live starts at the viewer’s volume', async ({ page }) => {
    await page.goto('/live/1001?type=3&songName=%E6%98%9F%E5%85%89%7C1&playuuid=demo-1&scenario=lead-in');
    const banner = page.locator('[data-tip="lead-in"]');
    await expect(banner).toContainText('《星光》');
    await moves(page);
    await page.keyboard.press('m');
    await poll(async () => (await state(page)).muted).toBe(true);
    await page.keyboard.press('k');
    await poll(async () => (await state(page)).paused).toBe(true);
    // The controls stay visible while the clip is paused, independent of the pointer.
    await control(page, '播放').press('Enter');
    await moves(page);
    await toTheEnd(page);
    await expect(banner).toContainText('《星光（返场）》');
    await moves(page);
    expect((await state(page)).muted).toBe(true);
    await toTheEnd(page);
    await expect(stage(page, 'live')).toBeVisible();
    await expectMovingPicture(page);
    await expect(page.getByRole('button', { name: '取消静音' })).toBeAttached();
  });

  test('P8 an advertisement counts down by its own length, cannot be paused, and can be skipped; one that fails is left out', async ({
    page,
  }) => {
    await page.goto('/live/1002?scenario=ad');
    await expect(stage(page, 'ad')).toBeVisible();
    // Keeps the advertisement on until everything has been read.
    await clip(page).evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 0.25;
    });
    await moves(page);
    await expect(page.locator('[data-clip]')).toContainText(/广告 \d+ 秒/);
    await expect(control(page, '静音')).toBeVisible();
    await expect(control(page, '暂停')).toHaveCount(0);
    await page.getByRole('button', { name: '跳过广告' }).click();
    await expect(stage(page, 'live')).toBeVisible();
    // A query without an answer does not block live.
    await page.goto('/live/1002?scenario=ad-fails');
    await expect(stage(page, 'live')).toBeVisible();
  });

  test('P7 a replay can be chosen, seeked and paused, and the next one follows', async ({ page }) => {
    await page.goto('/live/1004?scenario=offline');
    const list = page.getByRole('list', { name: '精彩回放列表' });
    await moves(page);
    await expect(page.locator('[data-tip="no-live"]')).toContainText('下次开播');
    await list.getByRole('button', { name: '星光（现场）' }).press('Enter');
    await expect(list.locator('[aria-current="true"]')).toHaveText('星光（现场）');
    await moves(page);
    await page.getByRole('slider', { name: '播放进度' }).fill('5');
    await poll(async () => (await state(page)).at).toBeGreaterThan(4.9);
    await control(page, '暂停').press('Enter');
    await poll(async () => (await state(page)).paused).toBe(true);
    await control(page, '播放').press('Enter');
    await toTheEnd(page);
    await expect(list.locator('[aria-current="true"]')).toHaveText('上周六·弹唱之夜');
  });
});
