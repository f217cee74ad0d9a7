import { expect, test } from 'vitest';
import { badgesOf } from '../../../../src/core/room/chat/chat-badges.ts';
import { CHAT_BATCH_ROWS, CHAT_BATCHES_PER_SECOND, CHAT_BUSY, createChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import { chatRow, waitingRow } from '../../../../src/core/room/chat/chat-row.ts';
import { codecOf } from '../../../../src/wire/all-families.ts';
import { readMessage } from '../../../../src/wire/envelope.ts';
import { readExtension } from '../../../../src/wire/ext.ts';
import { ROWS, type RoomMessage } from '../../../../src/wire/registry.ts';
import { seeded } from '../../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_BADGES = 12;
const MAX_ROW_CHARS = 500;

const people = { userId: 7, starId: 1, name: '小鱼' };

/** In the socket worker's format: all fields present, `ext` parsed. */
function message(name: RoomMessage['name'], body: object, timeMs = 1_000): RoomMessage {
  const row = ROWS.find((row) => row.name === name)!;
  const read = readMessage(row, codecOf(row.family)[row.schema]!, body);
  if (!read.ok) throw new Error(read.error.detail);
  return { ...read.value, id: row.id, timeMs };
}
const chat = (body: object): RoomMessage => message('chat', { sendername: 'x', chatmsg: 'hi', senderid: 9, ...body });
const row = (body: object) => chatRow(chat(body), 5, people) ?? undefined;
const badges = (ext: object, fanTags = '') => badgesOf(readExtension(JSON.stringify(ext)), fanTags);

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

test('S9 S20 a headline (400004) and a public answer (401604) are chat rows with the sender’s name', () => {
  const sender = { userId: 9, nickname: '南风', richlevel: 12 };
  const said = (name: 'headline-message' | 'music-pk-public-chat', body: object) =>
    chatRow(message(name, { content: '晴天', ...body }), 5, people);
  expect(said('headline-message', { sender })).toMatchObject({
    type: 'chat',
    name: '南风',
    userId: 9,
    richLevel: 12,
    text: '晴天',
    isMe: false,
  });
  expect(said('music-pk-public-chat', { sender: { ...sender, userId: 7 }, right: true })).toMatchObject({
    name: '南风',
    text: '晴天 ✓',
    isMe: true,
  });
  expect(said('headline-message', {})).toMatchObject({ type: 'notice', name: '', text: '晴天' });
  expect(said('headline-message', { sender, content: '' })).toBeNull();
});

test('S20 a chat message becomes a row with every field', () => {
  expect(row({ senderid: 7, richlevel: 3, richlevelV2: 12, receivername: 'star', issecrect: true })).toEqual({
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

test('S20 levels, medals, fan tags, mounts and plates are shown beside the name', () => {
  const made = badges(EXT, '铁粉');
  expect(made.map(({ type }) => type)).toEqual([
    'fan',
    'guard',
    'vip',
    'plate',
    'medal',
    'honor',
    'star-card',
    'mount',
    'lucky',
    'state',
    'fancy-number',
  ]);
  expect(made.find(({ type }) => type === 'medal')).toEqual({ type: 'medal', text: '歌王', level: 3, iconUrl: 'https://img.test/a.png' });
  expect(made.find(({ type }) => type === 'vip')).toMatchObject({ level: 4 });
});

test('S20 a viewer without a week level shows `c` of vipData', () => {
  expect(badges({ vipData: { c: 6 } })).toEqual([{ type: 'vip', text: '', level: 6, iconUrl: '' }]);
  expect(row({ userExt: { vipData: { c: 2 } } })?.badges).toEqual([{ type: 'vip', text: '', level: 2, iconUrl: '' }]);
});

test('S20 badges with excessive levels, invalid addresses or hidden characters are dropped', () => {
  const medalList = [{ name: '', level: 10_000, iconUrl: 'javascript:alert(1)' }];
  expect(badges({ medalList, plate: { name: '<b>粉\u202e</b>', level: -1, iconUrl: 'https://img.test/"onload=x' } })).toEqual([
    { type: 'plate', text: '<b>粉</b>', level: 0, iconUrl: '' },
  ]);
});

test('S20 worship, black card, intimacy, device and bubble are shown; `c` of vipData applies if the week level is 0 or absent', () => {
  const made = badges({ worship: 1, blackCard: true, isAndroid: 1, intimacy: { level: 3, value: 900 } });
  expect(made.map(({ type, level }) => [type, level])).toEqual([
    ['worship', 0],
    ['black-card', 0],
    ['intimacy', 3],
    ['android', 0],
  ]);
  expect(badges({ worship: 'yes', blackCard: 0, isAndroid: null, intimacy: 5 })).toEqual([]);
  for (const vipData of [{ c: 2 }, { weekVipLevel: 0, c: 2 }]) expect(badges({ vipData })).toMatchObject([{ type: 'vip', level: 2 }]);
  expect(row({ userExt: { bubble: { id: 6 } } })).toMatchObject({ bubble: 6 });
  expect(row({ userExt: { bubble: { id: -6 } } })).not.toHaveProperty('bubble');
  expect(row({ userExt: { bubble: { id: 6 }, mystic: true } })).not.toHaveProperty('bubble');
});

test('S20 the number of badges is bounded', () => {
  expect(badges({ medalList: Array.from({ length: 500 }, (_, i) => ({ name: `m${i}` })) }, 'a,b')).toHaveLength(MAX_BADGES);
});

test('S8 markup in a nickname or a line is escaped on the wire and is text in the row', () => {
  expect(row({ sendername: '&lt;img src=x&gt;', chatmsg: '&lt;script&gt;alert(1)&lt;/script&gt;' })).toMatchObject({
    name: '<img src=x>',
    text: '<script>alert(1)</script>',
  });
});

test('S8 names and lines are truncated, and direction marks are removed', () => {
  const made = row({ sendername: 'n'.repeat(500), chatmsg: `${'y'.repeat(MAX_ROW_CHARS - 1)}😀` });
  expect(made?.name.length).toBeLessThanOrEqual(40);
  expect(made?.text).toBe('y'.repeat(MAX_ROW_CHARS - 1));
  expect(row({ chatmsg: '\u202e\u2028' })).toBeUndefined();
});

test('S9 gifts, entries and notices have rows; messages of features have none', () => {
  const of = (name: RoomMessage['name'], body: object) => chatRow(message(name, body), 1, people) ?? undefined;
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

test('S7 the viewer’s own pending line is in the list with its own id', () => {
  const me = { userId: 7, name: 'me', logo: '', richLevel: 2, isStar: false, isSecret: true };
  expect(waitingRow(3, '<b>', me, 9)).toMatchObject({ id: 3, type: 'own-waiting', text: '<b>', isMe: true, isSecret: true });
});

test('S20 at most ten batches a second are sent to the page', () => {
  expect(CHAT_BATCHES_PER_SECOND).toBe(10);
});

test('S20 with many rows batches become fewer and larger, unless one concerns the viewer or the star', () => {
  const tenthMs = 1_000 / CHAT_BATCHES_PER_SECOND;
  const many = Array.from({ length: CHAT_BUSY.rows }, () => chat({}));
  const gapAfter = (fill: (feed: ReturnType<typeof createChatFeed>) => void): number | null => {
    const feed = createChatFeed();
    fill(feed);
    return feed.gapMs();
  };
  expect(gapAfter(() => undefined)).toBeNull();
  expect(gapAfter((feed) => feed.add(many.slice(1), people))).toBe(tenthMs);
  expect(gapAfter((feed) => feed.add(many, people))).toBe(CHAT_BUSY.everyMs);
  expect(gapAfter((feed) => feed.skip(1_000))).toBe(CHAT_BUSY.everyMs);
  for (const body of [{ senderid: 7 }, { senderid: 1 }, { chatmsg: '@小鱼 在吗' }])
    expect(gapAfter((feed) => feed.add([...many, chat(body)], people))).toBe(tenthMs);
  const changes = ['settle', 'remove'] as const;
  for (const change of changes)
    expect(
      gapAfter((feed) => {
        feed.add(many, people);
        feed[change](1);
      }),
    ).toBe(tenthMs);
});

test('S20 in a flood a batch keeps the newest rows and those of the viewer and the star; the other rows are counted', () => {
  const feed = createChatFeed();
  const flood = Array.from({ length: 1_000 }, (_, i) => chat({ chatmsg: String(i), senderid: i === 3 ? 7 : i === 10 ? 1 : 100 }));
  feed.add(flood, people);
  feed.skip(5);
  const batch = feed.flush();
  expect(batch?.rows).toHaveLength(CHAT_BATCH_ROWS);
  expect(batch?.skipped).toBe(1_000 - CHAT_BATCH_ROWS + 5);
  expect(batch?.rows.slice(0, 3).map(({ text }) => text)).toEqual(['3', '10', String(1_000 - CHAT_BATCH_ROWS + 2)]);
  expect(feed.flush()).toBeNull();
});

test('S20 a flood of the viewer’s own lines is bounded too', () => {
  const feed = createChatFeed();
  feed.add(
    Array.from({ length: 500 }, () => chat({ senderid: 7 })),
    people,
  );
  expect(feed.flush()?.rows).toHaveLength(CHAT_BATCH_ROWS);
});

test('S20 ids increase and are never reused; a settled id is sent to the page once', () => {
  const feed = createChatFeed();
  const own = feed.nextId();
  feed.add([chat({}), message('error', {}), chat({})], people);
  feed.settle(own);
  const batch = feed.flush();
  const ids = [own, ...(batch?.rows.map(({ id }) => id) ?? [])];
  expect(new Set(ids).size).toBe(3);
  expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
  expect(batch?.settled).toEqual([own]);
});

test('S20 3,000 messages with hostile texts give bounded rows or none, and never throw', () => {
  const random = seeded(31);
  const text = (): string =>
    random.pick([
      '',
      'z'.repeat(random.int(1_000)),
      decodeURIComponent('%F0%9F%98%80').repeat(random.int(300)),
      '__proto__',
      '\u202e'.repeat(9),
      '<img src=x onerror=alert(1)>',
    ]);
  const number = (): number => random.pick([0, -1, random.int(2 ** 31), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
  for (let round = 0; round < 3_000; round++) {
    const { name, id, family, schema } = random.pick(ROWS);
    const body = Object.fromEntries(
      Object.entries(codecOf(family)[schema]!.fields).flatMap(([field, { type, isList }]) => {
        if (isList || typeof type !== 'string') return [];
        return [[field, type === 'text' ? text() : type === 'number' ? number() : random.int(2) === 0]];
      }),
    );
    const userExt = readExtension(JSON.stringify({ userGuard: { level: number(), name: text() }, plate: { name: text() }, x: text() }));
    const made = chatRow({ ...message(name, { ...body, ...('chatmsg' in body ? { userExt } : {}) }), id }, 1, people);
    if (made === null) continue;
    expect(made.text.length).toBeLessThanOrEqual(MAX_ROW_CHARS + 60);
    expect(made.name.length).toBeLessThanOrEqual(40);
    expect(made.badges.length).toBeLessThanOrEqual(MAX_BADGES);
    expect(structuredClone(made)).toEqual(made);
  }
});
