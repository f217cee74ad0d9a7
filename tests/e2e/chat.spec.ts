import { expect, test, type Page } from '@playwright/test';
import type { MockControl } from '../../mocks/control.ts';
import { inject, push, reports } from './player-page.ts';
import { chatList, expectMovingPicture, poll, stage } from './watching.ts';

async function say(page: Page, lines: readonly object[]): Promise<void> {
  for (const body of lines) await push(page, { id: 501, body });
}

/** Texts of the button that scrolls to the end of the list; arriving rows change its text. */
const TO_END = /回到最新|条新消息/;

/** Scrolls to the end: on a slow machine the pressed row has moved up and the list followed it, but new rows are drawn only at the end. */
async function toEnd(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: TO_END });
  if (await button.isVisible()) await button.click();
}

const SHE = { senderid: 4_501, sendername: '阿澈', richlevelV2: 23 };
const EXT = encodeURIComponent(JSON.stringify({ usingMedal: { medalList: [{ id: 1, name: '歌王', level: 3 }] } }));

async function expectTips(page: Page): Promise<void> {
  // The connection is established when the viewer's own line is shown.
  await expect(chatList(page).getByText('观众').first()).toBeVisible();
  const hostile = '<b onclick=x>粗体</b>';
  const guest = { userid: 4_401, kugouid: 4_401, nickname: hostile, richlevel: 12, wellcomes: '驾到' };
  await push(page, { id: 201, body: { ...guest, userid: 4_400, nickname: '无人引荐', richlevel: 0 } });
  for (let i = 0; i < 5; i++) await push(page, { id: 201, body: guest });
  // Read at once, because the tip is shown for some seconds only.
  const tip = await page.waitForFunction((name) => {
    const found = [...document.querySelectorAll('[data-tip="entry"][data-rich]')].find(({ textContent }) => textContent.includes(name));
    if (found === undefined) return null;
    const [box, chat] = [found, document.querySelector('aside[aria-label="聊天"]')!].map((one) => one.getBoundingClientRect());
    const { animationName, pointerEvents } = getComputedStyle(found);
    const isAbove = box!.left >= chat!.left && box!.right <= chat!.right && box!.bottom <= chat!.bottom - (chat!.height * 2) / 3;
    return { text: found.textContent, style: [animationName, pointerEvents], isAbove };
  }, hostile);
  expect(await tip.jsonValue()).toEqual({ text: expect.stringContaining('驾到') as unknown, style: ['none', 'none'], isAbove: true });

  await push(page, { id: 490_020, body: { userid: 4_402, nickname: '远山', richlevel: 30 } });
  await expect(page.locator('[data-tip="follow"]').filter({ hasText: '远山' })).toContainText('关注了主播');
  await expect(chatList(page).getByText(hostile)).toHaveCount(1);
  await expect(page.getByText('无人引荐')).toHaveCount(0);
}

async function expectCard(page: Page): Promise<void> {
  const rows = chatList(page);
  const box = page.getByLabel('和大家聊聊吧');
  await expect(rows.locator('[data-me]').first()).toBeVisible();
  await say(page, [{ ...SHE, chatmsg: '今晚 <b>唱什么</b>', ext: EXT }]);
  const name = rows.getByRole('button', { name: '阿澈' });
  await name.click();
  const card = page.locator('[data-user-card="4501"]');
  await expect(card).toContainText('歌王 3');
  await expect(card).toContainText('财富等级 23');
  await expect(card).toContainText('今晚 <b>唱什么</b>');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(name).toBeFocused();

  await page.keyboard.press('Enter');
  // Waits for the answer of the service, because its texts move the buttons.
  await expect(card).toContainText('粉丝');
  await card.getByRole('button', { name: '举报' }).click();
  await card.getByRole('button', { name: '辱骂攻击' }).click();
  await expect(card.getByRole('status')).toHaveText('已收到举报，谢谢');
  await card.getByRole('button', { name: '举报' }).click();
  await card.getByRole('button', { name: '诈骗' }).click();
  await expect(card.getByRole('status')).toHaveText('你已经举报过这位用户');
  await card.getByRole('button', { name: '@TA' }).click();
  await expect(box).toHaveValue('@阿澈 ');
  await expect(box).toBeFocused();

  await name.click();
  await card.getByRole('button', { name: '屏蔽', exact: true }).click();
  await expect(name).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(rows).toBeFocused();
  await toEnd(page);
  await say(page, [
    { ...SHE, chatmsg: '看不见我' },
    { senderid: 4_502, sendername: '南风', chatmsg: '看得见我' },
  ]);
  await expect(rows.getByText('看得见我')).toBeVisible();
  await expect(page.getByText('看不见我')).toHaveCount(0);

  await page.reload();
  await expect(rows.locator('[data-me]').first()).toBeVisible();
  await say(page, [
    { ...SHE, chatmsg: '还是看不见' },
    { senderid: 4_502, sendername: '南风', chatmsg: '第二句' },
  ]);
  await expect(rows.getByText('第二句')).toBeVisible();
  await expect(page.getByText('还是看不见')).toHaveCount(0);
  await page.locator('[data-entry="chat-tools"]').click();
  await page.getByRole('button', { name: '取消屏蔽 阿澈' }).click();
  await page.keyboard.press('Escape');
  // While a dialog is open, the rest of the page receives no keys.
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await say(page, [{ ...SHE, chatmsg: '又见面了' }]);
  await expect(rows.getByText('又见面了')).toBeVisible();
}

async function expectField(page: Page): Promise<void> {
  const box = page.getByLabel('和大家聊聊吧');
  await expect(chatList(page).locator('[data-me] button').first()).toBeVisible();
  await box.fill('');
  await box.pressSequentially('ab');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: '表情', exact: true }).click();
  // The available emoji depend on the fonts.
  const emoji = page.locator('[data-emoji-picker] button');
  await expect(emoji.first()).toBeFocused();
  const second = await emoji.nth(1).textContent();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue(`a${second}b`);
  await expect(box).toBeFocused();
  await box.evaluate((field: HTMLInputElement) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '一\r\n二\u202e三');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(box).toHaveValue(`a${second}一 二 三b`);
}

test.describe('chat @realtime', () => {
  test('S8 S20 S22 S24 one visit: entry tips, the card of a name, the field', async ({ page }) => {
    await page.goto('/live/1001?scenario=logged-in');
    await test.step('an entering viewer has one tip and one line, as text, above the chat and over no control; a follow has a tip', () =>
      expectTips(page));

    await test.step('a name opens a card by mouse and keyboard: medals, mention, report with an answer, block for the chat and the danmaku, undo', () =>
      expectCard(page));

    await test.step('emoji are inserted at the caret, a paste becomes one clean line', () => expectField(page));
  });

  test('S10 the socket view shows raw frames and heartbeats, and replays a recording: its rows appear again and are found by their text', async ({
    page,
  }) => {
    await page.goto('/live/1001?scenario=logged-in&debug=1&cmd=0');
    const log = page.getByText(/^连接日志/);
    const lines = page.getByLabel('连接日志');
    await log.click();
    await expect(lines).toContainText('⇠ frame');
    const view = page.locator('details').filter({ has: log });
    await view.getByRole('button', { name: '开始录制' }).click();
    await say(page, [{ ...SHE, chatmsg: '录下这一句' }]);
    await expect(lines).toContainText('录下这一句');
    const reloaded = page.waitForEvent('load');
    await view.getByRole('button', { name: '停止并回放' }).click();
    await reloaded;
    await log.click();
    await expect(view.getByRole('button', { name: '结束回放' })).toBeVisible();
    await page.getByRole('searchbox', { name: '按名称或内容筛选' }).fill('录下这一句');
    await expect(lines).toContainText('录下这一句');
    await expect(lines).not.toContainText('⇠');
    await page.getByRole('searchbox', { name: '按名称或内容筛选' }).fill('⇠');
    await expect(lines).toContainText('⇠ frame');
    await page.getByLabel('原始帧与心跳').uncheck();
    await expect(lines).toHaveText('');
  });

  test('P6 P7 P21 S24 the room goes offline and live by itself, with a push and without one, under a fresh sid; counts change; a follow is stored', async ({
    page,
  }) => {
    const setLive = (status: 0 | 1): Promise<void> =>
      page.evaluate((status) => (Reflect.get(window, 'offlineRoom') as MockControl).setLive(status), status);
    await page.addInitScript(() => {
      Reflect.set(navigator, 'share', (shared: unknown) => Promise.resolve(Reflect.set(window, 'shared', shared)));
    });
    await page.goto('/live/1001?debug=1&config=liveAskMs:1000,retryIntervalMs:200');
    await expectMovingPicture(page);
    await push(page, { id: 490_022, body: { roomid: 1_001, viewers: 23_456, followers: 70_001 } });
    await expect(page.getByText('2.3万 人在看')).toBeVisible();
    await expect(page.getByText('7万 粉丝')).toBeVisible();

    await push(page, { id: 490_002, body: { status: 0 } });
    await expect(stage(page, 'offline-video')).toBeVisible();
    // No push announces the star's return; the room's own timer detects it.
    await setLive(1);
    await expect(stage(page, 'live')).toBeVisible();
    await expectMovingPicture(page);
    await expect(page.getByText('未开播')).toHaveCount(0);
    const hasNewSid = async (): Promise<boolean> => (await reports(page)).some((report) => JSON.stringify(report).includes('-1"'));
    await poll(hasNewSid, { message: 'reports under the new sid' }).toBe(true);

    // No push announces that the star has left; the address request does.
    await setLive(0);
    await inject(page, { on: 'stream', kind: 'cut', afterMs: 0 });
    await expect(stage(page, 'offline-video')).toBeVisible();

    await page.getByRole('button', { name: '关注', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('登录');
    await page.goto('/live/1001?scenario=logged-in');
    // The tip arrives with the chat, which connects after the picture.
    await expect(page.getByRole('log').getByText('欢迎').first()).toBeVisible();
    await page.getByRole('button', { name: '关注', exact: true }).click();
    await expect(page.getByRole('button', { name: '已关注' })).toBeVisible();
    await expect(page.locator('[data-tip="follow"]')).toContainText('关注了主播');
    await page.reload();
    await expect(page.getByRole('button', { name: '已关注' })).toBeVisible();
    await page.getByRole('button', { name: '分享' }).click();
    await page.getByRole('dialog', { name: '分享直播间' }).getByRole('button', { name: '更多方式' }).click();
    const shared = await page.evaluate(() => Reflect.get(window, 'shared') as { url: string });
    expect(shared.url).toMatch(/\/live\/1001$/);
  });
});
