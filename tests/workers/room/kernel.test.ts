/** The room's kernel: routing of events of page, player, socket and login. */
import { beforeAll, expect, test } from 'vitest';
import type { FeatureManifest } from '../../../src/core/feature.ts';
import type { MessageName } from '../../../src/wire/registry.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import { listeningHalf, liveInfo, loadAllFeatures, openRoom, testFeature, type RoomOptions } from './harness.ts';

beforeAll(loadAllFeatures);

const message = (name: MessageName, fields: Readonly<Record<string, unknown>>): SocketDown => messagesDown([messageOf(name, fields)]);

/** A room with one feature that records its events. */
async function roomWithListener(change: Partial<FeatureManifest>, options: RoomOptions = {}) {
  const listener = listeningHalf();
  const room = openRoom({ features: [testFeature(change)], loadFeature: async () => listener.half, ...options });
  await room.settle(40);
  return { ...room, ...listener };
}

test('P2 a bad flag is ignored, reported and written to the player log', async () => {
  const room = openRoom({ path: '/live/1001?lite=maybe' });
  await room.settle(40);
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'PARAMETER_BAD', detail: 'lite: must be 1 or 0' });
  expect(room.view().player.log).toContainEqual(expect.objectContaining({ type: 'note', text: expect.stringContaining('1 bad URL') }));
});

test('P24 the player is notified when the browser is offline', async () => {
  const room = openRoom();
  await room.settle(40);
  room.player.setOnline(false);
  await room.settle(40);
  expect(room.view().player.log.at(-1)).toMatchObject({ type: 'network', isOnline: false });
});

test('P4 S5 the first picture changes the layout, and a vertical room reports its screen to the socket', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ room: { vertical: 1 } }) } });
  await room.settle(40);
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
  const room = openRoom({ answers: { '/info': () => info } });
  await room.settle(40);
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

test('P30 messages of the stream reach the figures and the features', async () => {
  const room = await roomWithListener({ wakes: ['room-start'] });
  room.report({ type: 'stream-messages', messages: [{ code: 2, json: '{"delay":250}', ptsMs: 0 }] });
  await room.settle(40);
  expect(room.types()).toContain('stream-messages');
  expect(room.view().streamInfo).toMatchObject({ dispatched: 1, delayMs: 250 });
});

test('P24 a player that gives up is reported as an error', async () => {
  const room = openRoom({ answers: { '/addresses': { responseCode: 1 } } });
  await room.settle(40);
  for (let attempt = 0; attempt < 6; attempt++) {
    room.report({ type: 'failed', failure: 'ACK_NETWORK_FAIL', detail: 'x', network: true, codecUnsupported: false });
    await room.settle(5_000);
  }
  await room.settle(60_000);
  expect(room.reported('log')).toContainEqual({ type: 'log', level: 'error', text: 'the player gave up' });
});

test('S24 a line that needs a login opens the login box', async () => {
  const room = openRoom();
  await room.settle(40);
  room.socket.deliver({ type: 'login-required' });
  await room.settle(40);
  expect(room.view().dialogs).toEqual([{ type: 'login' }]);
});

test('S23 the slider check is loaded when the address service requires it, and hidden when it is over', async () => {
  const room = openRoom();
  await room.settle(40);
  room.socket.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  expect(room.view().features['slider-check']).toMatchObject({ name: 'shown' });
  room.socket.deliver({ type: 'slider', needed: false });
  await room.settle(40);
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
});

test('S20 the viewer’s own chat is marked as own in the list', async () => {
  const room = openRoom({ cookie: 'fx_userid=5; fx_token=t' });
  await room.settle(40);
  room.socket.deliver(message('chat', { senderid: 5, sendername: '小鱼', chatmsg: '你好' }));
  room.socket.deliver(message('chat', { senderid: 6, sendername: '阿星', chatmsg: '你好' }));
  await room.settle(200);
  const rows = room.commands('chat').flatMap(({ batch }) => batch.rows);
  expect(rows.map((row) => row.isMe)).toEqual([true, false]);
});

test('P11 the viewer’s own entry sets name, level, portrait and badges; entries of others do not', async () => {
  const room = openRoom({ cookie: 'fx_userid=5; fx_token=t' });
  await room.settle(40);
  room.socket.deliver(message('login', { userid: 6, nickname: '阿星', richlevel: 3 }));
  await room.settle(40);
  expect(room.view().me).toEqual({ userId: 5, nickname: '', richLevel: 0 });
  room.socket.deliver(message('login', { userid: 5, nickname: '小鱼', richlevel: 9, userLogo: '/5.jpg', fanstags: '追光者' }));
  await room.settle(40);
  expect(room.view().me).toEqual({
    userId: 5,
    nickname: '小鱼',
    richLevel: 9,
    logo: '/5.jpg',
    badges: [{ type: 'fan', text: '追光者', level: 0, iconUrl: '' }],
  });
});

test.each([
  ['the same viewer keeps the level', 5, 9],
  ['another viewer has none before the entry message', 8, 0],
] as const)('P11 after a second login without a logout %s', async (_name, userId, richLevel) => {
  const room = openRoom({ cookie: 'fx_userid=5; fx_token=t' });
  await room.settle(40);
  room.socket.deliver(message('login', { userid: 5, nickname: '小鱼', richlevel: 9 }));
  await room.settle(40);
  room.act({ type: 'login', userId, token: 't-2', nickname: '远山' });
  await room.settle(40);
  expect(room.view().me).toEqual({ userId, nickname: '远山', richLevel });
});

test('P5 the remote config reaches the player, and features by their key', async () => {
  const configured = listeningHalf((context, key) => context.report('info', String(context.config(key as string))));
  const room = openRoom({
    features: [testFeature({ wakes: ['action'] })],
    loadFeature: async () => configured.half,
    answers: { '/config': { h265: 0, tempo: 'slow' }, '/info': { ...liveInfo(), data: { ...withBoth() } } },
  });
  await room.settle(40);
  expect(room.played).toMatchObject([{ type: 'play', kind: 'h264' }]);
  room.act({ type: 'feature', feature: 'sample', action: 'tempo' });
  await room.settle(40);
  expect(room.reported('log')).toContainEqual({ type: 'log', level: 'info', text: 'sample: slow' });
});

test('P5 the remote config switches a feature off by its name', async () => {
  const room = await roomWithListener({ wakes: ['room-start'] }, { answers: { '/config': { featuresOff: 'sample' } } });
  expect(room.view().features['sample']).toEqual({ name: 'off', why: 'switched off by the remote config' });
  expect(room.types()).toEqual([]);
});

test('S22 the remote config determines who is welcomed in the chat', async () => {
  const welcomed = async (config: object) => {
    const room = openRoom({ answers: { '/config': config } });
    await room.settle(40);
    room.socket.deliver(message('login', { userid: 9, nickname: '阿星', richlevel: 5 }));
    await room.settle(200);
    return room.commands('chat').flatMap(({ batch }) => batch.rows.map(({ name }) => name));
  };
  expect(await welcomed({})).toEqual(['阿星']);
  expect(await welcomed({ welcomeMode: 2 })).toEqual([]);
});

const withBoth = () => ({
  status: 1,
  sid: 's',
  httpflv: ['https://cdn.test/a.flv'],
  h265flv: ['https://cdn.test/b.flv'],
  room: { starId: 77 },
});

test('P8 the ad query is sent in parallel with live info and config', async () => {
  const never = () => new Promise(() => undefined);
  const room = openRoom({ answers: { '/info': never, '/config': never } });
  await room.settle(40);
  expect(room.asked.map(({ url }) => url.pathname)).toEqual(['/room/1001/info', '/config', '/mfx-kugoulive/ad/query']);
});

test('each wake reason of the manifest works: room start, live, login, and star only', async () => {
  for (const wake of ['room-start', 'live'] as const)
    expect((await roomWithListener({ wakes: [wake] })).view().stage).toEqual({ name: 'live' });
  const loads: string[] = [];
  const features = (['room-start', 'live', 'login', 'star-room'] as const).map((wake) => testFeature({ name: wake, wakes: [wake] }));
  const loadFeature = async (name: string) => {
    loads.push(name);
    return listeningHalf().half;
  };
  const viewer = openRoom({ features, loadFeature });
  await viewer.settle(40);
  expect(loads).toEqual(['room-start', 'live']);
  viewer.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await viewer.settle(40);
  expect(loads).toEqual(['room-start', 'live', 'login']);
  loads.length = 0;
  const star = openRoom({ path: '/room/star/1001', cookie: 'fx_userid=77; fx_token=t', features, loadFeature });
  await star.settle(40);
  expect(loads).toEqual(['room-start', 'star-room']);
});

test('P31 a feature for stars runs only for the star, once the role is known', async () => {
  const star = { path: '/room/star/1001', cookie: 'fx_userid=77; fx_token=t' };
  const room = await roomWithListener({ wakes: ['star-room'], roles: [1] }, star);
  room.page.deliver({ type: 'page-hide' });
  expect(room.types()).toContain('page-hide');
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

test('P42 reports contain the star, the client type and the device', async () => {
  const star = openRoom({ path: '/room/star/1001?lenovo=1', cookie: 'fx_userid=77; fx_token=t' });
  await star.settle(40);
  const identity = star.reported('identity').at(-1)?.identity;
  expect(identity).toMatchObject({ isStar: true, platformId: 43, starId: 77 });
  expect(identity?.deviceNo).toMatch(/^\w{32}$/);
  const embedded = openRoom({ path: '/live/e/1001' });
  await embedded.settle(40);
  expect(embedded.reported('identity').at(-1)?.identity).toMatchObject({ embed: true, platformId: 8 });
});

test('P5 P9 back to live ends the lead-in, and leaves a limited room for the room itself', async () => {
  const list = { code: 0, data: { video: [{ url: '/lead-in.mp4', title: '晴天' }], nextFetchId: '' } };
  const watching = openRoom({ path: '/live/1001?type=3&songName=晴天', answers: { '/current.json': list } });
  await watching.settle(40);
  expect(watching.view().stage).toEqual({ name: 'feature', feature: 'lead-in' });
  watching.act({ type: 'back-to-live' });
  await watching.settle(40);
  expect(watching.view().stage).toEqual({ name: 'live' });
  expect(watching.commands('navigate')).toEqual([]);
  const limited = openRoom({ path: '/live/1001?r=liveroom', answers: { '/info': liveInfo({ code: 20_000 }) } });
  await limited.settle(40);
  expect(limited.view().dialogs).toMatchObject([{ type: 'back-to-live', code: 20_000 }]);
  expect(limited.view().stage).toEqual({ name: 'closed' });
  limited.act({ type: 'back-to-live' });
  await limited.settle(40);
  expect([limited.view().dialogs, limited.commands('navigate')]).toEqual([[], [{ type: 'navigate', to: '/live/1001' }]]);
});

test('P8 a stage feature that is switched off while it has the stage releases it', async () => {
  const guest = listeningHalf((context) => context.stage.take());
  const room = openRoom({
    features: [testFeature({ wakes: ['room-start'], stageOrder: 1 })],
    loadFeature: async () => guest.half,
  });
  await room.settle(40);
  expect(guest.types()).toContain('stage-offered');
  room.act({ type: 'feature', feature: 'sample', action: null });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'sample' });
  room.page.deliver({ type: 'page-part-failed', name: 'sample', feature: true, detail: 'x' });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('a feature stores under its own name, and can open the login box', async () => {
  const feature = listeningHalf((context) => {
    context.storage.write('seen', 3, null);
    context.openLogin();
  });
  const room = openRoom({ features: [testFeature({ wakes: ['action'] })], loadFeature: async () => feature.half });
  await room.settle(40);
  room.act({ type: 'feature', feature: 'sample', action: null });
  await room.settle(40);
  expect(room.commands('store')).toContainEqual(expect.objectContaining({ area: 'local', key: 'footlight.sample.seen' }));
  expect(room.view().dialogs).toEqual([{ type: 'login' }]);
});
