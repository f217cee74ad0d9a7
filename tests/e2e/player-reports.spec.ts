import { expect, test, type Page } from '@playwright/test';
import { everyReportFits, open, plays, pressControl, pulled, reports, setHidden } from './player-page.ts';
import { chatList, FEW_PIXELS, poll, stage } from './watching.ts';

test.use(FEW_PIXELS);

/** Opens or closes the panel, which covers the buttons of the picture. */
const togglePanel = async (page: Page): Promise<void> => {
  await page.getByRole('complementary', { name: '离线模式' }).getByRole('button').first().click();
};

async function useDevelopersPanel(page: Page, epoch: number): Promise<void> {
  await togglePanel(page);
  const panel = page.getByRole('complementary', { name: '离线模式' });
  const press = (name: string | RegExp): Promise<void> => panel.getByRole('button', { name }).click();

  await press('聊天消息');
  await expect(chatList(page).getByText('来自面板的一条消息')).toBeVisible();

  await press('开始录制');
  await togglePanel(page);
  await pressControl(page, '刷新画面');
  const line = `录下来 ${Date.now()}`;
  await page.getByPlaceholder('和大家聊聊吧').fill(line);
  await page.getByRole('button', { name: '发送' }).click();
  await expect(chatList(page).getByText(line)).toHaveCount(1);
  await plays(page, 'h264', epoch);
  await togglePanel(page);
  await press('聊天消息');
  await expect(chatList(page).getByText('来自面板的一条消息')).toHaveCount(2);
  const saved = page.waitForEvent('download');
  await press(/停止并保存/);
  const file = await (await saved).path();

  await panel.getByLabel('回放文件…').setInputFiles(file);
  await expect(panel.getByRole('button').first()).toContainText('replay');
  await plays(page, 'h264');
  // The line comes from the file, not from the room.
  await expect(chatList(page).getByText(line).first()).toBeVisible();
  await expect(chatList(page).getByText('来自面板的一条消息').first()).toBeVisible();

  await togglePanel(page);
  await press('结束回放');
  await expect(panel.getByRole('button').first()).toContainText('logged-in');
  await plays(page, 'h264');
  await togglePanel(page);
  await press('码流 404');
  await expect(panel).toContainText('status=404');
  await togglePanel(page);
  await pressControl(page, '刷新画面');
  await pulled(page, { state: 4, para: 'h264' });
  await togglePanel(page);
  await press('清除全部');
  await plays(page, 'h264', 1);
}

test.describe('reports @player', () => {
  test.afterEach(({ page }) => everyReportFits(page));

  test('P40 P41 P42 the reports of a visit have the specified fields; the panel shows them, pushes, injects, records and replays', async ({
    page,
  }) => {
    await page.goto('/live/1001?scenario=logged-in&type=abc');
    await plays(page, 'h264');
    const enters = async (): Promise<readonly unknown[]> =>
      (await reports(page)).filter(({ type }) => type === 'enter').map(({ fields }) => fields['state']);
    await poll(enters).toEqual([0]);
    await poll(enters).toEqual([0, 1]);
    const sent = await reports(page);
    // The two reports are 5 s apart; each waits up to 1 s for other reports.
    const [came, stayed] = sent.filter(({ type }) => type === 'enter');
    expect(stayed!.atMs - came!.atMs).toBeGreaterThan(3_500);
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
    const speed = sent.find(({ type }) => type === 'speed')!;
    // 852x480 at about 400 kbit/s, in bytes.
    expect(Number(speed.fields['para1'])).toBeGreaterThan(10_000);
    expect(Number(speed.fields['para1'])).toBeLessThan(1_000_000);
    expect(Number(speed.fields['time_length'])).toBeGreaterThanOrEqual(5_000);

    await togglePanel(page);
    const list = page.getByRole('list', { name: '上报' });
    await expect(list.locator('[data-type="pull"]')).toContainText('h264 · 852x480 · UNKNOW');
    await expect(list.locator('[data-type="enter"]')).toHaveCount(2);
    await expect(list.locator('[data-valid="false"]')).toHaveCount(0);

    await togglePanel(page);

    // Queued reports are sent when the tab is hidden.
    const before = (await reports(page)).length;
    await pressControl(page, '刷新画面');
    const { epoch } = await plays(page, 'h264', 1);
    await setHidden(page, true);
    await poll(async () => (await reports(page)).length).toBeGreaterThan(before);
    await setHidden(page, false);

    await test.step('a message is pushed, a fault injected, a session recorded, and its file replayed', () =>
      useDevelopersPanel(page, epoch));
  });

  test('P31 a star who broadcasts only in vertical format is a viewer in the own room', async ({ page }) => {
    await open(page, 'star-vertical');
    await expect(stage(page, 'live')).toBeVisible();
    await expect(page.locator('[data-publishing]')).toHaveCount(0);
    await plays(page, 'h264');
    await pulled(page, { state: 0, para: 'h264' });
  });
});
