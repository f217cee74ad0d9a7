import { expect, test, type Page } from '@playwright/test';
import { everyReportFits, inject, plays, pressControl, pulled, reports, setHidden } from './player-page.ts';
import { chatList, poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

/** Opens or closes the panel, which covers the buttons of the picture. */
const togglePanel = async (page: Page): Promise<void> => {
  await page.getByRole('complementary', { name: '离线模式' }).getByRole('button').first().click();
};

/** Recording and replaying are a step of chat.spec.ts. */
async function useDevelopersPanel(page: Page, epoch: number): Promise<void> {
  await togglePanel(page);
  const panel = page.getByRole('complementary', { name: '离线模式' });
  const press = (name: string): Promise<void> => panel.getByRole('button', { name }).click();
  await press('聊天消息');
  await expect(chatList(page).getByText('来自面板的一条消息')).toBeVisible();
  await press('码流 404');
  await expect(panel).toContainText('status=404');
  await togglePanel(page);
  await pressControl(page, '刷新画面');
  await pulled(page, { state: 4, para: 'h264' });
  await togglePanel(page);
  await press('清除全部');
  await plays(page, 'h264', epoch);
}

test.describe('reports @player', () => {
  test.afterEach(({ page }) => everyReportFits(page));

  test('P25 P40 P41 P42 the reports of a visit have the specified fields; the panel shows them, pushes and injects', async ({ page }) => {
    await hurry(page, 'stats', 4);
    await page.goto('/live/1001?scenario=logged-in&type=abc');
    await plays(page, 'h264');
    const enters = async (): Promise<readonly unknown[]> =>
      (await reports(page)).filter(({ type }) => type === 'enter').map(({ fields }) => fields['state']);
    await poll(async () => (await enters()).slice(0, 2)).toEqual([0, 1]);
    const sent = await reports(page);
    expect(sent.find(({ type }) => type === 'enter')?.fields).toEqual({
      type: 1,
      url: page.url(),
      page: 2,
      os: 0,
      state: 0,
      room_id: 1001,
      streamid: 's1001',
    });
    expect(sent.find(({ type }) => type === 'firstScreen')?.fields).toMatchObject({
      state: 0,
      stream_id: 's1001',
      room_id: 1001,
      para: 'h264',
      para1: '852x480',
    });
    expect(sent.find(({ place }) => place === 'log')?.fields).toMatchObject({
      level: 'error',
      text: 'PARAMETER_BAD type: must be 0 to 99',
      room_id: 1001,
      user_id: 880_001,
    });
    // In bytes.
    await poll(async () => Number((await reports(page)).find(({ type }) => type === 'speed')?.fields['para1'])).toBeGreaterThan(10_000);

    await togglePanel(page);
    const list = page.getByRole('list', { name: '上报' });
    await expect(list.locator('[data-type="pull"]')).toContainText('h264 · 852x480 · UNKNOW');
    await expect(list.locator('[data-type="enter"]').first()).toBeVisible();
    await expect(list.locator('[data-valid="false"]')).toHaveCount(0);

    await togglePanel(page);

    // Queued reports are sent when the tab is hidden.
    const before = (await reports(page)).length;
    await pressControl(page, '刷新画面');
    const { epoch } = await plays(page, 'h264', 1);
    await setHidden(page, true);
    await poll(async () => (await reports(page)).length).toBeGreaterThan(before);
    await setHidden(page, false);

    await test.step('a stall that ends by itself restarts nothing and is reported', async () => {
      await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, forMs: 3_500 });
      await poll(async () => (await reports(page)).some(({ type }) => type === 'stall')).toBe(true);
      expect((await plays(page, 'h264')).epoch).toBe(epoch);
    });

    await test.step('a message is pushed, and a fault injected and removed', () => useDevelopersPanel(page, epoch));
  });
});
