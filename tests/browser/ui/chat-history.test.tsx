import { afterEach, expect, test } from 'vitest';

import type { BlockedUser } from '../../../src/core/room/chat/blocked.ts';
import { CHAT_LIMITS } from '../../../src/ui/chat/limits.ts';
import { chatRow, openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => page.close());

const say = (rows: readonly ReturnType<typeof chatRow>[]): void =>
  page.store.chat({ rows, settled: [], failed: [], removed: [], skipped: 0 });
const block = (blocked: readonly BlockedUser[]): Promise<void> => page.show({ chat: { ...page.store.get().chat, blocked } });
const buttonOf = (text: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('aside button')].find(({ textContent }) => textContent.includes(text));
/** The older chat or the search, beside the live list. */
const shown = (text: string): boolean =>
  [...document.querySelectorAll('[role="log"]')].some((log) => !log.hasAttribute('hidden') && log.textContent.includes(text));

/** Opens the search and types the query. */
async function search(query: string): Promise<HTMLElement> {
  page.find('[aria-label="搜索聊天记录"]').click();
  const field = await page.until(() => page.maybe('input[type="search"]'));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, query);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

test('S20 lines of a user who is blocked while the older chat is open disappear from it', async () => {
  page = await openPage('live');
  for (let row = 0; row < 10; row++) say([chatRow()]);
  say([chatRow({ userId: 12, text: '讨厌的话' })]);
  for (let row = 0; row < CHAT_LIMITS.tailRows; row++) say([chatRow()]);
  page.find('[role="log"]').scrollTop = -400;
  (await page.until(() => buttonOf('查看更早'))).click();
  await page.until(() => shown('讨厌的话'));
  await block([{ userId: 12, name: 'x' }]);
  expect(shown('讨厌的话')).toBe(false);
});

test('S20 lines of a user who is blocked while the search is open are neither shown nor counted', async () => {
  page = await openPage('live');
  say([chatRow({ userId: 12, text: '讨厌的话' }), chatRow({ text: '别人的话' })]);
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
  say([chatRow({ text: '第一句' })]);
  page.press('Escape', field);
  await page.until(() => page.maybe('input[type="search"]') === null);
  expect(shown('第一句')).toBe(true);
  expect(placeholder()).toBeNull();
});

test('S20 a mention whose writer is blocked is no longer announced, but the next mention is', async () => {
  page = await openPage('live');
  const others = (): void => say(Array.from({ length: 30 }, () => chatRow()));
  for (let batch = 0; batch < 3; batch++) others();
  page.find('[role="log"]').scrollTop = -400;
  await page.until(() => buttonOf('回到最新'));
  say([12, 13].map((userId) => chatRow({ userId, text: `@我 ${userId}`, mentionsMe: true })));
  others();
  await page.until(() => buttonOf('有人@你'));
  await block([{ userId: 12, name: 'x' }]);
  buttonOf('有人@你')!.click();
  await page.until(() => page.maybe('[data-called]')?.textContent.includes('13'));

  say([chatRow({ userId: 14, text: '@我', mentionsMe: true })]);
  await page.until(() => buttonOf('有人@你'));
  await block([12, 14].map((userId) => ({ userId, name: 'x' })));
  expect(buttonOf('有人@你')).toBeUndefined();
});
