import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlockedUser } from '../../../src/core/room/chat/blocked.ts';
import { createFlightDeck } from '../../../src/features/danmaku/page-flight.ts';
import type { DanmakuView, FlyingLine } from '../../../src/features/danmaku/room.ts';
import { CHAT_LIMITS } from '../../../src/ui/chat/limits.ts';
import { buttonOf, chatRow, openPage, type, type Page } from './room-page.tsx';

let page: Page;

const block = (blocked: readonly BlockedUser[]): Promise<void> => page.show({ chat: { ...page.store.get().chat, blocked } });
/** The older chat or the search, beside the live list. */
const shown = (text: string): boolean =>
  [...document.querySelectorAll('[role="log"]')].some((log) => !log.hasAttribute('hidden') && log.textContent.includes(text));

/** Opens the search and types the query. */
async function search(query: string): Promise<HTMLElement> {
  page.find('[aria-label="搜索聊天记录"]').click();
  const field = await page.until(() => page.maybe('input[type="search"]'));
  type(query, field);
  return field;
}

test('S20 lines of a user who is blocked while the older chat is open disappear from it', async () => {
  page = await openPage('live');
  for (let row = 0; row < 10; row++) page.say([chatRow()]);
  page.say([chatRow({ userId: 12, text: '讨厌的话' })]);
  for (let row = 0; row < CHAT_LIMITS.tailRows; row++) page.say([chatRow()]);
  page.find('[role="log"]').scrollTop = -400;
  (await page.until(() => buttonOf('查看更早'))).click();
  await page.until(() => shown('讨厌的话'));
  await block([{ userId: 12, name: 'x' }]);
  expect(shown('讨厌的话')).toBe(false);
});

test('S20 lines of a user who is blocked while the search is open are neither shown nor counted', async () => {
  page = await openPage('live');
  page.say([chatRow({ userId: 12, text: '讨厌的话' }), chatRow({ text: '别人的话' })]);
  await search('的话');
  const count = () => page.maybe('[data-chat-search] [role="status"]')?.textContent;
  await page.until(() => count() === '2/2' && shown('讨厌的话'));
  await block([{ userId: 12, name: 'x' }]);
  expect(count()).toBe('1/1');
  expect([shown('讨厌的话'), shown('别人的话')]).toEqual([false, true]);
});

test('S20 a line that arrives while the search of an empty chat is open is shown without the placeholder after it', async () => {
  page = await openPage('live');
  const placeholder = () => page.find('[role="log"]').parentElement!.querySelector('p[class*="empty"]');
  expect(placeholder()).not.toBeNull();
  const field = await search('x');
  page.say([chatRow({ text: '第一句' })]);
  page.press('Escape', field);
  await page.until(() => page.maybe('input[type="search"]') === null);
  expect(shown('第一句')).toBe(true);
  expect(placeholder()).toBeNull();
});

test('S20 a mention whose writer is blocked is no longer announced, but the next mention is', async () => {
  page = await openPage('live');
  const others = (): void => page.say(Array.from({ length: 30 }, () => chatRow()));
  for (let batch = 0; batch < 3; batch++) others();
  page.find('[role="log"]').scrollTop = -400;
  await page.until(() => buttonOf('回到最新'));
  page.say([12, 13].map((userId) => chatRow({ userId, text: `@我 ${userId}`, mentionsMe: true })));
  others();
  await page.until(() => buttonOf('有人@你'));
  await block([{ userId: 12, name: 'x' }]);
  buttonOf('有人@你')!.click();
  await page.until(() => page.maybe('[data-called]')?.textContent.includes('13'));

  page.say([chatRow({ userId: 14, text: '@我', mentionsMe: true })]);
  await page.until(() => buttonOf('有人@你'));
  await block([12, 14].map((userId) => ({ userId, name: 'x' })));
  expect(buttonOf('有人@你')).toBeUndefined();
});

let layer: HTMLElement;
beforeEach(() => (layer = document.body.appendChild(document.createElement('div'))));
afterEach(() => layer.remove());

const line = (id: number, change: Partial<FlyingLine> = {}): FlyingLine => ({
  id,
  text: `line ${id}`,
  lane: id % 3,
  widthPx: 80,
  durationMs: 60_000,
  startMs: 0,
  isOwn: false,
  isStar: false,
  ...change,
});
const view = (lines: readonly FlyingLine[], change: object = {}): DanmakuView =>
  ({
    generation: 1,
    laneHeightPx: 28,
    layerWidthPx: 600,
    closed: [],
    lines,
    ...change,
  }) as unknown as DanmakuView;
const flying = (): readonly string[] => [...layer.children].flatMap((one) => ((one as HTMLElement).hidden ? [] : [one.textContent]));

test('S20 a line that is no longer in the view stays in flight; other lanes and closed lanes end their lines', () => {
  const deck = createFlightDeck(layer, (startMs) => -startMs);
  deck.show(view([line(1), line(2)]));
  deck.show(view([]));
  expect(flying()).toEqual(['line 1', 'line 2']);
  deck.show(view([], { closed: [{ top: 30, bottom: 50 }] }));
  expect(flying()).toEqual(['line 2']);
  deck.show(view([line(4)], { generation: 2 }));
  expect(flying()).toEqual(['line 4']);
  deck.clear();
  expect(flying()).toEqual([]);
});
