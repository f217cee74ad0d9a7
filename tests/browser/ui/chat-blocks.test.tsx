import { expect, test, vi } from 'vitest';

import { readChoices } from '../../../src/core/room/chat/chat-choices.ts';
import { CHAT_LIMITS } from '../../../src/ui/chat/limits.ts';
import { chatRow, frame, openPage, type Page } from './room-page.tsx';

let page: Page;

const blocksOf = (): HTMLElement[] => [...new Set(page.rows().map((row) => row.parentElement!))];
const lines = (count: number, change: Parameters<typeof chatRow>[0] = {}): void =>
  page.say(Array.from({ length: count }, () => chatRow(change)));

test('S20 rows are grouped into few blocks, each a layer of its own: new rows do not change existing blocks', async () => {
  page = await openPage('live');
  lines(5);
  const [first] = page.rows();
  const touched: Node[] = [];
  const observer = new MutationObserver((changes) => touched.push(...changes.map(({ target }) => target)));
  observer.observe(first!, { attributes: true, childList: true, characterData: true, subtree: true });
  for (let batch = 0; batch < 10; batch++) lines(batch % 2 === 0 ? 1 : 17);
  await frame();
  expect(touched).toEqual([]);
  expect(first!.isConnected).toBe(true);
  expect(page.rows()).toHaveLength(95);
  const blocks = blocksOf();
  expect(blocks.length).toBeLessThan(10);
  for (const block of blocks) {
    expect(getComputedStyle(block).transform).not.toBe('none');
    expect(getComputedStyle(block).backgroundColor).toBe(getComputedStyle(page.find('aside')).backgroundColor);
  }
  // In order of arrival, across all blocks.
  const ids = page.rows().map((row) => Number(row.dataset['id']));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('S20 of a large batch the list draws the rows that fit, and always those of the viewer and the star and mentions', async () => {
  page = await openPage('live');
  for (let batch = 0; batch < 4; batch++) lines(20);
  await page.show({});
  const special = [chatRow({ isMe: true }), chatRow({ isStar: true }), chatRow({ mentionsMe: true })];
  const before = new Set(page.rows());
  page.say([...special, ...Array.from({ length: 47 }, () => chatRow())]);
  const drawn = page
    .rows()
    .filter((row) => !before.has(row))
    .map((row) => Number(row.dataset['id']));
  expect(drawn.slice(0, 3)).toEqual(special.map(({ id }) => id));
  expect(drawn.length).toBeLessThanOrEqual(CHAT_LIMITS.drawnPerBatch + special.length);
  // The drawn rows fill the list up to its top.
  await frame();
  const log = page.find('[role="log"]').getBoundingClientRect();
  const [oldest] = page.rows().filter((row) => Number(row.dataset['id']) > special[2]!.id);
  expect(oldest!.getBoundingClientRect().top).toBeLessThanOrEqual(log.top);
});

test('S20 each row of a full list has the badges of its sender', async () => {
  page = await openPage('live');
  const wearing = (text: string): Parameters<typeof chatRow>[0] => ({
    badges: [
      { type: 'medal', text, level: 0, iconUrl: '/fixtures/images/lucky.svg' },
      { type: 'guard', text: '守护', level: 0, iconUrl: '' },
    ],
  });
  for (let batch = 0; batch < 30; batch++) {
    lines(10, wearing('一'));
    lines(10, wearing('二'));
  }
  expect(page.rows().map((row) => row.querySelector('[data-type="medal"]')?.textContent)).toEqual(
    Array.from({ length: CHAT_LIMITS.tailRows }, (_, at) => (at % 20 < 10 ? '一' : '二')),
  );
  expect(page.rows().every((row) => row.querySelectorAll('[data-type="guard"]').length === 1)).toBe(true);
});

test('S20 text in a right-to-left script has its own direction, and a name does not reorder what follows it', async () => {
  page = await openPage('live');
  // The isolate of the name has no end.
  page.say([chatRow({ name: 'Ann', toName: '\u2067שלום', text: 'שלום!' })]);
  const said = await page.until(() => page.maybe('[role="log"] [data-chat-line]'));
  const leftOf = (at: number): number => {
    const range = document.createRange();
    range.setStart(said.firstChild!, at);
    range.setEnd(said.firstChild!, at + 1);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf(4)).toBeLessThan(leftOf(0));
  const parts = [...said.parentElement!.children].map((part) => part.getBoundingClientRect().left);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
});

test('S20 lines of the same words are one line with a count, whose press says them again; marked and hidden lines follow the choices', async () => {
  page = await openPage('live');
  const { chat } = page.store.get();
  const choose = (entries: readonly string[]): void => page.store.patch({ chat: { ...chat, choices: readChoices(entries) } });
  choose(['merges:1', 'marks:星光', 'size:large']);
  await frame();
  page.say([chatRow({ text: '安可' }), chatRow({ text: '安可' }), chatRow({ text: '点《星光》' })]);
  page.say([chatRow({ text: '安可' }), chatRow({ text: '晚安' })]);
  await frame();
  const texts = (): (string | undefined)[] => page.rows().map((row) => row.querySelector('[data-chat-line]')?.textContent ?? undefined);
  expect(texts()).toEqual(['安可', '点《星光》', '晚安']);
  expect(page.rows().map((row) => row.hasAttribute('data-marked'))).toEqual([false, true, false]);
  const plus = page.rows()[0]!.querySelector<HTMLElement>('[data-plus]')!;
  expect(plus.textContent).toBe('×3');
  plus.click();
  await vi.waitFor(() => expect(page.acts).toContainEqual({ type: 'send-chat', text: '安可' }));
  choose(['words:晚安']);
  await frame();
  expect(texts()).toEqual(['安可', '点《星光》']);
});
