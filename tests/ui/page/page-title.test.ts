import { expect, test } from 'vitest';
import type { ChatRow } from '../../../src/core/room/view.ts';
import { pageTitle, unreadIn } from '../../../src/ui/page/page-title.ts';

const FACTS = { brand: 'Footlight', roomLabel: '星的直播间', liveName: '今晚', starName: '星', unread: 0 };

test.each([
  [{}, '今晚 - 星 - Footlight'],
  [{ liveName: '' }, '星的直播间 - Footlight'],
  [{ liveName: '', starName: '' }, 'Footlight'],
  [{ unread: 3 }, '(3) 今晚 - 星 - Footlight'],
  [{ unread: 100 }, '(99+) 今晚 - 星 - Footlight'],
])('the title of the tab contains live name, star and unread count: %j', (facts, title) => {
  expect(pageTitle({ ...FACTS, ...facts })).toBe(title);
});

test('lines of others count as unread, the room’s and the viewer’s own do not', () => {
  const row = (type: ChatRow['type'], isMe: boolean): ChatRow => ({ type, isMe }) as ChatRow;
  expect(unreadIn({ rows: [row('chat', false), row('chat', true), row('welcome', false), row('notice', false), row('gift', false)] })).toBe(
    1,
  );
});
