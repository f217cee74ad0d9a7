import { expect, test } from 'vitest';
import { loadRoomHalf } from '../../src/workers/room/features/feature-loader.ts';
import { COURSES } from '../../mocks/sessions/courses.ts';
import type { FeatureRoomHalf } from '../../src/workers/room/features/feature-api.ts';
import { disorder, HERE, moduleRoom, playModule, STAR_ID } from '../module-room.ts';
import { seeded } from '../seeded.ts';

const VIEWER_ID = 880_001;
type View = Readonly<Record<string, unknown>>;

/** One feature with its scripted session, for one viewer per id. */
function playedModule(name: string, half: FeatureRoomHalf, userIds: readonly number[], deliver?: Parameters<typeof playModule<View>>[2]) {
  const viewers = userIds.map((userId) => moduleRoom(half, { userId, module: name }, (view) => view as View));
  const play = playModule(
    COURSES.filter(({ module }) => module === name),
    viewers,
    deliver,
  );
  return {
    ...play,
    viewers,
    start: () => play.host.command(HERE, name, 'start'),
    end: () => play.host.command(HERE, name, 'end'),
    phase: () => play.phase(name),
  };
}

/** By name: time until the scripted session has left the page, in milliseconds. */
const MODULES = {
  emotion: 60_000,
  confession: 120_000,
  ceremony: 150_000,
  pet: 150_000,
  'star-game': 2_000_000,
  'open-app': 100_000,
  'real-sing': 500_000,
  'tower-defense': 120_000,
  shooting: 90_000,
  tank: 90_000,
  'red-packets': 150_000,
  guard: 80_000,
  mic: 300_000,
} as const;
const NAMES = Object.keys(MODULES) as readonly (keyof typeof MODULES)[];

test.each(NAMES)('S9 S37 %s plays from its start to its settlement: it is shown, and in the end nothing is left', async (name) => {
  const play = playedModule(name, await loadRoomHalf(name), [VIEWER_ID, 7]);
  play.start();
  play.advance(1_000);
  for (const viewer of play.viewers) expect(viewer.view()).not.toBeNull();
  expect(play.phase()).not.toBeNull();
  play.advance(MODULES[name]);
  expect(play.phase()).toBeNull();
  for (const viewer of play.viewers) {
    expect(viewer.view()).toBeNull();
    expect(viewer.errors).toEqual([]);
    expect(viewer.clock.timers()).toBe(0);
  }
  play.host.dispose();
});

test.each(NAMES)('S37 %s with lost, doubled and reordered messages never throws and settles', async (name) => {
  const half = await loadRoomHalf(name);
  for (let seed = 1; seed <= 8; seed++) {
    const play = playedModule(name, half, [VIEWER_ID], disorder(seeded(seed)));
    for (let round = 0; round < 2; round++) {
      play.start();
      play.advance(20_000);
      play.end();
      play.advance(5_000);
    }
    play.advance(MODULES[name]);
    const [viewer] = play.viewers;
    expect(viewer?.errors, `seed ${seed}`).toEqual([]);
    expect(viewer?.view(), `seed ${seed}`).toBeNull();
    expect(viewer?.clock.timers(), `seed ${seed}`).toBe(0);
    play.host.dispose();
  }
});

/** Sessions whose current state is sent to a viewer who joins; the others send each message once. */
const LASTING = [
  'confession',
  'ceremony',
  'pet',
  'star-game',
  'real-sing',
  'tower-defense',
  'shooting',
  'tank',
  'red-packets',
  'mic',
] as const;

test.each(LASTING)('S37 %s: a late viewer sees the current state, and a repeated state changes nothing', async (name) => {
  let isJoined = false;
  const play = playedModule(name, await loadRoomHalf(name), [VIEWER_ID, 7], (viewer, push) => {
    if (viewer.userId === VIEWER_ID || isJoined) viewer.take(push);
  });
  const [early, late] = play.viewers;
  play.start();
  play.advance(9_000);
  expect(late?.view()).toBeNull();
  isJoined = true;
  play.host.join(HERE, 'c1', []);
  expect(late?.view()).not.toBeNull();
  const key = (view: Readonly<Record<string, unknown>> | null | undefined) =>
    view?.['key'] ?? view?.['gameId'] ?? view?.['songName'] ?? null;
  expect(key(late?.view())).toEqual(key(early?.view()));
  const before = late?.view();
  play.host.join(HERE, 'c1', []);
  expect(key(late?.view())).toEqual(key(before));
  play.host.dispose();
});

test.each(LASTING)('S37 %s without further messages ends by its own deadline', async (name) => {
  let isCut = false;
  const play = playedModule(name, await loadRoomHalf(name), [VIEWER_ID], (viewer, push) => {
    if (!isCut) viewer.take(push);
  });
  const [viewer] = play.viewers;
  play.start();
  play.advance(9_000);
  expect(viewer?.view()).not.toBeNull();
  isCut = true;
  viewer?.clock.advance(2_000_000);
  expect(viewer?.view()).toBeNull();
  expect(viewer?.clock.timers()).toBe(0);
  play.host.dispose();
});

test('S37 a confession is answered only by its addressee, and everybody sees the answer', async () => {
  const play = playedModule('confession', await loadRoomHalf('confession'), [VIEWER_ID, 7]);
  const [mine, other] = play.viewers;
  play.start();
  play.advance(16_000);
  expect(mine?.view()).toMatchObject({ canAnswer: true, reply: 'none' });
  expect(other?.view()).toMatchObject({ canAnswer: false });
  const { key, id } = mine!.view() as { readonly key: string; readonly id: number };
  await other!.act({ type: 'answer', key, id, as: 'accept' });
  expect(other?.view()).toMatchObject({ reply: 'none', ask: { name: 'failed' } });
  await mine!.act({ type: 'answer', key, id, as: 'accept' });
  for (const viewer of play.viewers) expect(viewer.view()).toMatchObject({ reply: 'accepted', canAnswer: false });
  play.host.dispose();
});

test('S37 a missed order is taken once; a guest is asked to log in', async () => {
  const play = playedModule('pet', await loadRoomHalf('pet'), [VIEWER_ID, 7, 0]);
  const [mine, other, guest] = play.viewers;
  play.start();
  play.advance(200);
  const take = (viewer: (typeof play.viewers)[number] | undefined) => {
    const { key, petId, orderId } = viewer!.view() as { readonly key: string; readonly petId: number; readonly orderId: string };
    return viewer!.act({ type: 'take', key, petId, orderId });
  };
  await take(guest);
  expect(guest?.logins()).toBe(1);
  await take(mine);
  expect(mine?.view()).toMatchObject({ ask: { name: 'done' } });
  await take(other);
  expect(other?.view()).toMatchObject({ ask: { name: 'failed', text: '这个订单已经被接走了' } });
  play.advance(4_000);
  expect(mine?.view()).toBeNull();
  play.host.dispose();
});

test.each(['tower-defense', 'shooting', 'tank'] as const)('S37 joining %s changes what everybody sees', async (name) => {
  const play = playedModule(name, await loadRoomHalf(name), [VIEWER_ID, 7]);
  const [mine, other] = play.viewers;
  play.start();
  play.advance(5_000);
  const before = JSON.stringify(other?.view());
  await mine!.act({ type: 'join', gameId: (mine!.view() as { readonly gameId: number }).gameId });
  expect(mine?.view()).toMatchObject({ ask: { name: 'done' } });
  expect(JSON.stringify(other?.view())).not.toBe(before);
  await mine!.act({ type: 'join', gameId: 1 });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '这一局已经结束' } });
  play.host.dispose();
});

test('S37 each viewer grabs a red packet once, all of its coins are given, and the star gives the next one', async () => {
  const play = playedModule('red-packets', await loadRoomHalf('red-packets'), [VIEWER_ID, STAR_ID]);
  const [mine, star] = play.viewers;
  play.start();
  const packet = () => (mine?.view()?.['packet'] ?? null) as { packetId: string; status: string; mine: { coin: number } | null } | null;
  expect(packet()).toMatchObject({ status: 'waiting', num: 8, leftMs: 10_000 });
  await mine!.act({ type: 'grab', packetId: packet()!.packetId });
  expect(packet()).toMatchObject({ mine: null });
  play.advance(10_100);
  expect(packet()).toMatchObject({ status: 'open' });
  const packetId = packet()!.packetId;
  await mine!.act({ type: 'grab', packetId });
  expect(packet()!.mine!.coin).toBeGreaterThan(0);
  await mine!.act({ type: 'grab', packetId });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '你已经抢过了' } });
  // The star's form, which the server checks: too few coins first, then a valid packet.
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'give', coin: 10, num: 20, title: '' });
  expect(star?.view()).toMatchObject({ dialog: 'form', ask: { name: 'failed' } });
  play.end();
  play.advance(16_000);
  expect(packet()).toBeNull();
  await star!.act({ type: 'give', coin: 100, num: 1, title: '晚安' });
  expect(star?.view()).toMatchObject({ dialog: 'none', packet: { title: '晚安', status: 'waiting' } });
  await mine!.act({ type: 'give', coin: 100, num: 1, title: '' });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '仅主播可操作' } });
  play.advance(10_100);
  await mine!.act({ type: 'grab', packetId: packet()!.packetId });
  expect(packet()).toMatchObject({ status: 'empty', mine: { coin: 100 }, numLeft: 0 });
  play.host.dispose();
});

test('S37 a viewer requests the microphone, waits until the star accepts, and leaves; the star opens and closes the link', async () => {
  const play = playedModule('mic', await loadRoomHalf('mic'), [VIEWER_ID, STAR_ID]);
  const [mine, star] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'open' });
  expect(mine?.view()).toMatchObject({ link: { isOpen: true, guests: [] }, isGuest: false });
  await mine!.act({ type: 'request' });
  expect(mine?.view()).toMatchObject({ wish: { status: 'waits', position: 1 } });
  await mine!.act({ type: 'request' });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '你已经申请过了' } });
  // While the star chooses, no request is accepted automatically; one more has arrived meanwhile.
  play.advance(6_000);
  const asking = () =>
    (star!.view() as { readonly link: { readonly asking: readonly { readonly requestId: string; readonly name: string }[] } }).link.asking;
  expect(asking().map(({ name }) => name)).toEqual(['观众0001', '橘子海']);
  const [first, second] = asking();
  await star!.act({ type: 'choose', as: 'refuse', requestId: second!.requestId });
  await star!.act({ type: 'choose', as: 'admit', requestId: first!.requestId });
  expect(asking()).toEqual([]);
  expect(mine?.view()).toMatchObject({ isGuest: true, link: { guests: [{ userId: VIEWER_ID, seat: 1 }] } });
  // An answered request cannot be chosen again, and only the star may choose.
  const { length } = star!.calls;
  await star!.act({ type: 'choose', as: 'admit', requestId: first!.requestId });
  expect(star!.calls.length).toBe(length);
  await mine!.act({ type: 'leave' });
  expect(mine?.view()).toMatchObject({ isGuest: false, wish: null, link: { guests: [] } });
  await mine!.act({ type: 'request' });
  await mine!.act({ type: 'choose', as: 'admit', requestId: asking()[0]!.requestId });
  expect(mine?.view()).toMatchObject({ isGuest: false, ask: { name: 'failed', text: '仅主播可操作' } });
  await star!.act({ type: 'choose', as: 'refuse', requestId: asking()[0]!.requestId });
  expect(mine?.view()).toMatchObject({ wish: { status: 'refused' } });
  await star!.act({ type: 'close' });
  play.advance(7_000);
  expect(mine?.view()).toBeNull();
  play.host.dispose();
});

test('S37 ranks are requested when opened, show the own place, and report a failure', async () => {
  const half = await loadRoomHalf('ranks');
  const play = playedModule('ranks', half, [VIEWER_ID, 0]);
  const [mine, guest] = play.viewers;
  for (const viewer of play.viewers) await viewer.act({ type: 'entry' });
  expect(mine?.view()).toMatchObject({ load: 'idle', total: 128, own: { rank: expect.any(Number) as number } });
  expect((mine!.view()!['places'] as readonly { isMine: boolean }[]).filter(({ isMine }) => isMine).length).toBe(1);
  expect(guest?.view()).toMatchObject({ own: null });
  await mine!.act({ type: 'pick', which: { kind: 'guards', period: 'month' } });
  expect(mine?.view()).toMatchObject({ which: { kind: 'guards', period: 'month' }, load: 'idle' });
  const deaf = playedModule('ranks', half, [VIEWER_ID], () => undefined);
  await deaf.viewers[0]!.act({ type: 'entry' });
  deaf.advance(6_100);
  expect(deaf.viewers[0]?.view()).toMatchObject({ load: 'failed', places: null });
  for (let seed = 1; seed <= 4; seed++) {
    const bad = playedModule('ranks', half, [VIEWER_ID], disorder(seeded(seed)));
    await bad.viewers[0]!.act({ type: 'entry' });
    bad.start();
    bad.advance(60_000);
    expect(bad.viewers[0]?.errors).toEqual([]);
    expect(bad.phase()).toBeNull();
    bad.host.dispose();
  }
  play.host.dispose();
  deaf.host.dispose();
});

test('S37 the star writes a live flash, which the room receives as a headline; other users may not', async () => {
  const play = playedModule('live-flash', await loadRoomHalf('live-flash'), [STAR_ID, VIEWER_ID]);
  const [star, viewer] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'write', text: '   ' });
  expect(star?.view()).toMatchObject({ ask: { name: 'idle' } });
  await star!.act({ type: 'write', text: ' 九点抽奖 ' });
  expect(star?.view()).toMatchObject({ ask: { name: 'done', what: '九点抽奖' } });
  await viewer!.act({ type: 'entry' });
  await viewer!.act({ type: 'write', text: '九点抽奖' });
  expect(viewer?.view()).toMatchObject({ ask: { name: 'failed', text: '仅主播可操作' } });
  play.host.dispose();
});

test('S37 a confession without an addressee is answered by nobody, also not by a guest', async () => {
  const half = await loadRoomHalf('confession');
  const person = { userId: 42, nickname: '阿星' };
  for (const [userId, addressee, canAnswer] of [
    [0, 0, false],
    [0, 7, false],
    [7, 7, true],
    [8, 7, false],
  ] as const) {
    const viewer = moduleRoom(half, { userId, module: 'confession' }, (view) => view as View);
    viewer.take({
      name: 'confession',
      toUserId: null,
      body: { id: 6, answer: 0, star: person, user: { ...person, userId: addressee }, content: '你好' },
    });
    expect(viewer.view(), `${userId} of ${addressee}`).toMatchObject({ canAnswer });
  }
});

test('S37 a ceremony match with a time of its end is shown until this time of the viewer’s clock', async () => {
  const viewer = moduleRoom(await loadRoomHalf('ceremony'), { userId: 7, module: 'ceremony' }, (view) => view as View);
  const body = { ceremonyId: 1, matchId: 2, endTime: viewer.clock.epochMs() + 25_000, star: { userId: STAR_ID, nickname: '小喵' } };
  viewer.take({ name: 'ceremony-match-success', toUserId: null, body });
  expect(viewer.view()).toMatchObject({ leftMs: 25_000 });
  viewer.clock.advance(24_999);
  expect(viewer.view()).not.toBeNull();
  viewer.clock.advance(1);
  expect(viewer.view()).toBeNull();
});

test('S20 the star who enters is not a member of the audience', async () => {
  const viewer = moduleRoom(await loadRoomHalf('people'), { userId: 7, module: 'people' }, (view) => view as View);
  const enter = (userid: number): void =>
    viewer.take({ name: 'login', toUserId: null, body: { userid, nickname: `名${userid}`, richlevel: 3 } });
  enter(STAR_ID);
  viewer.clock.advance(2_000);
  expect(viewer.view()).toBeNull();
  enter(42);
  viewer.clock.advance(2_000);
  expect(viewer.view()).toMatchObject({ strip: [{ userId: 42 }] });
});
