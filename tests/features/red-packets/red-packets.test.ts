import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';
import { personNamed, sessionPush } from '../../../mocks/sessions/session.ts';
import {
  decideGrab,
  GRAB_REASONS,
  type Standing,
  readPacket,
  readShares,
  type Audience,
  type Packet,
  redPacketsMachine,
  type RedPackets,
  type RedPacketsEvent,
  redPacketsView,
  type RedPacketsView,
  room,
} from '../../../src/features/red-packets/room.ts';
import { messageOf } from '../../message-of.ts';

test('S37 each viewer grabs a red packet once, all of its coins are given, and the star gives the next one', async () => {
  const play = await playedFeature('red-packets', [VIEWER_ID, STAR_ID]);
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
  expect(mine?.view()).toMatchObject({ request: { name: 'failed', text: '你已经抢过了' } });
  // The star's form, which the server checks: too few coins first, then a valid packet.
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'give', coin: 10, num: 20, title: '' });
  expect(star?.view()).toMatchObject({ dialog: 'form', request: { name: 'failed' } });
  play.end();
  play.advance(16_000);
  expect(packet()).toBeNull();
  await star!.act({ type: 'give', coin: 100, num: 1, title: '晚安' });
  expect(star?.view()).toMatchObject({ dialog: 'none', packet: { title: '晚安', status: 'waiting' } });
  await mine!.act({ type: 'give', coin: 100, num: 1, title: '' });
  expect(mine?.view()).toMatchObject({ request: { name: 'failed', text: '仅主播可操作' } });
  play.advance(10_100);
  await mine!.act({ type: 'grab', packetId: packet()!.packetId });
  expect(packet()).toMatchObject({ status: 'empty', mine: { coin: 100 }, numLeft: 0 });
  play.host.dispose();
});

const packetOf = (fields: object): Packet =>
  readPacket(messageOf('red-packet', { packetId: 'p', version: 1, status: 2, leftMs: 9_000, ...fields }).body)!;
const GUEST: Standing = { userId: 0, isStar: false, isFollowing: false };
const VIEWER: Standing = { ...GUEST, userId: 7 };
const FOLLOWER: Standing = { ...VIEWER, isFollowing: true };

function after(standing: Standing, ...events: readonly RedPacketsEvent[]) {
  let state: RedPackets = redPacketsMachine.initial;
  const done: string[] = [];
  for (const event of events) {
    const [next, ...effects] = redPacketsMachine.step(state, event, 0, standing);
    state = next;
    done.push(...effects.map((effect) => (effect.type === 'call' ? effect.verb : effect.type)));
  }
  const view = redPacketsView(state, standing, 0);
  return { done, view, packet: view?.packet };
}

test('S37 the audience determines who may grab a packet; every reason is reached', () => {
  const decided = (audience: Audience, standing: Standing) => decideGrab(audience, standing);
  expect(decided('everybody', GUEST).mayGrab).toBe(true);
  for (const audience of ['followers', 'fan-club', 'guards', 'admins'] as const) expect(decided(audience, GUEST).mayGrab).toBe(false);
  expect([decided('followers', VIEWER).mayGrab, decided('followers', FOLLOWER).mayGrab]).toEqual([false, true]);
  // The page does not know who is a member, guard or admin: the service refuses the others, with its own text.
  for (const audience of ['fan-club', 'guards', 'admins'] as const) expect(decided(audience, VIEWER).mayGrab).toBe(true);
  const star = { ...VIEWER, isStar: true };
  const reasons = [
    decided('everybody', star),
    decided('everybody', GUEST),
    decided('admins', GUEST),
    decided('followers', VIEWER),
    decided('guards', VIEWER),
    decided('star', star),
    decided('star', VIEWER),
    decided('unknown', VIEWER),
  ];
  // Only the star may grab a packet for the star. A packet for an unknown audience cannot be grabbed.
  expect(reasons.slice(-3).map(({ mayGrab }) => mayGrab)).toEqual([true, false, false]);
  expect([0, 5, 6, -1].map((audience) => packetOf({ audience }).audience)).toEqual(['everybody', 'star', 'unknown', 'unknown']);
  expect(packetOf({ kind: 9 }).giver).toBe('');
  expect([packetOf({ packetId: '' }), packetOf({ status: 9 })]).toEqual([null, null]);
  expect(new Set(reasons.map(({ why }) => why))).toEqual(new Set(GRAB_REASONS));
});

test('S37 a guest has no button on a packet for admins, and a press has no effect', () => {
  const forAdmins = packetOf({ audience: 4, kind: 2 });
  const guest = after(GUEST, { type: 'packet', packet: forAdmins }, { type: 'grab', packetId: 'p' });
  expect(guest.packet).toMatchObject({ canGrab: false, audience: 'admins', giver: 'admin', shares: [] });
  expect(guest.done).toEqual([]);
  const open = after(GUEST, { type: 'packet', packet: packetOf({}) }, { type: 'grab', packetId: 'p' });
  expect(open).toMatchObject({ packet: { canGrab: true, giver: '' }, done: ['login'] });
});

test('S37 a share is requested once, only of an open packet that hangs; the dialog of the packet stays open after it', () => {
  const [packet, grab] = [
    { type: 'packet', packet: packetOf({}) },
    { type: 'grab', packetId: 'p' },
  ] as const;
  expect(after(VIEWER, packet, grab, grab).done).toEqual(['grab']);
  expect(after(VIEWER, grab, { type: 'packet', packet: packetOf({ status: 1 }) }, grab).done).toEqual([]);
  const opened = [packet, { type: 'open', packetId: 'p' }] as const;
  const grabbed = after(VIEWER, ...opened, grab, { type: 'answered', refusal: null });
  expect(grabbed.view).toMatchObject({ dialog: 'packet', request: { name: 'done' } });
  // A request of a closed dialog stays pending, its result is not shown when the dialog opens again.
  expect(after(VIEWER, ...opened, grab, { type: 'close' }).view).toMatchObject({ dialog: 'none', request: { name: 'sending' } });
  expect(after(VIEWER, ...opened, grab, { type: 'answered', refusal: 'x' }, { type: 'close' }).view).toMatchObject({
    request: { name: 'idle' },
  });
});

test('S37 a new follower may grab immediately: the view is rebuilt when the standing changes', () => {
  const state = redPacketsMachine.step(redPacketsMachine.initial, { type: 'packet', packet: packetOf({ audience: 1 }) }, 0, VIEWER)[0];
  const [next] = redPacketsMachine.step(state, { type: 'standing-changed' }, 0, FOLLOWER);
  expect(next).not.toBe(state);
  expect(redPacketsView(state, VIEWER, 0)?.packet?.canGrab).toBe(false);
  expect(redPacketsView(next, FOLLOWER, 0)?.packet?.canGrab).toBe(true);
});

/** The shares of `count` viewers with the ids 1 to `count`; the later, the fewer coins. */
const sharesOf = (count: number, own: number) => {
  const shares = Array.from({ length: count }, (_, at) => ({
    user: { userId: at + 1, nickname: `v${at + 1}` },
    coin: 1_000 - at,
    best: at === 0,
  }));
  return readShares(messageOf('red-packet-result', { packetId: 'p', shares }).body, own);
};

test('S37 of many shares the largest are listed, and the viewer always sees the own one', () => {
  expect(sharesOf(100, 0)).toHaveLength(50);
  expect(sharesOf(100, 0).at(-1)).toMatchObject({ userId: 50 });
  expect(sharesOf(100, 3)).toHaveLength(50);
  expect(sharesOf(100, 77)).toHaveLength(51);
  expect(sharesOf(100, 77).at(-1)).toMatchObject({ userId: 77, coin: 924 });
  const share = (userId: number, coin: number) => ({ user: { userId, nickname: 'n' }, coin, best: false });
  const shares = [share(1, 5), share(0, 7), share(2, 9), share(1, 8)];
  expect(readShares(messageOf('red-packet-result', { packetId: 'p', shares }).body, 0)).toMatchObject([
    { userId: 2, coin: 9 },
    { userId: 1, coin: 5 },
  ]);
  const result = (count: number): RedPacketsEvent => ({ type: 'result', packetId: 'p', shares: sharesOf(count, 77) });
  const viewer: Standing = { ...VIEWER, userId: 77 };
  const grabbed = after(viewer, { type: 'packet', packet: packetOf({ num: 100 }) }, result(60), result(77), result(60));
  expect(grabbed.packet).toMatchObject({ mine: { userId: 77, coin: 924 }, canGrab: false });
});

test('S37 the failure to grab a packet is shown on this packet, and not on the next one', () => {
  const packet = (packetId: string, leftMs: number): RedPacketsEvent => ({ type: 'packet', packet: packetOf({ packetId, leftMs }) });
  const events = [packet('first', 1_000), { type: 'grab', packetId: 'first' }, { type: 'answered', refusal: '已抢光' }] as const;
  const viewAfter = (...more: readonly RedPacketsEvent[]) => {
    let state: RedPackets = redPacketsMachine.initial;
    for (const event of [...events, ...more]) [state] = redPacketsMachine.step(state, event, 0, VIEWER);
    return redPacketsView(state, VIEWER, 0);
  };
  expect(viewAfter()).toMatchObject({ packet: { packetId: 'first' }, request: { name: 'failed', text: '已抢光' } });
  expect(viewAfter(packet('next', 500))).toMatchObject({ packet: { packetId: 'next' }, request: { name: 'idle' } });
});

test('S37 a message of a red packet without a time keeps the announced end of the same status', () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'red-packets' }, (view) => view as RedPacketsView);
  const leftMs = (version: number, status: number, change: object = {}) => {
    viewer.take(sessionPush('red-packet', { packetId: 'a', version, status, num: 9, numLeft: 9, ...change }));
    return viewer.view()?.packet?.leftMs;
  };
  expect(leftMs(1, 1, { leftMs: 10_000 })).toBe(10_000);
  viewer.clock.advance(4_000);
  expect([leftMs(2, 1), leftMs(3, 1)]).toEqual([6_000, 6_000]);
  expect(leftMs(4, 1, { leftMs: 1_000 })).toBe(1_000);
  // The packet opens by time: the assumed end of this status is not an announced one.
  viewer.clock.advance(1_000);
  expect(viewer.view()?.packet).toMatchObject({ status: 'open', leftMs: 0 });
  expect(leftMs(5, 2)).toBe(0);
  viewer.clock.advance(12_000);
  expect(viewer.view()?.packet?.status).toBe('open');
  expect(leftMs(6, 2, { leftMs: 40_000 })).toBe(40_000);
  viewer.clock.advance(3_000);
  expect(leftMs(7, 2, { numLeft: 4 })).toBe(37_000);
  expect(viewer.view()?.packet).toMatchObject({ numLeft: 4 });
  expect(leftMs(8, 3)).toBe(0);
});

test('S37 of more than six red packets the last one to be shown is dropped, never the opened one or one with an own share', async () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'red-packets' }, (view) => view as RedPacketsView);
  const packet = (packetId: string, leftMs: number, version = 1): void =>
    viewer.take(sessionPush('red-packet', { packetId, version, status: 2, leftMs }));
  const opened = async (packetId: string) => {
    await viewer.act({ type: 'open', packetId });
    return viewer.view()?.dialog === 'packet';
  };
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const [at, packetId] of ids.entries()) packet(packetId, 10_000 + at);
  // Repeated messages of all packets do not displace each other.
  for (const packetId of ids) packet(packetId, 0, 2);
  expect(viewer.view()?.packet).toMatchObject({ packetId: 'a', more: 5 });
  expect(await opened('g')).toBe(false);
  const share = { user: personNamed('n', VIEWER_ID), coin: 5, best: false };
  viewer.take(sessionPush('red-packet-result', { packetId: 'e', shares: [share] }));
  expect(await opened('f')).toBe(true);
  for (const packetId of ['h', 'i', 'j', 'k', 'l']) packet(packetId, 5_000);
  expect(viewer.view()).toMatchObject({ dialog: 'packet', packet: { packetId: 'f', more: 5 } });
  expect(await opened('e')).toBe(true);
  expect(viewer.view()?.packet?.mine).toMatchObject({ coin: 5 });
  for (const packetId of ['a', 'b', 'c', 'd']) expect(await opened(packetId), packetId).toBe(false);
});

test('S37 open red packets are shown first, then those with a countdown; the packet that the viewer grabs is not dropped', () => {
  const packet = (packetId: string, leftMs: number, status = 2, version = 1): RedPacketsEvent => ({
    type: 'packet',
    packet: packetOf({ packetId, leftMs, status, version }),
  });
  const two = [packet('waits', 1_000, 1), packet('open', 60_000)];
  expect(after(VIEWER, ...two).packet?.packetId).toBe('open');
  expect(after(VIEWER, ...two, packet('open', 0, 3, 2)).packet?.packetId).toBe('waits');
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((packetId, at) => packet(packetId, 10_000 + at));
  const grab = { type: 'grab', packetId: 'f' } as const;
  const shown = (packetId: string) => after(VIEWER, ...many, grab, packet('g', 1), { type: 'open', packetId }).packet?.packetId;
  expect([shown('f'), shown('e')]).toEqual(['f', 'g']);
});

test('S37 a form that is closed and opened again does not give a packet twice while the first request is pending', () => {
  const star: Standing = { ...VIEWER, isStar: true };
  const give = { type: 'give', coin: 100, num: 1, title: '' } as const;
  const form = { type: 'entry' } as const;
  expect(after(star, form).view).toEqual({ packet: null, dialog: 'form', request: { name: 'idle' } });
  expect(after(star, form, give, { type: 'close' }, form, give).done).toEqual(['give']);
});

test('S37 an older message of a red packet changes nothing, also after its end, which is looked up once if it was not announced', async () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'red-packets' }, (view) => view as RedPacketsView);
  const told = (packetId: string, version: number, status: number, leftMs = 0) => {
    viewer.take(sessionPush('red-packet', { packetId, version, status, leftMs }));
    return viewer.view()?.packet?.status ?? null;
  };
  // The end of a packet that is not known shows nothing.
  expect([told('a', 1, 3), told('a', 1, 4)]).toEqual([null, null]);
  expect([told('a', 2, 1, 5_000), told('a', 1, 2)]).toEqual(['waiting', 'waiting']);
  viewer.clock.advance(5_000);
  expect([viewer.view()?.packet?.status, viewer.calls.length]).toEqual(['open', 0]);
  expect(told('a', 3, 2, 1_000)).toBe('open');
  await viewer.act({ type: 'open', packetId: 'a' });
  // The message of its end is awaited for two seconds.
  viewer.clock.advance(2_999);
  expect(viewer.view()?.packet?.status).toBe('open');
  viewer.clock.advance(1);
  expect([viewer.view()?.packet?.status, viewer.calls]).toEqual(['over', [{ verb: 'snapshot', fields: {} }]]);
  expect(viewer.view()?.packet?.canGrab).toBe(false);
  viewer.clock.advance(20_000);
  expect(viewer.view()).toBeNull();
  expect([told('a', 3, 2), told('b', 1, 2), told('b', 2, 3)]).toEqual([null, 'open', 'empty']);
  // A finished packet is shown for eight seconds.
  viewer.clock.advance(7_999);
  expect(viewer.view()?.packet?.status).toBe('empty');
  viewer.clock.advance(12_001);
  // An announced end asks for nothing more.
  expect([viewer.view(), viewer.calls.length]).toEqual([null, 1]);
  expect([told('b', 1, 2), told('a', 4, 2)]).toEqual([null, 'open']);
  // The dialog of the packet was closed with its end.
  expect(viewer.view()?.dialog).toBe('none');
});

test('S37 only an open packet that ends unannounced is looked up, and does not return, whatever else hangs', () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'red-packets' }, (view) => view as RedPacketsView);
  const told = (packetId: string, status: number, leftMs: number): void =>
    viewer.take(sessionPush('red-packet', { packetId, version: 1, status, leftMs }));
  told('long', 2, 60_000);
  told('short', 1, 5_000);
  viewer.clock.advance(14_999);
  expect(viewer.calls).toEqual([]);
  viewer.clock.advance(1);
  expect(viewer.calls).toHaveLength(1);
  viewer.clock.advance(8_000);
  told('short', 2, 5_000);
  expect(viewer.view()).toMatchObject({ packet: { packetId: 'long', more: 0 } });
});
