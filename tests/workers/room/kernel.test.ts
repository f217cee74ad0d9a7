/** The room's kernel: routing of events of page, player, socket and login. */
import { beforeAll, expect, test } from 'vitest';
import type { FeatureManifest } from '../../../src/core/feature.ts';
import type { MessageName } from '../../../src/wire/registry.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import { listeningPart, liveInfo, loadAllFeatures, openedRoom, testFeature, type RoomOptions } from './harness.ts';

beforeAll(loadAllFeatures);

const message = (name: MessageName, fields: Readonly<Record<string, unknown>>): SocketDown => messagesDown([messageOf(name, fields)]);

/** A room with one feature that records its events. */
async function roomWithListener(change: Partial<FeatureManifest>, options: RoomOptions = {}) {
  const listener = listeningPart();
  const room = await openedRoom({ features: [testFeature(change)], loadFeature: async () => listener.part, ...options });
  return { ...room, ...listener };
}

test('P2 a bad flag is ignored, reported and written to the player log', async () => {
  const room = await openedRoom({ path: '/live/1001?lite=maybe' });
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'PARAMETER_BAD', detail: 'lite: must be 1 or 0' });
  expect(room.view().player.log).toContainEqual(expect.objectContaining({ type: 'note', text: expect.stringContaining('1 bad URL') }));
});

test('P24 the player is notified when the browser is offline', async () => {
  const room = await openedRoom();
  room.player.setOnline(false);
  await room.settle(40);
  expect(room.view().player.log.at(-1)).toMatchObject({ type: 'network', isOnline: false });
});

test('S4 the chat login of a vertical room has screen 1, that of another room 0', async () => {
  for (const vertical of [0, 1]) {
    const room = await openedRoom({ answers: { '/info': liveInfo({ room: { vertical } }) } });
    expect(room.connects().map((identity) => identity.vertical)).toEqual([vertical === 1]);
  }
});

test('P4 S5 the first picture changes the layout, and a vertical room reports its screen to the socket', async () => {
  const room = await openedRoom({ answers: { '/info': liveInfo({ room: { vertical: 1 } }) } });
  expect(room.socket.posted).toContainEqual({ type: 'screen', vertical: true });
  const before = room.view().layout;
  room.report({ type: 'first-frame', width: 400, height: 400, sinceStartMs: 100 });
  await room.settle(40);
  expect(room.view().layout.video).not.toEqual(before.video);
});

test('P4 P6 the size in live info is used until a picture reports its own, which later live info does not replace', async () => {
  const sized = (streamWidth: number, streamHeight: number): object => {
    const info = liveInfo() as { readonly data: object };
    return { ...info, data: { ...info.data, streamWidth, streamHeight } };
  };
  let info = sized(1_280, 720);
  const room = await openedRoom({ answers: { '/info': () => info } });
  expect(room.view().layout.picture).toEqual({ width: 1_280, height: 720 });
  room.report({ type: 'first-frame', width: 400, height: 400, sinceStartMs: 100 });
  await room.settle(40);
  expect(room.view().layout.picture).toEqual({ width: 400, height: 400 });
  info = sized(640, 360);
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 0 }));
  await room.settle(1_000);
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 1 }));
  for (let second = 0; second < 20; second++) await room.settle(1_000);
  expect(room.askedFor('/info').length).toBeGreaterThan(1);
  room.page.deliver({ type: 'viewport', width: 1_200, height: 800, devicePixelRatio: 1 });
  await room.settle(300);
  await room.settle(40);
  expect(room.view().layout.picture).toEqual({ width: 400, height: 400 });
});

test('P5 the remote config reaches the player, the socket, and features by their key', async () => {
  const configured = listeningPart((context, key) => context.report('info', String(context.config(key as string))));
  const room = await openedRoom({
    features: [testFeature({ wakes: ['action'] })],
    loadFeature: async () => configured.part,
    answers: { '/config': { h265: 0, tempo: 'slow', chatReturnMs: 9_000 }, '/info': { ...liveInfo(), data: { ...withBoth() } } },
  });
  expect(room.played).toMatchObject([{ type: 'play', kind: 'h264' }]);
  expect(room.socket.posted).toContainEqual({ type: 'return-spread', ms: 9_000 });
  room.act({ type: 'feature', feature: 'sample', action: 'tempo' });
  await room.settle(40);
  expect(room.reported('log')).toContainEqual({ type: 'log', level: 'info', text: 'sample: slow' });
});

test('P5 the remote config switches a feature off by its name', async () => {
  const room = await roomWithListener({ wakes: ['room-start'] }, { answers: { '/config': { featuresOff: 'sample' } } });
  expect(room.view().features['sample']).toEqual({ name: 'off', why: 'switched off by the remote config' });
  expect(room.types()).toEqual([]);
});

const withBoth = () => ({
  status: 1,
  sid: 's',
  httpflv: ['https://cdn.test/a.flv'],
  h265flv: ['https://cdn.test/b.flv'],
  room: { starId: 77 },
});

test('each wake reason of the manifest works: room start, live, login, and star only', async () => {
  for (const wake of ['room-start', 'live'] as const)
    expect((await roomWithListener({ wakes: [wake] })).view().stage).toEqual({ name: 'live' });
  const loads: string[] = [];
  const features = (['room-start', 'live', 'login', 'star-room'] as const).map((wake) => testFeature({ name: wake, wakes: [wake] }));
  const loadFeature = async (name: string) => {
    loads.push(name);
    return listeningPart().part;
  };
  const viewer = await openedRoom({ features, loadFeature });
  expect(loads).toEqual(['room-start', 'live']);
  viewer.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await viewer.settle(40);
  expect(loads).toEqual(['room-start', 'live', 'login']);
  loads.length = 0;
  await openedRoom({ path: '/room/star/1001', cookie: 'fx_userid=77; fx_token=t', features, loadFeature });
  expect(loads).toEqual(['room-start', 'star-room']);
});

test('features get events when the room is known, live starts or ends, the login changes, and the page is hidden', async () => {
  const room = await roomWithListener({ wakes: ['room-start'] });
  expect(room.types()).toEqual(expect.arrayContaining(['room-changed', 'live-started', 'layout-changed']));
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 0 }));
  await room.settle(40);
  expect(room.types()).toContain('live-stopped');
  room.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  expect(room.events.at(-1)).toEqual({ type: 'login-changed', userId: 5 });
  room.page.deliver({ type: 'page-hide' });
  expect(room.types().at(-1)).toBe('page-hide');
  expect(room.socket.posted.at(-1)).toEqual({ type: 'leave' });
  expect(room.reported('room').at(-1)?.event).toBe('left');
});
