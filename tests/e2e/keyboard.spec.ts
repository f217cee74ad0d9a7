import { expect, test, type Page } from '@playwright/test';
import { seriousFaults } from './axe.ts';
import { open } from './player-page.ts';
import { FEW_PIXELS } from './watching.ts';

test.use(FEW_PIXELS);

/** Openers of the dialogs of a room, as a viewer finds them; one that the player's menu opens is a menu item. */
const DIALOGS: Readonly<Record<string, readonly string[]>> = {
  'logged-in': [
    ...['song-orders', 'fan-club', 'ranks', 'reward-square', 'reward-challenge', 'dance-orders', 'chat-tools', 'danmaku', 'frames'].map(
      (name) => `[data-entry="${name}"]`,
    ),
    '[data-evid="room_share"]',
    'footer button:has-text("下载客户端")',
    '[data-people-strip]',
    '[role="log"] button',
    'menu:播放日志',
  ],
  normal: ['header button:has-text("登录")', '[data-entry="ranks"]'],
};

/** Opens a dialog by the keyboard, walks through it and closes it; returns its name. */
async function walk(page: Page, opener: string): Promise<string> {
  const item = opener.startsWith('menu:') ? opener.slice(5) : null;
  const from = item === null ? page.locator(opener).first() : page.getByRole('button', { name: '播放器菜单' });
  await from.focus();
  await page.keyboard.press('Enter');
  if (item !== null) {
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
  }
  const dialog = page.locator('dialog:modal');
  await expect(dialog, opener).toBeVisible();
  // Content that is loaded after its dialog may still get the focus.
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
  const name = (await dialog.getAttribute('aria-label')) ?? '';
  const where = () => page.evaluate(() => (document.activeElement?.closest('dialog') === null ? 'outside' : 'inside'));
  expect(await where(), `${name}: focus after opening`).toBe('inside');
  const stops = await dialog.evaluate(
    (box) => [...box.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [tabindex="0"]')].length,
  );
  const visited = new Set<string>();
  for (let step = 0; step <= stops + 1; step++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const { activeElement: active, body } = document;
      // Past the last element the focus may be on the browser's own buttons.
      if (active === body) return 'browser';
      return active?.closest('dialog') === null ? `outside: ${active.outerHTML.slice(0, 80)}` : (active?.outerHTML.slice(0, 200) ?? '');
    });
    expect(at, `${name}: focus after ${step + 1} tabs`).not.toContain('outside');
    visited.add(at);
  }
  expect(visited.size, `${name}: elements that Tab reaches`).toBeGreaterThan(0);
  expect(await seriousFaults(page, 'dialog:modal'), name).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog, name).toHaveCount(0);
  await expect(from, `${name}: focus after closing`).toBeFocused();
  return name;
}

test.describe('keyboard @page', () => {
  for (const [scenario, openers] of Object.entries(DIALOGS))
    test(`P3 every dialog of ${scenario} opens, keeps the focus, closes and returns the focus by keys, without faults of axe`, async ({
      page,
    }) => {
      await open(page, scenario);
      await expect(page.locator('[role="log"] button').first()).toBeVisible();
      const names: string[] = [];
      for (const opener of openers) names.push(await walk(page, opener));
      expect(new Set(names).size).toBe(openers.length);
    });

  test('P3 the settings are found, changed and closed by the keyboard alone', async ({ page }) => {
    await open(page, 'logged-in');
    await page.locator('[data-entry="chat-tools"]').focus();
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: '设置', exact: true });
    await expect(settings.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('屏蔽词');
    await expect(settings.getByRole('heading', { level: 3 })).toHaveText(['屏蔽词']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('广告');
    await page.keyboard.press('Enter');
    await expect(settings.getByRole('button', { name: '删除 广告' })).toBeVisible();
    await page.keyboard.type('/(a+)+/');
    await page.keyboard.press('Enter');
    await expect(settings.getByText('这个表达式有误或过于复杂')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await page.reload();
    await page.locator('[data-entry="chat-tools"]').click();
    await expect(settings.getByRole('button', { name: '删除 广告' })).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), settings.getByRole('button', { name: '导出设置' }).click()]);
    expect(file.suggestedFilename()).toBe('footlight-settings.json');
    await settings.getByRole('button', { name: '删除 广告' }).click();
    await expect(settings.getByRole('button', { name: '删除 广告' })).toHaveCount(0);
    await settings.locator('[data-settings-file]').setInputFiles(await file.path());
    await expect(settings).toHaveCount(0);
    await page.locator('[data-entry="chat-tools"]').click();
    await expect(settings.getByRole('button', { name: '删除 广告' })).toBeVisible();
  });
});
