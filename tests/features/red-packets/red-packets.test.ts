import { describe, expect, test } from 'vitest';
import { playedFeature, testsOfPlay, testsOfState, VIEWER_ID } from '../../feature-plays.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { personNamed } from '../../../mocks/sessions/session-people.ts';
import { room } from '../../../src/features/red-packets/room.ts';
import type { RedPacketsView } from '../../../src/features/red-packets/rules-view.ts';

describe('S9 S37 red-packets with its scripted session', () => {
  testsOfPlay('red-packets', 150_000);
  testsOfState('red-packets');
});

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
  expect(leftMs(6, 2, { leftMs: 40_000 })).toBe(40_000);
  viewer.clock.advance(3_000);
  expect(leftMs(7, 2, { numLeft: 4 })).toBe(37_000);
  expect(viewer.view()?.packet).toMatchObject({ numLeft: 4 });
  expect(leftMs(8, 3)).toBe(0);
});

test('S37 a dialog about a packet that is gone does not show the shares of another one', async () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'red-packets' }, (view) => view as RedPacketsView);
  const packet = (packetId: string) => viewer.take(sessionPush('red-packet', { packetId, version: 1, status: 2, leftMs: 60_000 }));
  packet('b');
  // The packet ended while its button was pressed.
  await viewer.act({ type: 'open', packetId: 'a' });
  expect(viewer.view()).toMatchObject({ dialog: 'none', packet: { packetId: 'b' } });
  await viewer.act({ type: 'open', packetId: 'b' });
  expect(viewer.view()).toMatchObject({ dialog: 'packet', packet: { packetId: 'b' } });
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
