import { expect, test } from 'vitest';
import { hasBlockedLine, isOfBlocked, readBlocked, setBlocked, writeBlocked, withMute } from '../../../../src/core/room/chat/blocked.ts';
import { badgesOf, emptyRow, level, logoOf, mentions, waitingRow } from '../../../../src/core/room/chat/chat-row.ts';
import { mediaLink, messageLink, readQuestion } from '../../../../src/core/room/feature/feature-message.ts';
import { readLines, type StoredLine, writeLines } from '../../../../src/core/room/chat/own-lines.ts';
import { type OrderPolicy, readOrderNews } from '../../../../src/core/room/feature/orders.ts';
import { readContent } from '../../../../src/features/headline/room.ts';
import { readPrize } from '../../../../src/features/number-lucky/room.ts';
import type { UserExtension } from '../../../../src/wire/body.ts';
import type { RoomMessage } from '../../../../src/wire/registry.ts';
import { messageOf } from '../../../message-of.ts';

const MAX_MUTES = 100;
const MUTE_MS = 600_000;
const MAX_STORED_LINES = 100;

test('S20 a link of a message opens the other room that it names, otherwise its own address', () => {
  expect(messageLink(1_002, 'https://a.test', 1_001)).toMatch(/1002/);
  expect(messageLink(1_001, 'https://a.test', 1_001)).toBe('https://a.test');
  expect(messageLink(0, '//a.test/x', 1_001)).toBe('https://a.test/x');
  for (const roomId of [0, -5, 1.5, Number.NaN]) expect(messageLink(roomId, 'https://a.test', 1_001)).toBe('https://a.test');
});

test.each([
  'http://a.test',
  'HTTPS://A.test',
  'https://a',
  'https://a.b-c.test:8443',
  'https://a.test:1/x?y#z',
  'https://a.test?x=@y',
  'https://a.test#x',
  'https://a.test/@x',
  `https://a.test/${'x'.repeat(2_048 - 15)}`,
])('S20 the address %s of a message is opened', (link) => {
  expect(messageLink(0, link, 0)).toBe(link);
});

test.each([
  '',
  'a.test',
  'xhttps://a.test',
  '///a.test',
  'ftp://a.test',
  'https://',
  'https://-a.test',
  'https://a.test-',
  'https://user@a.test',
  'https://a.test:123456',
  'https://a.test:x',
  'https://a.test x',
  'https://a.test/x y',
  'https://a.test\\@b.test',
  'https://a.test/\\b',
  'https://a_b.test',
  `https://a.test/${'x'.repeat(2_049 - 15)}`,
])('S20 the address %j of a message is not opened', (link) => {
  expect(messageLink(0, link, 0)).toBe('');
});

test('S20 media of a message are absolute or of this host', () => {
  for (const good of ['https://a.test/x.mp3', 'http://a.test', '/x.mp3', '//a.test/x', `/${'x'.repeat(2_047)}`])
    expect(mediaLink(good)).toBe(good);
  for (const bad of [undefined, '', '/', '//', 'x.mp3', 'x/https://a.test', 'data:x', '/a b', '/a"b', `/${'x'.repeat(2_048)}`])
    expect(mediaLink(bad)).toBe('');
});

test('S20 a mute replaces the earlier one of its user, ends only for that user, and the newest are remembered', () => {
  const mutes = withMute(withMute([], 7, 100), 8, 200);
  expect(mutes).toEqual([
    { userId: 7, untilMs: 100 },
    { userId: 8, untilMs: 200 },
  ]);
  expect(withMute(mutes, 7, 300)).toEqual([mutes[1], { userId: 7, untilMs: 300 }]);
  expect(withMute(mutes, 7, null)).toEqual([mutes[1]]);
  const full = Array.from({ length: MAX_MUTES }, (_, userId) => ({ userId, untilMs: 1 }));
  expect(withMute(full, 999, 5)).toEqual([...full.slice(1), { userId: 999, untilMs: 5 }]);
  expect(MUTE_MS).toBe(600_000);
});

const EXT = { medalList: [], honorList: [], vipData: null } as unknown as UserExtension;
const badges = (change: object, tags = '') =>
  badgesOf({ ...EXT, ...change }, tags).map(({ type, text, level: of, iconUrl }) => `${type} ${text} ${of} ${iconUrl}`);
test('S20 badges have their order, and a badge without text, level and picture is left out', () => {
  const named = (name: string, more: object = {}) => ({ name, level: 2, iconUrl: '/i.png', ...more });
  const all = {
    userGuard: named('守护', { annual: 1 }),
    vipData: { weekVipLevel: 0, c: 3 },
    plate: named('牌'),
    medalList: [named('章')],
    honorList: [named('誉')],
    starCard: named('卡'),
    usingMount: { n: '马', bi: '/m.png', s: 1 },
    luckyLabel: named('运'),
    userStateVo: { content: '在', icon: '/s.png' },
    worship: true,
    blackCard: true,
    intimacy: { level: 4 },
    isAndroid: true,
  };
  const list = badgesOf({ ...EXT, ...all } as unknown as UserExtension, '').map(
    ({ type, text, level: of, iconUrl }) => `${type} ${text} ${of} ${iconUrl}`,
  );
  expect(list).toEqual([
    'guard 守护 2 /i.png',
    'vip  3 ',
    'plate 牌 2 /i.png',
    'medal 章 2 /i.png',
    'honor 誉 2 /i.png',
    'star-card 卡 2 /i.png',
    'mount 马 0 /m.png',
    'lucky 运 0 /i.png',
    'state 在 0 /s.png',
    'worship  0 ',
    'black-card  0 ',
    'intimacy  4 ',
  ]);
  expect(badges({ userGuard: { annual: 1 }, isAndroid: true, fancyNumInfo: { number: '888', level: 1, iconUrl: '' } })).toEqual([
    'fancy-number 888 1 ',
    'annual-guard  0 ',
    'android  0 ',
  ]);
  expect(badges({ userGuard: { annual: 0, level: -1, name: '', iconUrl: 'javascript:x' }, vipData: { weekVipLevel: 5, c: 3 } })).toEqual([
    'vip  5 ',
  ]);
  expect(badges({ plate: { name: 'n'.repeat(17), level: 999, iconUrl: '' }, starCard: { name: '卡', level: 1_000, iconUrl: '' } })).toEqual(
    [`plate ${'n'.repeat(16)} 999 `, 'star-card 卡 0 '],
  );
});

test('S20 the viewer’s own line is shown at once with name, level and portrait, until the server confirms it', () => {
  const me = { userId: 7, name: '小鱼', logo: '/me.png', richLevel: 3, isStar: true, isSecret: true };
  expect(emptyRow(4, 99)).toEqual({
    id: 4,
    type: 'notice',
    userId: 0,
    name: '',
    richLevel: 0,
    text: '',
    isStar: false,
    isMe: false,
    isSecret: false,
    toName: '',
    badges: [],
    timeMs: 99,
  });
  const own = { userId: 7, name: '小鱼', richLevel: 3, isStar: true, isMe: true, isSecret: true, logo: '/me.png' };
  expect(waitingRow(4, 'x'.repeat(501), me, 99)).toEqual({ ...emptyRow(4, 99), type: 'own-waiting', text: 'x'.repeat(500), ...own });
  expect([logoOf('/a.png'), logoOf('')]).toEqual([{ logo: '/a.png' }, {}]);
  expect([level(5), level(999), level(1_000), level(-1), level(1.5)]).toEqual([5, 999, 999, 0, 0]);
});

test('S20 a mention is an at sign and the whole name, followed by no letter, digit, mark or underscore', () => {
  for (const said of ['@小鱼', 'a @小鱼 b', '@小鱼，你好', '@小鱼们 @小鱼!', '@小鱼@小鱼']) expect(mentions(said, '小鱼'), said).toBe(true);
  for (const said of ['', '小鱼', '@小', '@小鱼们', '@小鱼1', '@小鱼_', '@小鱼\u0301', '@ 小鱼'])
    expect(mentions(said, '小鱼'), said).toBe(false);
  expect(mentions('@ x', '')).toBe(false);
});

test('S20 blocked users are stored with limits and read again; unreadable entries are skipped', () => {
  const users = setBlocked(setBlocked([], { userId: 7, name: '甲:乙' }, true, 1), { userId: 8, name: 'n'.repeat(41) }, true, 1);
  expect(users).toEqual([
    { userId: 7, name: '甲:乙' },
    { userId: 8, name: 'n'.repeat(40) },
  ]);
  expect(writeBlocked(users)).toEqual(['7:甲:乙', `8:${'n'.repeat(40)}`]);
  expect(readBlocked([...writeBlocked(users), 7, null, '', '9', 'x9:a', ':a', '0:a', `${'9'.repeat(17)}:a`, '8:again'])).toEqual([
    users[0],
    { userId: 8, name: 'again' },
  ]);
  for (const bad of [undefined, null, '7:a', {}]) expect(readBlocked(bad)).toEqual([]);
  expect(readBlocked(Array.from({ length: 201 }, (_, at) => `${at + 1}:a`))[0]?.userId).toBe(2);
});

test('S20 lines, entries and follows of a blocked user are hidden; a gift keeps its banner and loses its line', () => {
  const blocked = new Set([7]);
  const of = (name: string, body: object) => ({ name, body }) as unknown as RoomMessage;
  const hidden = (name: string, body: object) => [isOfBlocked(of(name, body), blocked), hasBlockedLine(of(name, body), blocked)];
  for (const name of ['chat', 'socket-chat']) {
    expect(hidden(name, { senderid: 7 })).toEqual([true, true]);
    expect(hidden(name, { senderid: 0, userid: 7 })).toEqual([true, true]);
    expect(hidden(name, { senderid: 8, userid: 7 })).toEqual([false, false]);
  }
  for (const name of ['login', 'follow']) {
    expect(hidden(name, { userid: 7 })).toEqual([true, true]);
    expect(hidden(name, { userid: 8 })).toEqual([false, false]);
  }
  for (const name of ['gift', 'socket-gift']) expect(hidden(name, { senderid: 7 })).toEqual([false, true]);
  for (const name of ['headline-message', 'music-pk-public-chat']) {
    expect(hidden(name, { sender: { userId: 7 } })).toEqual([false, true]);
    expect(hidden(name, { sender: null })).toEqual([false, false]);
  }
  expect(hidden('common-notice', { userid: 7, senderid: 7 })).toEqual([false, false]);
  expect(isOfBlocked(of('chat', { senderid: 7 }), new Set())).toBe(false);
});

const LINE: StoredLine = {
  uuid: 'a-1_b',
  seq: 1,
  userId: 7,
  writtenMs: 5,
  text: '你好',
  toUserId: 0,
  secret: false,
  manual: true,
  failure: null,
};
const stored = (lines: unknown, roomId = 1_001) => JSON.stringify({ roomId, lines });
test('S20 own lines without confirmation survive a reload in their room, the newest 100', () => {
  const lines: readonly StoredLine[] = [LINE, { ...LINE, uuid: 'b', secret: true, manual: false, failure: 'muted' }];
  expect(readLines(1_001, writeLines(1_001, lines)!)).toEqual(lines);
  expect(readLines(1_002, writeLines(1_001, lines)!)).toEqual([]);
  expect(writeLines(1_001, [])).toBeNull();
  const many = Array.from({ length: MAX_STORED_LINES + 1 }, (_, seq) => ({ ...LINE, seq }));
  expect(readLines(1_001, writeLines(1_001, many)!)).toEqual(many.slice(1));
  expect(writeLines(1_001, many)).toBe(stored(many.slice(1)));
  expect(readLines(1_001, stored(many))).toEqual(many.slice(1));
  expect(readLines(1_001, stored([LINE]).padEnd(131_072))).toEqual([LINE]);
  expect(readLines(1_001, stored([LINE]).padEnd(131_073))).toEqual([]);
});

test('S20 stored text that holds no lines is ignored', () => {
  for (const bad of [undefined, '', '{', 'null', '7', '{}', '{"roomId":1001}', '{"roomId":1001,"lines":{}}', `[${stored([LINE])}]`])
    expect(readLines(1_001, bad)).toEqual([]);
});

test.each([
  { uuid: undefined },
  { uuid: '' },
  { uuid: 'a b' },
  { uuid: 'x'.repeat(65) },
  { text: '' },
  { text: 7 },
  { text: 'x'.repeat(501) },
  { seq: -1 },
  { userId: '7' },
  { writtenMs: null },
  { toUserId: 1.5 },
])('S20 a stored line with %o is skipped', (change) => {
  expect(readLines(1_001, stored([null, 7, { ...LINE, ...change }, LINE]))).toEqual([LINE]);
});

const PICTURE = 'https://img.test/a.png';

test('S9 S37 the pictures of headlines and prizes, the sound of a question and the page of an order reach the view', () => {
  const headline = messageOf('headline-content', { content: 'x', sender: { nickname: 'a' }, iconUrl: PICTURE }).body;
  expect(readContent(headline, 'now', 1)?.iconUrl).toBe(PICTURE);
  const prize = messageOf('number-lucky-prize', { activityId: 1, iconUrl: PICTURE }).body;
  expect(readPrize(prize)).toMatchObject({ winner: { iconUrl: PICTURE } });
  const options = ['a', 'b'].map((id) => ({ id, text: id }));
  const guess = messageOf('music-guess-status', { question: { title: 't', songUrl: '/a.mp3', options } }).body;
  expect(readQuestion(guess.question)?.songUrl).toBe('/a.mp3');
  const order = messageOf('reward-square-order', { orderId: '1', status: 1 }).body;
  const policy: OrderPolicy<'created'> = { name: 'orders', statuses: { created: { number: 1, rank: 0, stage: 'waiting' } } };
  const linked = (link: string) => readOrderNews(policy, null, order, { title: '', score: 0, note: '', leftMs: 0, link })?.href;
  expect([linked('https://a.test/order'), linked('javascript:alert(1)')]).toEqual(['https://a.test/order', '']);
});
