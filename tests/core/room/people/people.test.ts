import { expect, test } from 'vitest';
import { readSwitches } from '../../../../src/core/room/people/fandom-switches.ts';
import { hideMystic, hideMystics, MYSTIC_NAME } from '../../../../src/core/room/people/mystic.ts';
import { readFollows } from '../../../../src/core/room/people/follows.ts';
import { type CardUser, readCardUser } from '../../../../src/core/room/people/user-card.ts';
import type { ChatRow } from '../../../../src/core/room/view.ts';
import type { RoomMessage } from '../../../../src/wire/registry.ts';

const MAX_FOLLOWS = 200;

const OFF = { contribution_rank: false, intimacy_rank: false, fans_group: false };
const info = (switchKey: unknown, switchValue: unknown) => ({ switchKey, switchValue });

test.each([
  [1, true],
  ['1', true],
  [true, true],
  ['true', true],
  [0, false],
  ['0', false],
  [false, false],
  ['', false],
  [2, false],
  [null, false],
  [undefined, false],
])('S34 a switch with the value %o is on: %s', (value, isOn) => {
  for (const key of ['contribution_rank', 'intimacy_rank', 'fans_group'] as const)
    expect(readSwitches({ switchInfos: [info(key, value)] })).toEqual({ ok: true, value: { ...OFF, [key]: isOn } });
});

test.each([[null], [undefined], ['switchInfos'], [7], [{}], [{ switchInfos: null }], [{ switchInfos: {} }]])(
  'S34 the answer %o of the switch service is refused',
  (body) => {
    expect(readSwitches(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'fan club: no switchInfos' } });
  },
);

test('S24 stored follows that are unreadable are dropped, and the newest are kept', () => {
  for (const bad of [undefined, null, '7:1001', { 0: '7:1001' }]) expect(readFollows(bad)).toEqual([]);
  const most = `${'9'.repeat(16)}:${'9'.repeat(12)}`;
  const bad = [7, null, '', '7', '7:', ':1', 'x7:1', '7:1x', '-7:1', `9${most}`, `${most}9`];
  expect(readFollows([...bad, '7:1001', most])).toEqual(['7:1001', most]);
  const many = Array.from({ length: MAX_FOLLOWS + 1 }, (_, room) => `7:${room}`);
  expect(readFollows(many)).toEqual(many.slice(1));
});

const USER: CardUser = { userId: 7, name: '小明', logo: '/a.png', richLevel: 3, isStar: false, badges: [], line: '你好' };
test('S20 the card of a user limits name, line and badges, and drops a portrait with an invalid address', () => {
  expect(readCardUser(USER)).toEqual(USER);
  const badge = { id: 'a' } as unknown as CardUser['badges'][number];
  const long = { ...USER, name: 'n'.repeat(41), line: 'l'.repeat(501), badges: Array.from({ length: 13 }, () => badge) };
  expect(readCardUser(long)).toEqual({ ...USER, name: 'n'.repeat(40), line: 'l'.repeat(500), badges: long.badges.slice(0, 12) });
  expect(readCardUser({ ...USER, logo: 'javascript:alert(1)' })).toEqual({ ...USER, logo: '' });
  for (const userId of [0, -7, 1.5, Number.NaN]) expect(readCardUser({ ...USER, userId })).toBeNull();
  for (const name of ['', '  ']) expect(readCardUser({ ...USER, name })).toBeNull();
});

const OWN_ID = 5;
/** The rule reads any message by the names of its fields. */
const hide = (body: object, name = 'mount', known = new Set<number>()) =>
  hideMystics({ id: 1, timeMs: 0, name, body } as unknown as RoomMessage, OWN_ID, known).body as unknown;
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

test('S35 names are replaced in the fields of names only: a mystic guest named 火箭 sends a 超级火箭, and 我 is not a word of the welcome', () => {
  const rocket = { senderid: 7, sendername: '火箭', giftname: '超级火箭', receivername: '小鱼', userExt: mystic };
  expect(hide(rocket, 'gift')).toEqual({ ...rocket, sendername: MYSTIC_NAME });
  const entry = { userid: 7, nickname: '我', wellcomes: '欢迎我进入直播间', userExt: mystic };
  expect(hide(entry, 'login')).toEqual({ ...entry, nickname: MYSTIC_NAME, wellcomes: '' });
  const bytes = new Uint8Array([1, 2]);
  const body = { user: { userId: 7, nickname: '白露', mystic: true }, content: '白露到了', lines: ['白露'], bytes };
  expect(hide(body)).toMatchObject({ user: { nickname: MYSTIC_NAME }, content: '白露到了', lines: ['白露'], bytes });
});

test('S35 a line or a gift to a mystic viewer, whom an earlier message named, does not name the viewer', () => {
  const known = new Set<number>();
  hide({ userid: 7, nickname: '白露', userExt: mystic }, 'login', known);
  hide({ members: [{ user: { userId: 8, nickname: '霜降', mystic: true } }] }, 'audience', known);
  const line = { senderid: 1, sendername: '小鱼', receivername: '白露', userExt: null };
  for (const name of ['chat', 'socket-chat', 'gift'])
    for (const to of [{ receiverid: 7 }, { receiveruserid: 8 }])
      expect(hide({ ...line, ...to }, name, known)).toEqual({ ...line, ...to, receivername: MYSTIC_NAME });
  same({ ...line, receiverid: 9 }, 'chat');
});

test('S35 the room remembers 500 mystic viewers, and forgets the oldest first', () => {
  const known = new Set<number>();
  for (let userid = 1; userid <= 501; userid++) hide({ userid, userExt: mystic }, 'login', known);
  expect([known.size, known.has(1), known.has(2), known.has(501)]).toEqual([500, false, true, true]);
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
