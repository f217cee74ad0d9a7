import { expect, test } from 'vitest';
import { namedUser, openCard, openRowCard } from '../../../src/ui/chat/open-card.ts';
import type { ChatRow, UserAction } from '../../../src/core/room/view.ts';

const NAME = { textContent: '阿星', getBoundingClientRect: () => ({ left: 12, bottom: 34 }) } as unknown as Element;
const ROW = {
  id: 1,
  type: 'chat',
  userId: 42,
  name: '阿星',
  text: '你好',
  richLevel: 3,
  isStar: true,
  badges: [],
  logo: '/a.png',
} as unknown as ChatRow;

function opened(act: (send: (action: UserAction) => void) => void): object {
  const acts: UserAction[] = [];
  act((action) => acts.push(action));
  expect(acts).toMatchObject([{ type: 'feature', feature: 'user-card', action: { type: 'open', anchor: { x: 12, y: 34 } } }]);
  return (acts[0] as { action: { user: object } }).action.user;
}

test.each<[what: string, row: ChatRow | undefined, user: object]>([
  ['a line', ROW, { userId: 42, name: '阿星', logo: '/a.png', richLevel: 3, isStar: true, line: '你好' }],
  ['a line without a portrait', { ...ROW, logo: undefined } as unknown as ChatRow, { logo: '', line: '你好' }],
  ['a welcome, whose text is not the user’s', { ...ROW, type: 'welcome' }, { line: '' }],
  ['a line that is gone', undefined, { userId: 9, name: '阿星', logo: '', richLevel: 0, isStar: false, badges: [], line: '' }],
])('S20 the card of %s has the data of its user', (_what, row, user) => {
  expect(opened((act) => openRowCard(act, row, row?.userId ?? 9, NAME))).toMatchObject(user);
});

test('S20 a tip opens the card of the user whom it names', () => {
  expect(opened((act) => openCard(act, namedUser(7, '小鱼', 5), NAME))).toEqual(namedUser(7, '小鱼', 5));
});
