import { expect, test } from 'vitest';
import type { MessageName } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';
import { chatRow } from '../../../src/core/room/chat-row.ts';
import { MYSTIC_NAME } from '../../../src/core/room/mystic.ts';
import { MYSTIC, mysticView } from '../../../src/features/mystic-viewer/rules.ts';

const ext = encodeURIComponent(JSON.stringify({ mystic: 1, userGuard: { name: '守护', level: 3 } }));
const people = { userId: 7, starId: 9, name: '' };
const rowOf = (name: MessageName, fields: Readonly<Record<string, unknown>>) => chatRow(messageOf(name, fields), 1, people);

test('S35 a mystic viewer’s name, number, level and badges stand nowhere: in chat, gifts and welcomes', () => {
  const rows = [
    rowOf('chat', { chatmsg: '你好', senderid: 88, sendername: '小明', richlevel: 12, ext, fanstags: '粉丝' }),
    rowOf('gift', { giftname: '玫瑰', num: 3, senderid: 88, sendername: '小明', senderrichlevel: 12, ext }),
    rowOf('login', { nickname: '小明', userid: 88, richlevel: 12, wellcomes: '来了', ext }),
  ];
  for (const row of rows) {
    expect(row).toMatchObject({ name: MYSTIC_NAME, userId: 0, richLevel: 0, badges: [], isMystic: true });
    expect(JSON.stringify(row)).not.toMatch(/小明|88|守护|粉丝/);
  }
  expect(rows[0]?.text).toBe('你好');
});

test('S35 the own line stays the own one; who is not mystic is not hidden', () => {
  expect(rowOf('chat', { chatmsg: 'x', senderid: 7, sendername: '我', ext })).toMatchObject({ name: MYSTIC_NAME, isMe: true });
  const open = encodeURIComponent(JSON.stringify({ mystic: 0 }));
  expect(rowOf('chat', { chatmsg: 'x', senderid: 88, sendername: '小明', ext: open })).toMatchObject({ name: '小明', userId: 88 });
});

test('S35 the explanation opens and closes', () => {
  const [shown] = MYSTIC.step(MYSTIC.initial, { type: 'open' }, 0, null);
  expect(mysticView(shown)).toEqual({ isShown: true });
  expect(mysticView(MYSTIC.step(shown, { type: 'close' }, 0, null)[0])).toBeNull();
});
