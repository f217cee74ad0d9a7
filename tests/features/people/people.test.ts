import { runMachine } from '../../run-machine.ts';
import { greetingOf } from '../../../mocks/sessions/room-talk.ts';
import {
  readAudience,
  readEntry,
  readGift,
  type Member,
  type PeopleEvent,
  peopleMachine,
  peopleView,
} from '../../../src/features/people/room.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { loadRoomPart } from '../../../src/workers/room/features/feature-loader.ts';
import type { View } from '../../feature-plays.ts';
import { featureRoom, received, STAR_ID } from '../../feature-room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const MAX_MEMBERS = 100;
const REFRESH_MS = 1_000;

const member = (userId: number, change: Partial<Member> = {}): Member => ({
  userId,
  name: `名${userId}`,
  logo: '',
  richLevel: 1,
  coins: 0,
  guard: 0,
  ...change,
});
const audience = (version: number, members: readonly Member[], total = 0): PeopleEvent => ({ type: 'audience', version, members, total });

function room() {
  const { clock, runner } = runMachine(peopleMachine, () => null);
  const view = () => peopleView(runner.state());
  const ids = (): readonly number[] => view()?.strip.map(({ userId }) => userId) ?? [];
  return {
    clock,
    send: (event: PeopleEvent): void => runner.send(event),
    view,
    ids,
    listed: () => view()?.list?.members.map(({ userId }) => userId),
  };
}

test('S20 the strip shows top givers, then guards, then the highest levels; it is hidden without members', () => {
  const { send, ids, view } = room();
  expect(view()).toBeNull();
  send(audience(1, [member(1), member(2, { richLevel: 30 }), member(3, { guard: 1 }), member(4, { coins: 10 })]));
  expect(ids()).toEqual([4, 3, 2]);
  send(audience(1, [member(9)]));
  expect(ids()).toEqual([4, 3, 2]);
  send(audience(2, [member(9), member(8)]));
  expect(ids()).toEqual([9, 8]);
  send(audience(3, view()!.strip.slice(0, 1)));
  expect(ids()).toEqual([9]);
  for (const other of [7, 6]) send(audience(10 - other, [view()!.strip[0]!, member(other)]));
  expect(ids()).toEqual([9, 6]);
});

test('S20 entries and gifts change the strip at most once a second, and an unchanged strip is not sent', () => {
  const { clock, send, ids, view } = room();
  send(audience(1, [member(1, { coins: 50 }), member(2), member(3)]));
  const before = view();
  send({ type: 'seen', member: member(4, { coins: 30 }) });
  clock.advance(REFRESH_MS - 1);
  for (const logo of ['/4.jpg', '/other.jpg']) send({ type: 'seen', member: member(4, { coins: 15, logo }) });
  expect(view()).toBe(before);
  clock.advance(1);
  expect(ids()).toEqual([4, 1, 2]);
  expect(view()?.strip[0]).toMatchObject({ coins: 60, logo: '/4.jpg' });
  const after = view();
  send({ type: 'seen', member: member(1) });
  send({ type: 'seen', member: member(8) });
  clock.advance(REFRESH_MS);
  expect(view()).toBe(after);
  expect(clock.timers()).toBe(0);
});

test('S20 the list has a tab for guards, is bounded, and keeps the top givers', () => {
  const { send, listed, view } = room();
  send({ type: 'entry' });
  expect(view()?.list).toEqual({ tab: 'viewers', members: [], total: 0 });
  send(
    audience(
      1,
      Array.from({ length: 3 * MAX_MEMBERS }, (_, at) => member(1 + at, { coins: at, guard: at % 100 === 0 ? 2 : 0 })),
      5_000,
    ),
  );
  expect(listed()).toHaveLength(MAX_MEMBERS);
  expect(listed()?.[0]).toBe(3 * MAX_MEMBERS);
  expect(view()?.list?.total).toBe(5_000);
  // The same members in another number of viewers, which is never smaller than the list.
  send(audience(2, view()!.list!.members, 7));
  expect(view()?.list?.total).toBe(MAX_MEMBERS);
  send({ type: 'tab', tab: 'guards' });
  expect(listed()).toEqual([201]);
  send({ type: 'close' });
  expect(view()?.list).toBeNull();
});

test('S35 a mystic viewer has neither name, portrait nor id in the list, and an entry or a gift adds no member', () => {
  const [audience] = greetingOf(1, 0);
  const message = received({ ...audience!, toUserId: null });
  const { send, view } = room();
  send(readAudience(message.body as BodyOfMessage<'audience'>));
  const mystic = view()?.strip[1];
  expect(mystic).toEqual({ userId: 0, name: '', logo: '', richLevel: 0, coins: 6_660, guard: 0 });
  expect(JSON.stringify(view())).not.toContain('山川');
  const entry = { name: 'login', body: { userid: 5, nickname: '藏', userLogo: '/5.jpg', userExt: { mystic: true } } } as const;
  const gift = { name: 'gift', body: { senderid: 5, sendername: '藏', senderlogo: '/5.jpg', price: 9, num: 1 } } as const;
  const hidden = received({ ...entry, toUserId: null });
  expect(readEntry(hidden.body as BodyOfMessage<'login'>)).toBeNull();
  const given = received({ ...gift, body: { ...gift.body, userExt: entry.body.userExt }, toUserId: null });
  expect(readGift(given.body as BodyOfMessage<'gift'>)).toBeNull();
  const open = received({ ...gift, toUserId: null });
  expect(readGift(open.body as BodyOfMessage<'gift'>)).toEqual({
    type: 'seen',
    member: { userId: 5, name: '藏', logo: '/5.jpg', richLevel: 0, coins: 9, guard: 0 },
  });
});

test('S20 an entry and a gift contain level, guard and the value of all gifts; without an id or a name they add no member', () => {
  const entry = (fields: object) => readEntry(messageOf('login', { userid: 5, nickname: '南风', richlevel: 3, ...fields }).body);
  const gift = (fields: object) =>
    readGift(messageOf('gift', { senderid: 5, sendername: '南风', senderrichlevel: 4, price: 9, ...fields }).body);
  const ext = encodeURIComponent(JSON.stringify({ userGuard: { level: 2 } }));
  expect(entry({ richlevelV2: 1_200, ext })).toMatchObject({ type: 'seen', member: { richLevel: 999, coins: 0, guard: 2 } });
  expect(entry({ richlevelV2: 0 })).toMatchObject({ member: { richLevel: 3, guard: 0 } });
  expect(gift({ num: 3, ext })).toMatchObject({ member: { richLevel: 4, coins: 27, guard: 2 } });
  expect(gift({ num: 0 })).toMatchObject({ member: { coins: 9, guard: 0 } });
  expect([entry({ userid: 0 }), entry({ nickname: '' }), gift({ senderid: 0 }), gift({ sendername: '' })]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('S20 the star who enters or gives a gift is not a member of the audience', async () => {
  const viewer = featureRoom(await loadRoomPart('people'), { userId: 7, feature: 'people' }, (view) => view as View);
  const enter = (userid: number): void =>
    viewer.take({ name: 'login', toUserId: null, body: { userid, nickname: `名${userid}`, richlevel: 3 } });
  enter(STAR_ID);
  viewer.clock.advance(2_000);
  expect(viewer.view()).toBeNull();
  // A gift of the star does not list the star either.
  for (const name of ['gift', 'socket-gift'] as const)
    viewer.take({ name, toUserId: null, body: { senderid: STAR_ID, sendername: '小喵Momo', price: 5, num: 1 } });
  viewer.clock.advance(2_000);
  expect(viewer.view()).toBeNull();
  enter(42);
  viewer.clock.advance(2_000);
  viewer.take({ name: 'gift', toUserId: null, body: { senderid: 42, sendername: '名42', price: 5, num: 1 } });
  await viewer.act({ type: 'entry' });
  expect(viewer.view()).toMatchObject({ strip: [{ userId: 42, coins: 5 }], list: { total: 1 } });
});

test('S20 members without an id or a name, duplicates and bad values are dropped or limited', () => {
  const person = (userId: number, nickname: string, userLogo = '') => ({
    userId,
    kugouId: userId,
    nickname,
    richlevel: 1,
    userLogo,
    mystic: false,
  });
  const row = (user: ReturnType<typeof person> | null, coins = 0, guard = 0) => ({ user, coins, guard, mystic: false });
  const members = [
    row(null),
    row(person(0, '无号')),
    row(person(3, '')),
    row(person(4, '名'.repeat(300), 'data:x'), -7, 1e9),
    row(person(4, '又')),
    // Each mystic viewer has a row, in both forms of the field.
    { ...row(person(6, '藏'), 3), mystic: true },
    row({ ...person(7, '藏'), mystic: true }, 2),
  ];
  expect(readAudience({ roomId: 1, version: 1, total: -4, members })).toMatchObject({
    type: 'audience',
    total: 0,
    members: [
      { userId: 4, name: '名'.repeat(24), logo: '', coins: 0, guard: 99 },
      { userId: 0, name: '', coins: 3 },
      { userId: 0, name: '', coins: 2 },
    ],
  });
});
