import { expect, test, type Page } from '@playwright/test';
import type { MockControl } from '../../mocks/control.ts';
import { chatList } from './watching.ts';

const push = (page: Page, id: number, body: object): Promise<void> =>
  page.evaluate(([id, body]) => (Reflect.get(window, 'offlineRoom') as MockControl).push({ id, body }), [id, body] as const);

test.describe('tips @realtime', () => {
  test('S22 S8 who comes in has one tip and one line, as text, above the chat and over nothing that can be clicked; a follow has a tip', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/live/1001?scenario=logged-in');
    // Behind the viewer's own line the connection is there.
    await expect(chatList(page).getByText('观众').first()).toBeVisible();
    const hostile = '<b onclick=x>粗体</b>';
    const guest = { userid: 4_401, kugouid: 4_401, nickname: hostile, richlevel: 12, wellcomes: '驾到' };
    await push(page, 201, { ...guest, userid: 4_400, nickname: '无人引荐', richlevel: 0 });
    for (let i = 0; i < 5; i++) await push(page, 201, guest);
    const tip = page.locator('[data-tip="entry"][data-rich]').filter({ hasText: hostile });
    await expect(tip).toContainText('驾到');
    await expect(tip).toHaveCSS('animation-name', 'none');
    await expect(tip).toHaveCSS('pointer-events', 'none');
    const box = (await tip.boundingBox())!;
    const chat = (await page.locator('aside[aria-label="聊天"]').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(chat.x);
    expect(box.x + box.width).toBeLessThanOrEqual(chat.x + chat.width);
    expect(box.y + box.height).toBeLessThanOrEqual(chat.y + chat.height / 3);

    await push(page, 490_020, { userid: 4_402, nickname: '远山', richlevel: 30 });
    await expect(page.locator('[data-tip="follow"]').filter({ hasText: '远山' })).toContainText('关注了主播');
    await expect(chatList(page).getByText(hostile)).toHaveCount(1);
    await expect(page.getByText('无人引荐')).toHaveCount(0);
  });
});
