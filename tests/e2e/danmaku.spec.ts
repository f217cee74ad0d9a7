import { expect, test, type Locator, type Page } from '@playwright/test';
import { push } from './player-page.ts';
import { losePictures } from './watching.ts';

const layer = (page: Page): Locator => page.locator('[data-danmaku]');
const line = (page: Page, text: string): Locator => layer(page).locator('span:not([hidden])', { hasText: text });

async function open(page: Page, scenario: string): Promise<void> {
  await losePictures(page, 0);
  await page.goto(`/live/1001?scenario=${scenario}`);
  await expect(layer(page)).toHaveCount(1);
}

/** A line of another viewer. */
const fly = (page: Page, chatmsg: string): Promise<void> =>
  push(page, { id: 501, body: { chatmsg, senderid: 77, sendername: '路人', issecrect: false } });

// Motion enabled, as for most viewers.
test.use({ reducedMotion: 'no-preference' });

test.describe('chat over the picture @realtime', () => {
  test('S20 lines fly as text above the controls and the own one is marked; the key hides them, and choices survive a reload', async ({
    page,
  }) => {
    await open(page, 'logged-in');
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'on');
    const hostile = '<img src=x onerror="document.title=1">飞';
    await expect(async () => {
      await fly(page, hostile);
      await expect(line(page, hostile).first()).toBeAttached({ timeout: 1_000 });
    }).toPass();
    await expect(layer(page).locator('img')).toHaveCount(0);
    // Only the transform is animated, which needs no layout.
    const moved = await line(page, hostile)
      .first()
      .evaluate((element) =>
        element.getAnimations().flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : [])),
      );
    expect(moved.length).toBeGreaterThan(1);
    for (const frame of moved) expect(Object.keys(frame).sort()).toEqual(['composite', 'computedOffset', 'easing', 'offset', 'transform']);
    const [field, bar] = [
      await layer(page).boundingBox(),
      await page.getByRole('group', { name: '播放器' }).locator('button').first().boundingBox(),
    ];
    expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y);

    await page.getByRole('textbox').first().fill('我来了');
    await page.keyboard.press('Enter');
    await expect(line(page, '我来了')).toHaveAttribute('data-own', '');

    await page.locator('section[data-at]').focus();
    await page.keyboard.press('d');
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'off');
    await expect(layer(page).locator('span:not([hidden])')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toContainText('显示或隐藏弹幕');
    await page.keyboard.press('Escape');

    await page.locator('[data-entry="danmaku"]').click();
    const settings = page.getByRole('dialog', { name: '弹幕设置' });
    await settings.getByRole('radio', { name: '全屏' }).click();
    await expect(settings.getByRole('radio', { name: '全屏' })).toBeChecked();
    await settings.getByRole('radio', { name: '大', exact: true }).click();
    await expect(settings.getByRole('radio', { name: '大', exact: true })).toBeChecked();
    await settings.getByRole('slider').press('Home');
    await expect(layer(page)).toHaveCSS('--line-opacity', '0.3');
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await expect(page.locator('[data-entry="danmaku"]')).toBeFocused();

    await page.reload();
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'off');
    await expect(layer(page)).toHaveCSS('--line-opacity', '0.3');
    await expect(layer(page)).toHaveCSS('font-size', '28px');
  });

  test('S20 with reduced motion nothing flies until requested', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, 'chat-busy');
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'off');
    await page.locator('[aria-keyshortcuts="D"]').press('Enter');
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'on');
    await expect(layer(page).locator('span:not([hidden])').nth(4)).toBeAttached();
  });

  test('P29 S20 nothing flies while the picture loses frames, with a word of it, until requested', async ({ page }) => {
    await open(page, 'chat-busy');
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'on');
    await losePictures(page, 0.5);
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'off');
    await page.locator('[data-entry="danmaku"]').click();
    const settings = page.getByRole('dialog', { name: '弹幕设置' });
    await expect(settings).toContainText('画面掉帧');
    await settings.getByRole('switch').first().click();
    await expect(layer(page)).toHaveAttribute('data-danmaku', 'on');
    await expect(settings).not.toContainText('画面掉帧');
  });
});
