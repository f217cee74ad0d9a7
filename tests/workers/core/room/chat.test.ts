import { expect, test } from 'vitest';
import { MAX_BADGES, MAX_EXT_CHARS, readBadges } from '../../../../src/workers/core/room/chat-badges.ts';
import { CHAT_BATCH_ROWS, CHAT_BATCHES_PER_SECOND, createChatFeed } from '../../../../src/workers/core/room/chat-feed.ts';
import { type ChatMessage, MAX_ROW_CHARS, chatRow, waitingRow } from '../../../../src/workers/core/room/chat-row.ts';
import { seeded } from '../../../seeded.ts';

const people = { userId: 7, starId: 1 };
const chat = (body: object): ChatMessage => ({
  name: 'chat',
  timeMs: 1_000,
  body: { sendername: 'x', chatmsg: 'hi', senderid: 9, ...body },
});
const row = (body: object) => chatRow(chat(body), 5, people)?.row;

const EXT = {
  usingMedal: { medalList: [{ id: 1, name: '歌王', iconUrl: 'https://img.test/a.png', level: 3 }] },
  honorMedal: { honorList: [{ id: 2, name: '荣誉' }] },
  userGuard: { level: 2 },
  vipData: { weekVipLevel: 4, c: 1 },
  usingMount: { bi: 'https://img.test/m.png', p: 10, n: '飞马' },
  luckyLabel: { iconUrl: 'https://img.test/l.png' },
  userStateVo: { icon: 'https://img.test/s.png', content: '在线' },
  fancyNumInfo: { number: '88888' },
  plate: { name: '粉丝团', level: 9 },
  starCard: { name: '星卡', level: 1 },
};

test('S20 a chat becomes a row with every field', () => {
  expect(row({ senderid: 7, richlevel: 3, richlevelV2: 12, receivername: 'star', issecrect: true, ext: '' })).toEqual({
    id: 5,
    type: 'chat',
    userId: 7,
    name: 'x',
    richLevel: 12,
    text: 'hi',
    isStar: false,
    isMe: true,
    isSecret: true,
    toName: 'star',
    badges: [],
    timeMs: 1_000,
  });
  expect(row({ senderid: 1 })).toMatchObject({ isStar: true, isMe: false });
});

test('S20 levels, medals, fan tags, mounts and plates come from ext, URL-encoded or not', () => {
  const types = ['fan', 'guard', 'vip', 'plate', 'medal', 'honor', 'star-card', 'mount', 'lucky', 'state', 'fancy-number'];
  for (const ext of [encodeURIComponent(JSON.stringify(EXT)), JSON.stringify(EXT)]) {
    const { badges, isBad } = readBadges(ext, null, '铁粉');
    expect(isBad).toBe(false);
    expect(badges.map(({ type }) => type)).toEqual(types);
    expect(badges.find(({ type }) => type === 'medal')).toEqual({
      type: 'medal',
      text: '歌王',
      level: 3,
      iconUrl: 'https://img.test/a.png',
    });
    expect(badges.find(({ type }) => type === 'vip')).toMatchObject({ level: 4 });
  }
});

test('S20 the same comes from the protobuf extension when there is no ext', () => {
  const userExt = {
    ...EXT,
    medalList: EXT.usingMedal.medalList,
    honorList: EXT.honorMedal.honorList,
    usingMedal: undefined,
    honorMedal: undefined,
  };
  expect(readBadges('', userExt, '').badges.map(({ type }) => type)).toContain('medal');
});

test.each([
  ['broken escapes', '%E0%A4%A'],
  ['cut JSON', encodeURIComponent('{"userGuard":{"lev')],
  ['a list', '%5B1%5D'],
  ['a number', '12'],
  ['more than is read', encodeURIComponent(JSON.stringify({ x: 'y'.repeat(MAX_EXT_CHARS) }))],
])('S20 an ext of %s loses its badges and nothing else', (_what, ext) => {
  const made = chatRow(chat({ ext }), 1, people);
  expect(made).toMatchObject({ isExtBad: true, row: { text: 'hi', badges: [] } });
});

test('S20 parts of an ext that have the wrong type lose themselves only', () => {
  const ext = {
    userGuard: 'x',
    vipData: { weekVipLevel: '9' },
    usingMedal: { medalList: [null, 5, { name: 7, level: 1e9, iconUrl: 'javascript:alert(1)' }, { name: {}, level: [] }] },
    honorMedal: { honorList: 'many' },
    plate: { name: '<b>粉\u202e</b>', level: -1, iconUrl: 'https://img.test/"onload=x' },
  };
  expect(readBadges(JSON.stringify(ext), null, '').badges).toEqual([
    { type: 'plate', text: '<b>粉</b>', level: 0, iconUrl: '' },
    { type: 'medal', text: '7', level: 0, iconUrl: '' },
  ]);
});

test('S20 badges are bounded', () => {
  const medalList = Array.from({ length: 500 }, (_, i) => ({ name: `m${i}` }));
  expect(readBadges(JSON.stringify({ usingMedal: { medalList } }), null, 'a,b').badges).toHaveLength(MAX_BADGES);
});

test('S8 markup in a nickname or a line is text: escaped on the wire, whole again in the row', () => {
  expect(row({ sendername: '&lt;img src=x&gt;', chatmsg: '&lt;script&gt;alert(1)&lt;/script&gt;' })).toMatchObject({
    name: '<img src=x>',
    text: '<script>alert(1)</script>',
  });
});

test('S8 names and lines are bounded, and characters that turn text around are gone', () => {
  const made = row({ sendername: 'n'.repeat(500), chatmsg: `${'y'.repeat(MAX_ROW_CHARS - 1)}😀` });
  expect(made?.name.length).toBeLessThanOrEqual(40);
  expect(made?.text).toBe('y'.repeat(MAX_ROW_CHARS - 1));
  expect(row({ chatmsg: '\u202e\u2028' })).toBeUndefined();
});

test('S9 gifts, entries and notices have rows; what belongs to a module has none', () => {
  const of = (name: string, body: object) => chatRow({ name, timeMs: 0, body: body as Record<string, unknown> }, 1, people)?.row;
  expect(of('gift', { giftname: '玫瑰', num: 99, sendername: 'a', receivername: 's', senderid: 7 })).toMatchObject({
    type: 'gift',
    text: '玫瑰 ×99',
    isMe: true,
    toName: 's',
  });
  expect(of('gift', { num: 1 })).toBeUndefined();
  expect(of('login', { nickname: 'a', wellcomes: '欢迎', richlevel: 5 })).toMatchObject({
    type: 'welcome',
    name: 'a',
    text: '欢迎',
    richLevel: 5,
  });
  expect(of('login', { nickname: '' })).toBeUndefined();
  expect(of('public-notice', { title: '公告', content: 'c' })).toMatchObject({ type: 'notice', text: '公告 c' });
  expect(of('tank-location', { x: 1 })).toBeUndefined();
});

test('S7 the viewer’s own line waits in the list under its own id', () => {
  const me = { userId: 7, name: 'me', richLevel: 2, isStar: false, isSecret: true };
  expect(waitingRow(3, '<b>', me, 9)).toMatchObject({ id: 3, type: 'own-waiting', text: '<b>', isMe: true, isSecret: true });
});

test('S20 the page gets at most ten batches a second', () => {
  expect(CHAT_BATCHES_PER_SECOND).toBe(10);
});

test('S20 in a flood a batch holds so many rows, the newest, and the viewer’s own and the star’s; the rest is counted', () => {
  const feed = createChatFeed();
  const flood = Array.from({ length: 1_000 }, (_, i) => chat({ chatmsg: String(i), senderid: i === 3 ? 7 : i === 10 ? 1 : 100 }));
  feed.take(flood, people);
  feed.skip(5);
  const batch = feed.flush();
  expect(batch?.rows).toHaveLength(CHAT_BATCH_ROWS);
  expect(batch?.skipped).toBe(1_000 - CHAT_BATCH_ROWS + 5);
  expect(batch?.rows.slice(0, 3).map(({ text }) => text)).toEqual(['3', '10', String(1_000 - CHAT_BATCH_ROWS + 2)]);
  expect(feed.flush()).toBeNull();
});

test('S20 a flood of the viewer’s own lines is bounded too', () => {
  const feed = createChatFeed();
  feed.take(
    Array.from({ length: 500 }, () => chat({ senderid: 7 })),
    people,
  );
  expect(feed.flush()?.rows).toHaveLength(CHAT_BATCH_ROWS);
});

test('S20 ids count up and are never used twice; what was settled is told once', () => {
  const feed = createChatFeed();
  const own = feed.nextId();
  feed.take([chat({}), { name: 'error', timeMs: 0, body: {} }, chat({})], people);
  feed.settle(own);
  const batch = feed.flush();
  const ids = [own, ...(batch?.rows.map(({ id }) => id) ?? [])];
  expect(new Set(ids).size).toBe(3);
  expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
  expect(batch?.settled).toEqual([own]);
});

test('S20 3,000 messages of random shape make bounded rows or none, never an exception', () => {
  const random = seeded(31);
  const value = (depth: number): unknown =>
    random.pick<() => unknown>([
      () => null,
      () => random.int(2 ** 31) - 2 ** 30,
      () => random.next() * 1e18,
      () => 'z'.repeat(random.int(1_000)),
      () => decodeURIComponent('%F0%9F%98%80').repeat(random.int(300)),
      () => true,
      () => (depth > 1 ? [] : [value(depth + 1)]),
      () => (depth > 1 ? {} : { level: value(depth + 1), name: value(depth + 1), medalList: value(depth + 1) }),
    ])();
  for (let round = 0; round < 3_000; round++) {
    const body: Record<string, unknown> = {};
    for (const name of ['senderid', 'sendername', 'chatmsg', 'giftname', 'num', 'nickname', 'title', 'content', 'richlevel', 'fanstags'])
      body[name] = value(0);
    body['ext'] = random.int(2) === 0 ? value(0) : JSON.stringify({ userGuard: value(0), usingMedal: value(0), plate: value(0) });
    body['userExt'] = value(0);
    const made = chatRow({ name: random.pick(['chat', 'gift', 'login', 'public-notice', 'x']), timeMs: 0, body }, 1, people);
    if (made === null) continue;
    expect(made.row.text.length).toBeLessThanOrEqual(MAX_ROW_CHARS + 60);
    expect(made.row.name.length).toBeLessThanOrEqual(40);
    expect(made.row.badges.length).toBeLessThanOrEqual(MAX_BADGES);
    expect(structuredClone(made.row)).toEqual(made.row);
  }
});
