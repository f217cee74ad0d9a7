import { expect, test } from 'vitest';
import type { BodyOfMessage, MessageName } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';
import { chatRow } from '../../../src/core/room/chat/chat-row.ts';
import { hideMystics, MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { mysticMachine, mysticView } from '../../../src/features/mystic-viewer/rules.ts';

const ext = encodeURIComponent(JSON.stringify({ mystic: 1, userGuard: { name: '守护', level: 3 } }));
const people = { userId: 7, starId: 9, name: '' };
const rowOf = (name: MessageName, fields: Readonly<Record<string, unknown>>) => chatRow(messageOf(name, fields), 1, people);

test('S35 a mystic viewer’s name, id, level and badges are hidden in chat, gifts and welcomes', () => {
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

test('S35 the own line stays marked as own; other users are not hidden', () => {
  expect(rowOf('chat', { chatmsg: 'x', senderid: 7, sendername: '我', ext })).toMatchObject({ name: MYSTIC_NAME, isMe: true });
  const open = encodeURIComponent(JSON.stringify({ mystic: 0 }));
  expect(rowOf('chat', { chatmsg: 'x', senderid: 88, sendername: '小明', ext: open })).toMatchObject({ name: '小明', userId: 88 });
});

test('S35 two mystic viewers stay distinct, no card opens for them, and the viewer’s own entry keeps its id', () => {
  const person = (userId: number) => ({
    userId,
    kugouId: userId,
    nickname: `人${userId}号`,
    richlevel: 9,
    userLogo: '/face.jpg',
    mystic: true,
  });
  const shares = [person(5), person(6), person(7), { ...person(8), mystic: false }].map((user) => ({ user, coin: 1 }));
  const { body } = hideMystics(messageOf('red-packet-result', { packetId: 'p', shares }), 7) as {
    body: BodyOfMessage<'red-packet-result'>;
  };
  expect(body.shares.map(({ user }) => [user?.userId, user?.nickname, user?.userLogo])).toEqual([
    [-5, MYSTIC_NAME, ''],
    [-6, MYSTIC_NAME, ''],
    [7, MYSTIC_NAME, ''],
    [8, '人8号', '/face.jpg'],
  ]);
});

test('S35 a message without mystic viewers is not changed, nor is a mystic viewer’s text', () => {
  const open = messageOf('headline-message', { content: '小明来了', sender: { nickname: '小明' } });
  expect(hideMystics(open, 0)).toBe(open);
  const said = hideMystics(messageOf('chat', { chatmsg: '我是小明', senderid: 88, sendername: '小明', ext }), 0);
  expect(said.body).toMatchObject({ chatmsg: '我是小明', sendername: MYSTIC_NAME });
});

test('S35 the explanation opens and closes', () => {
  const [shown] = mysticMachine.step(mysticMachine.initial, { type: 'open' }, 0, null);
  expect(mysticView(shown)).toEqual({ isShown: true });
  expect(mysticView(mysticMachine.step(shown, { type: 'close' }, 0, null)[0])).toBeNull();
});
