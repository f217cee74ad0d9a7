import { expect, test, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import type { ScenarioName } from '../../mocks/scenarios.ts';
import { expectNoFaults } from './axe.ts';
import { open, plays, pressControl } from './player-page.ts';
import { chatList, poll } from './watching.ts';

// The page with everything around the room; the states of its parts alone: tests/browser/ui/accessibility.test.tsx.

const entries = (...names: readonly string[]): readonly string[] => names.map((name) => `[data-entry="${name}"]`);

/** Openers of the dialogs of a room, as they are found; one that the player's menu opens is a menu item. */
const DIALOGS = {
  'logged-in': [
    ...entries('song-orders', 'fan-club', 'ranks', 'reward-square', 'reward-challenge', 'dance-orders', 'chat-tools', 'danmaku', 'frames'),
    '[data-evid="room_share"]',
    'footer button:has-text("下载客户端")',
    '[data-people-strip]',
    '[role="log"] button',
    'menu:播放日志',
    'key:?',
  ],
  normal: ['header button:has-text("登录")', ...entries('ranks')],
  'features-star': entries('battle', 'mic', 'red-packets', 'chat-mode', 'live-flash'),
} satisfies Partial<Record<ScenarioName, readonly string[]>>;

/** Opens a dialog by the keyboard, walks through it and closes it; returns its name. */
async function walk(page: Page, opener: string): Promise<string> {
  const [, way, name = ''] = /^(menu|key):(.*)$/.exec(opener) ?? [];
  const item = way === 'menu' ? name : null;
  const found =
    way === 'key'
      ? page.locator('section[data-at]')
      : way === 'menu'
        ? page.getByRole('button', { name: '播放器菜单' })
        : page.locator(opener).first();
  // This element: new rows of the chat are before it when the dialog closes.
  const from = await found.elementHandle();
  await from.focus();
  await page.keyboard.press(way === 'key' ? name : 'Enter');
  if (item !== null) {
    await page.getByRole('menuitem', { name: item }).focus();
    await page.keyboard.press('Enter');
  }
  const dialog = page.locator('dialog:modal');
  await expect(dialog, opener).toBeVisible();
  // Content that is loaded after its dialog may still get the focus.
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
  const title = (await dialog.getAttribute('aria-label')) ?? '';
  const where = () => page.evaluate(() => (document.activeElement?.closest('dialog') === null ? 'outside' : 'inside'));
  expect(await where(), `${title}: focus after opening`).toBe('inside');
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
    expect(at, `${title}: focus after ${step + 1} tabs`).not.toContain('outside');
    visited.add(at);
  }
  expect(visited.size, `${title}: elements that Tab reaches`).toBeGreaterThan(0);
  await expectNoFaults(page, title, 'dialog:modal');
  await page.keyboard.press('Escape');
  await expect(dialog, title).toHaveCount(0);
  await poll(() => from.evaluate((element) => element === document.activeElement), { message: `${title}: focus after closing` }).toBe(true);
  return title;
}

async function walkAll(page: Page, scenario: keyof typeof DIALOGS): Promise<void> {
  const openers = DIALOGS[scenario];
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
    // Fifteen dialogs, each walked through by Tab and checked: a minute on two idle cores.
    test.setTimeout(limitMs(300_000));
    await open(page, 'logged-in');
    await plays(page, 'h264');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await page.mouse.move(300, 300);
    await expectNoFaults(page, 'live');
    await pressControl(page, '播放器菜单');
    await expectNoFaults(page, 'menu');
    await page.keyboard.press('Escape');
    await pressControl(page, '停止');
    await expect(page.locator('[data-tip="stopped"]')).toBeVisible();
    await expectNoFaults(page, 'stopped');
    // Behind the dialogs no picture plays, which would cost a third of a processor.
    await walkAll(page, 'logged-in');
  });

  test('P3 S20 the settings are found, changed, kept, exported and read again by the keyboard', async ({ page }) => {
    await open(page, 'logged-in');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await changeSettings(page);
  });

  test('P3 the star’s dialogs open, keep the focus, close and return the focus by keys, without serious faults', async ({ page }) => {
    await open(page, 'features-star');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await walkAll(page, 'features-star');
  });

  test('P3 P7 a guest’s dialogs, and a vertical room on a phone in English, have no serious faults', async ({ page }) => {
    await open(page, 'normal');
    await expect(chatList(page).locator('button').first()).toBeVisible();
    await walkAll(page, 'normal');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/live/1003?scenario=normal&lang=en');
    await plays(page, 'h264');
    await expectNoFaults(page, 'vertical, phone, English');
  });
});
