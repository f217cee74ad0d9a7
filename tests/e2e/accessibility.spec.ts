import { expect, test, type Page } from '@playwright/test';
import { expectNoFaults } from './axe.ts';
import { open, plays, pressControl } from './player-page.ts';
import { chatList, FEW_PIXELS } from './watching.ts';

/** The page with everything around the room; the states of its parts alone: tests/browser/ui/accessibility.test.tsx. */
test.use(FEW_PIXELS);

/** Openers of the dialogs of a room, as a viewer finds them; one that the player's menu opens is a menu item. */
const DIALOGS = [
  ...['song-orders', 'fan-club', 'ranks', 'reward-square', 'reward-challenge', 'dance-orders', 'chat-tools', 'danmaku', 'frames'].map(
    (name) => `[data-entry="${name}"]`,
  ),
  '[data-evid="room_share"]',
  'footer button:has-text("下载客户端")',
  '[data-people-strip]',
  '[role="log"] button',
  'menu:播放日志',
];
const DIALOGS_OF_A_GUEST = ['header button:has-text("登录")', '[data-entry="ranks"]'];

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
  const visited = new Set<string>();
  // Over the edge of the dialog in both directions.
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key);
    const at = await page.evaluate(() => {
      const { activeElement: active, body } = document;
      // Past the last element the focus may be on the browser's own buttons.
      if (active === body) return 'browser';
      return active?.closest('dialog') === null ? `outside: ${active.outerHTML.slice(0, 80)}` : (active?.outerHTML.slice(0, 200) ?? '');
    });
    expect(at, `${name}: focus after ${key}`).not.toContain('outside');
    visited.add(at);
  }
  expect(visited.size, `${name}: elements that Tab reaches`).toBeGreaterThan(0);
  await expectNoFaults(page, name, 'dialog:modal');
  await page.keyboard.press('Escape');
  await expect(dialog, name).toHaveCount(0);
  await expect(from, `${name}: focus after closing`).toBeFocused();
  return name;
}

async function walkAll(page: Page, openers: readonly string[]): Promise<void> {
  const names: string[] = [];
  for (const opener of openers) names.push(await walk(page, opener));
  expect(new Set(names).size).toBe(openers.length);
}

async function changeSettings(page: Page): Promise<void> {
  const entry = page.locator('[data-entry="chat-tools"]');
  await entry.focus();
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: '设置', exact: true });
  const word = settings.getByRole('button', { name: '删除 广告' });
  await expect(settings.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('屏蔽词');
  await expect(settings.getByRole('heading', { level: 3 })).toHaveText(['屏蔽词']);
  await page.keyboard.press('Tab');
  await page.keyboard.type('广告');
  await page.keyboard.press('Enter');
  await expect(word).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await page.reload();
  await entry.click();
  await expect(word).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), settings.getByRole('button', { name: '导出设置' }).click()]);
  expect(file.suggestedFilename()).toBe('footlight-settings.json');
  await word.click();
  await expect(word).toHaveCount(0);
  await settings.locator('[data-settings-file]').setInputFiles(await file.path());
  await expect(settings).toHaveCount(0);
  await entry.click();
  await expect(word).toBeVisible();
}

test.describe('accessibility @page', () => {
  test('P3 in a live room every dialog opens, keeps the focus, closes and returns the focus by keys, and no state of the page has a serious fault', async ({
    page,
  }) => {
    await open(page, 'logged-in');
    await plays(page, 'h264');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await page.mouse.move(300, 300);
    await expectNoFaults(page, 'live');
    await page.getByRole('button', { name: '播放器菜单' }).click();
    await expectNoFaults(page, 'menu');
    await page.keyboard.press('Escape');
    await walkAll(page, DIALOGS);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible();
    await expectNoFaults(page, 'keys', 'dialog:modal');
    await page.keyboard.press('Escape');
    await pressControl(page, '停止');
    await expect(page.locator('[data-tip="stopped"]')).toBeVisible();
    await expectNoFaults(page, 'stopped');
    await test.step('the settings are found, changed, kept, exported and read again by the keyboard', () => changeSettings(page));
  });

  test('P3 P7 a guest’s dialogs, and a vertical room on a phone in English, have no serious faults', async ({ page }) => {
    await open(page, 'normal');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await walkAll(page, DIALOGS_OF_A_GUEST);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/live/1003?scenario=normal&lang=en');
    await plays(page, 'h264');
    await expectNoFaults(page, 'vertical, phone, English');
  });
});
