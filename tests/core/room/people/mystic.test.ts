import { expect, test } from 'vitest';
import { hideMystic, hideMystics, MYSTIC_NAME } from '../../../../src/core/room/people/mystic.ts';
import type { ChatRow } from '../../../../src/core/room/view.ts';
import type { RoomMessage } from '../../../../src/wire/registry.ts';

const OWN_ID = 5;
/** The rule reads any message by the names of its fields. */
const hide = (body: object, name = 'mount') =>
  hideMystics({ id: 1, timeMs: 0, name, body } as unknown as RoomMessage, OWN_ID).body as unknown;
const same = (body: object, name = 'mount'): void => expect(hide(body, name)).toBe(body);
const mystic = { mystic: true };

test('S35 the sender of a message is hidden by name and marks; id, level and the sender’s own text stay', () => {
  const body = {
    senderid: 7,
    sendername: '白露',
    nickname: '白露为霜',
    userLogo: '/face.jpg',
    senderlogo: '/face.jpg',
    kugouid: 70,
    senderkugouid: 71,
    fancyNumber: 888,
    richlevel: 9,
    chatmsg: '白露 did it',
    userExt: { ...mystic, nickname: '白露' },
  };
  expect(hide(body)).toEqual({
    ...body,
    sendername: MYSTIC_NAME,
    nickname: MYSTIC_NAME,
    userLogo: '',
    senderlogo: '',
    kugouid: 0,
    senderkugouid: 0,
    fancyNumber: null,
  });
});

test('S35 a hidden sender gets no fields that the message did not have, and an empty name stays empty', () => {
  expect(hide({ sendername: '', userExt: mystic })).toEqual({ sendername: '', userExt: mystic });
  expect(hide({ userExt: mystic })).toEqual({ userExt: mystic });
});

test('S35 a mystic person is hidden with an id that no card opens for, except the viewer’s own', () => {
  const person = (userId: unknown) => ({ userId, nickname: '白露', userLogo: '/face.jpg', kugouId: 70, richlevel: 9, mystic: true });
  const hidden = (userId: unknown) => ({ userId, nickname: MYSTIC_NAME, userLogo: '', kugouId: 0, richlevel: 0, mystic: true });
  expect(hide({ user: person(7) })).toEqual({ user: hidden(-7) });
  expect(hide({ user: person(-7) })).toEqual({ user: hidden(-7) });
  expect(hide({ user: person(OWN_ID) })).toEqual({ user: hidden(OWN_ID) });
  expect(hide({ user: person('7') })).toEqual({ user: hidden('7') });
  expect(hide({ list: [{ user: person(7) }, { user: person(8) }] })).toEqual({ list: [{ user: hidden(-7) }, { user: hidden(-8) }] });
});

test('S35 the name of a mystic person is replaced in every other text of the message, also in lists', () => {
  const user = { userId: 7, nickname: '白露', mystic: true };
  const bytes = new Uint8Array([1, 2]);
  expect(
    hide({ user, content: '白露送出，白露在场', lines: ['白露', 'a'], more: { title: '欢迎白露', chatmsg: '白露' }, count: 3, bytes }),
  ).toEqual({
    user: { userId: -7, nickname: MYSTIC_NAME, userLogo: '', kugouId: 0, richlevel: 0, mystic: true },
    content: `${MYSTIC_NAME}送出，${MYSTIC_NAME}在场`,
    lines: [MYSTIC_NAME, 'a'],
    more: { title: `欢迎${MYSTIC_NAME}`, chatmsg: '白露' },
    count: 3,
    bytes,
  });
});

test('S35 a name of one character is hidden on its person, and not replaced in texts, where it may be a word', () => {
  expect(hide({ user: { userId: 7, nickname: '我', mystic: true }, content: '我来了' })).toMatchObject({
    user: { nickname: MYSTIC_NAME },
    content: '我来了',
  });
  expect(hide({ user: { userId: 7, nickname: '小我', mystic: true }, content: '小我来了' })).toMatchObject({
    content: `${MYSTIC_NAME}来了`,
  });
});

test('S35 a message without a mystic viewer is returned as the same object', () => {
  same({ sendername: '白露', userExt: { mystic: false } });
  same({ sendername: '白露', userExt: null });
  same({ sendername: '白露', userExt: 'mystic' });
  same({ user: { nickname: '白露', mystic: false } });
  same({ user: { nickname: 7, mystic: true } });
  same({ mystic: true });
  // The flag of a person belongs to a person, not to the badges of a sender.
  same({ userExt: { nickname: '白露', mystic: 1 } });
});

test('S35 a chat line without a mystic sender is returned as the same object, because it names no other person', () => {
  for (const name of ['chat', 'socket-chat']) {
    same({ sendername: '白露', userExt: { mystic: false }, more: { nickname: '白露', mystic: true } }, name);
    expect(hide({ sendername: '白露', userExt: mystic }, name)).toEqual({ sendername: MYSTIC_NAME, userExt: mystic });
  }
});

test('S35 a chat row of a mystic viewer has no name, id, level, badges, portrait and bubble', () => {
  const row = { key: 1, name: '白露', userId: 7, richLevel: 9, badges: [1], bubble: 'b', logo: '/face.jpg', text: '你好', isOwn: true };
  expect(hideMystic(row as unknown as ChatRow)).toEqual({
    key: 1,
    name: '神秘嘉宾',
    userId: 0,
    richLevel: 0,
    badges: [],
    text: '你好',
    isOwn: true,
    isMystic: true,
  });
});
