import { beforeAll, expect, test } from 'vitest';
import type { PlayerActivity } from '../../../src/player/rules/recovery/activity.ts';
import type { MessageName } from '../../../src/wire/registry.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import type { SocketDown, SocketUp } from '../../../src/workers/socket/api.ts';
import { fakePort, liveInfo, loadAllFeatures, openRoom } from './harness.ts';

beforeAll(loadAllFeatures);

const STAR_LOGIN = 'fx_userid=77; fx_token=t';
const login = (userId: number): string => STAR_LOGIN.replace('77', String(userId));
const message = (name: MessageName, fields: Readonly<Record<string, unknown>>): SocketDown => messagesDown([messageOf(name, fields)]);

test('P5 live info and config are requested in parallel, live starts with live info’s address, chat connects after it', async () => {
  const room = openRoom();
  expect(room.asked.map(({ url }) => url.pathname)).toEqual(['/room/1001/info', '/config']);
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'live' });
  expect(room.played).toMatchObject([{ type: 'play', kind: 'h264', url: 'https://cdn.test/a.flv' }]);
  expect(room.connects()).toMatchObject([{ roomId: 1_001, userId: 0, sid: 'sid-1' }]);
  expect(room.reported('room').map(({ event }) => event)).toEqual(['live', 'entered']);
});

test('P8 the ad query contains its app id and platform, sends cookies to the secure service, and times out after 2 s', async () => {
  const room = openRoom();
  await room.settle();
  const [query] = room.askedFor('/ad/query');
  expect(query?.url.origin).toBe('https://secure.test');
  expect(Object.fromEntries(query?.url.searchParams ?? [])).toEqual({ roomId: '1001', appid: '1010', _p: '7' });
  expect(query?.init).toMatchObject({ method: 'POST', credentials: 'include' });
});

test('P8 an ad takes the stage, chat connects meanwhile, and live starts when it ends', async () => {
  const ad = { code: 0, data: { adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 } };
  const room = openRoom({ answers: { '/ad/query': ad } });
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'ad' });
  expect(room.connects()).toHaveLength(1);
  room.act({ type: 'feature', feature: 'ad', action: { type: 'ended', failed: false } });
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('P9 the lead-in’s duration is logged every 10 s, only for the specified union ids', async () => {
  const list = { code: 0, data: { video: [{ url: '/lead-in.mp4', songName: '晴天' }], nextFetchId: '' } };
  for (const [unionId, logged] of [
    ['134', ['lead-in: 10 s, union id 134', 'lead-in: 20 s, union id 134']],
    ['135', []],
  ] as const) {
    const room = openRoom({ path: `/live/1001?type=3&songName=晴天&fx_unionId_ck=${unionId}`, answers: { '/current.json': list } });
    await room.settle();
    expect(room.view().features['lead-in']).toEqual({ name: 'shown', view: { item: 1, src: '/lead-in.mp4', title: '晴天' } });
    for (let second = 1; second <= 21; second++) {
      room.act({ type: 'feature', feature: 'lead-in', action: { type: 'progress', positionS: second, durationS: 60 } });
      await room.settle(1_000);
    }
    expect(room.reported('log').flatMap(({ level, text }) => (level === 'performance' ? [text] : []))).toEqual(logged);
  }
});

test('P9 an attempt without a picture within 15 s is logged with code 111 and counted, and live starts', async () => {
  const list = { code: 0, data: { video: [{ url: '/lead-in.mp4', songName: '晴天' }], nextFetchId: '' } };
  const room = openRoom({ path: '/live/1001?type=3&songName=晴天', answers: { '/current.json': list } });
  await room.settle();
  await room.settle(14_000);
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'lead-in' });
  await room.settle(1_000);
  expect(room.view().stage).toEqual({ name: 'live' });
  expect(room.reported('log').filter(({ level }) => level === 'error')).toEqual([
    { type: 'log', level: 'error', text: 'lead-in: code 111' },
  ]);
  expect(room.reported('count')).toContainEqual({ type: 'count', name: 'lead-in.111', by: 1 });
});

test('P9 the own accepted song and the own gift of type 4 end the lead-in; those of others do not', async () => {
  const list = { code: 0, data: { video: [{ url: '/lead-in.mp4', title: '晴天' }], nextFetchId: '' } };
  for (const end of [message('song-order', { user: { userId: 5 }, status: 2 }), message('gift', { senderid: 5, type: 4 })]) {
    const room = openRoom({ path: '/live/1001?type=3&songName=晴天', cookie: login(5), answers: { '/current.json': list } });
    await room.settle();
    expect(room.view().stage).toEqual({ name: 'feature', feature: 'lead-in' });
    room.socket.deliver(message('song-order', { user: { userId: 6 }, status: 2 }));
    room.socket.deliver(message('song-order', { user: { userId: 5 }, status: 1 }));
    room.socket.deliver(message('gift', { senderid: 6, type: 4 }));
    await room.settle();
    expect(room.view().stage).toEqual({ name: 'feature', feature: 'lead-in' });
    room.socket.deliver(end);
    await room.settle();
    expect(room.view().stage).toEqual({ name: 'live' });
  }
});

test('P2 P11 a viewer who enters on a mount is shown on it, but not in lite mode', async () => {
  const enter = async (path: string) => {
    const room = openRoom({ path });
    await room.settle();
    const ext = JSON.stringify({ usingMount: { n: '银河列车', s: 1, id: 3, bi: '/mount.png' } });
    room.socket.deliver(message('login', { userid: 9, nickname: '小鱼', ext }));
    await room.settle();
    await room.settle(60);
    return room.view().features['mounts'];
  };
  expect(await enter('/live/1001')).toMatchObject({ name: 'shown', view: { name: '银河列车', welcome: '小鱼' } });
  expect(await enter('/live/1001?lite=1')).toBeUndefined();
});

test('P2 the union id becomes a cookie, lite hides the mounts, lenovo and refer reach the socket login', async () => {
  const room = openRoom({ path: '/live/1001?fx_unionId_ck=134&lite=1&lenovo=1&refer=6' });
  await room.settle();
  expect(room.commands('set-cookie').map(({ cookie }) => cookie)).toEqual([expect.stringMatching(/^fx_unionId_134=134; .*; secure$/)]);
  expect(room.view().layout.mounts).toBeNull();
  expect(room.connects()).toMatchObject([{ platformId: 43, referer: '206' }]);
});

test('P6 a changed live type reloads the page once, and not again within half a minute', async () => {
  const answers = { '/addresses': { responseCode: 0, data: { status: 1, liveType: 'radio', httpflv: ['https://cdn.test/b.flv'] } } };
  const failing = async (session: Readonly<Record<string, string>>) => {
    const room = openRoom({ answers, session });
    await room.settle();
    room.report({ type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false });
    await room.settle();
    await room.settle(6_000);
    return room;
  };
  const room = await failing({});
  expect(room.askedFor('/addresses').length).toBeGreaterThan(0);
  expect(room.commands('reload')).toHaveLength(1);
  expect(room.commands('store')).toContainEqual(expect.objectContaining({ area: 'session', key: 'footlight.reloadedMs' }));
  const justReloaded = await failing({ 'footlight.reloadedMs': String(room.clock.epochMs() - 20_000) });
  expect(justReloaded.askedFor('/addresses').length).toBeGreaterThan(0);
  expect(justReloaded.commands('reload')).toHaveLength(0);
  // The system clock was set back after the last reload.
  const setBack = await failing({ 'footlight.reloadedMs': String(room.clock.epochMs() + 3_600_000) });
  expect(setBack.commands('reload')).toHaveLength(1);
});

test('S4 the login contains the orientation of the room and the offset from session storage', async () => {
  const room = openRoom({
    answers: { '/info': liveInfo({ room: { vertical: 1, isVertical: 1, kind: 'vertical' } }) },
    session: { 'footlight.socketOffset': '1001:99,1002:5' },
  });
  await room.settle();
  expect(room.connects()).toMatchObject([{ vertical: true, offset: '99' }]);
});

test('S23 a dangerous user sees the slider; passing it notifies the socket and hides the check', async () => {
  const room = openRoom();
  await room.settle();
  room.socket.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  expect(room.view().features['slider-check']).toMatchObject({ name: 'shown' });
  room.act({ type: 'feature', feature: 'slider-check', action: { type: 'passed' } });
  await room.settle(40);
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
  expect(room.socket.posted.at(-1)).toMatchObject({ type: 'slider-passed', safety: { safeTimes: '1' } });
});

test('S23 a slider that a crashed socket worker required is hidden: the next worker requires it again', async () => {
  const room = openRoom();
  await room.settle();
  room.socket.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  const fresh = fakePort<SocketUp, SocketDown>();
  room.page.deliver({ type: 'worker-back', worker: 'socket', port: fresh.port });
  await room.settle(40);
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
  fresh.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  expect(room.view().features['slider-check']).toMatchObject({ name: 'shown' });
});

test('S4 S24 a login reconnects as that user and changes the identity of the reports; a logout connects as a guest', async () => {
  const room = openRoom();
  await room.settle();
  room.act({ type: 'open-login' });
  room.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await room.settle(40);
  expect(room.view().me).toMatchObject({ userId: 5, nickname: '小鱼' });
  expect(room.view().dialogs).toEqual([]);
  expect(room.connects().map(({ userId }) => userId)).toEqual([0, 5]);
  expect(room.reported('identity').at(-1)?.identity).toMatchObject({ roomId: 1_001, userId: 5 });
  room.act({ type: 'logout' });
  expect(room.connects().at(-1)?.userId).toBe(0);
});

test('P42 every report follows its identity, and contains the stream id once it is known', async () => {
  const room = openRoom();
  expect(room.stats.posted[0]).toMatchObject({ type: 'identity', streamId: '' });
  await room.settle();
  expect(room.reported('identity').at(-1)).toMatchObject({ streamId: 'sid-1', identity: { isStar: false } });
});

test('a restarted socket worker is reconnected, a restarted stats worker gets the identity and continues visit and pull', async () => {
  const room = openRoom();
  await room.settle();
  const fresh = fakePort<unknown, never>();
  room.page.deliver({ type: 'worker-died', worker: 'socket', detail: 'x', restarting: true });
  await room.settle(40);
  expect(room.view().services).toMatchObject([{ service: 'socket', recovering: true }]);
  room.page.deliver({ type: 'worker-back', worker: 'socket', port: fresh.port });
  await room.settle(40);
  expect(room.view().services).toEqual([]);
  expect(fresh.posted).toMatchObject([{ type: 'connect', identity: { roomId: 1_001 } }]);
  const again = fakePort<unknown, never>();
  room.page.deliver({ type: 'worker-back', worker: 'stats', port: again.port });
  expect(again.posted).toMatchObject([
    { type: 'identity' },
    { type: 'room', event: 'resumed' },
    { type: 'pull', event: 'start', fields: { kind: 'h264' } },
  ]);
});

test('P1 P5 a message family whose file is missing is shown as a failed part of the page until it is loaded', async () => {
  const room = openRoom();
  await room.settle();
  const family = (isLoaded: boolean) => ({ type: 'family', family: 'pk', isLoaded }) as const;
  room.socket.deliver(family(false));
  await room.settle(40);
  expect(room.view().services).toEqual([{ service: 'page', name: 'pk', code: 'MODULE_LOAD_FAILED', recovering: false }]);
  room.socket.deliver(family(true));
  await room.settle(40);
  expect(room.view().services).toEqual([]);
});

test('S2 a chat that used up its attempts connects again after the next first picture, a refused chat does not', async () => {
  const room = openRoom();
  await room.settle();
  const failed = (error: 'SOCKET_EXHAUSTED' | 'SOCKET_ADDRESS_REFUSED') =>
    ({ type: 'state', name: 'failed', attempt: 5, retryAtMs: null, queued: 0, why: 'attempts used up', error }) as const;
  const retries = () => room.socket.posted.filter(({ type }) => type === 'retry').length;
  const picture = { type: 'first-frame', width: 852, height: 480, sinceStartMs: 100 } as const;
  room.socket.deliver(failed('SOCKET_ADDRESS_REFUSED'));
  room.report(picture);
  await room.settle(40);
  expect(retries()).toBe(0);
  room.socket.deliver(failed('SOCKET_EXHAUSTED'));
  room.report(picture);
  await room.settle(40);
  expect(retries()).toBe(1);
});

test('S2 a chat that used up its attempts in a room without a picture connects again when the browser is online, a refused chat does not', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ status: 0 }) } });
  await room.settle();
  const state = { type: 'state', name: 'failed', attempt: 5, retryAtMs: null, queued: 0, why: 'attempts used up' } as const;
  const retries = () => room.socket.posted.filter(({ type }) => type === 'retry').length;
  for (const error of ['SOCKET_ADDRESS_REFUSED', 'SOCKET_EXHAUSTED'] as const) {
    expect(retries()).toBe(0);
    room.socket.deliver({ ...state, error });
    room.page.deliver({ type: 'online' });
    await room.settle(40);
  }
  expect(retries()).toBe(1);
  room.socket.deliver({ ...state, name: 'open', error: null });
  room.page.deliver({ type: 'online' });
  await room.settle(40);
  expect(retries()).toBe(1);
});

test('P7 a room that was offline when the network went away shows the broadcast as soon as the browser is online', async () => {
  let status = 0;
  const room = openRoom({ answers: { '/info': () => liveInfo({ status }) } });
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'offline-video' });
  status = 1;
  room.page.deliver({ type: 'online' });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test.each<readonly [what: string, stage: string, activity: PlayerActivity]>([
  ['plays live', 'live', { name: 'playing' }],
  ['waits for its next attempt', 'live', { name: 'waiting', untilMs: 9_000, next: 'line', round: 1 }],
  ['was stopped by the viewer', 'live', { name: 'stopped', by: 'viewer' }],
  ['was stopped for the advertisement', 'feature', { name: 'stopped', by: 'owner' }],
  ['has not started', 'feature', { name: 'idle' }],
])('P8 P9 after a restart of the room worker with a player that %s, the stage is: %s', async (_what, stage, activity) => {
  const ad = { code: 0, data: { adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 } };
  const room = openRoom({ answers: { '/ad/query': ad } });
  room.page.deliver({ type: 'player-state', facts: [{ type: 'activity', activity }] });
  await room.settle(40);
  expect(room.view().stage.name).toBe(stage);
  expect(room.commands('player').map(({ order }) => order.type)).toContain(stage === 'live' ? 'play' : 'stop');
});

test('P6 a room that the server refuses to the viewer shows only the refusal: no chat and no stream, even after a push', async () => {
  const room = openRoom({ path: '/live/1001', answers: { '/info': liveInfo({ code: 20_000, room: { isLiveRoom: true } }) } });
  await room.settle();
  expect(room.view().unavailable).toMatchObject({ why: 'refused', code: 20_000 });
  expect(room.connects()).toEqual([]);
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 1 }));
  await room.settle(40);
  expect([room.view().stage.name, room.view().room.liveStatus]).toEqual(['loading', 0]);
  room.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await room.settle(40);
  expect(room.view().me.userId).toBe(5);
  expect(room.connects()).toEqual([]);
});

test('P5 S4 a login before the room is open does not connect the chat; the first connection has the login and the room’s kind', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ room: { isLiveRoom: true } }) } });
  room.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await room.settle();
  expect(room.connects()).toMatchObject([{ userId: 5, roomKind: 'live' }]);
});

test('P6 an unknown room is shown as missing; a room whose live info fails starts anyway', async () => {
  const missing = openRoom({ answers: { '/info': undefined } });
  await missing.settle();
  expect(missing.view().unavailable).toEqual({ why: 'missing', code: 0, message: '' });
  expect(missing.connects()).toEqual([]);
  const failing = openRoom({ answers: { '/info': new Error('no network') } });
  await failing.settle();
  expect(failing.view().unavailable).toBeNull();
  expect(failing.connects()).toHaveLength(1);
});

test('P10 client download: with status 1 its address is saved, a failure is shown by its code, never by an address', async () => {
  const asked = async (answer: unknown) => {
    const room = openRoom({ answers: { '/getClientVerForWeb': answer } });
    await room.settle();
    room.page.deliver({ type: 'action', action: { type: 'download-client' } });
    await room.settle();
    return { saved: room.page.posted.filter(({ type }) => type === 'download'), dialogs: room.view().dialogs };
  };
  const alert = { type: 'alert', about: 'client-download' };
  expect(await asked({ status: 1, data: { url: 'https://dl.example/app.exe' } })).toEqual({
    saved: [{ type: 'download', url: 'https://dl.example/app.exe' }],
    dialogs: [],
  });
  const refused = await asked({ status: 0, errorcode: 1_100, data: { url: 'https://dl.example/app.exe' } });
  expect(refused).toEqual({ saved: [], dialogs: [{ ...alert, why: 'CLIENT_VERSION_REFUSED', answer: '1100' }] });
  expect((await asked(new TypeError('Failed to fetch'))).dialogs).toEqual([{ ...alert, why: 'HTTP_NETWORK', answer: '' }]);
});

test('P40 a page restored from the back-forward cache continues its visit and logs in to the chat again', async () => {
  const room = openRoom();
  await room.settle();
  const connects = room.connects().length;
  room.page.deliver({ type: 'page-hide' });
  expect(room.reported('room').at(-1)?.event).toBe('left');
  expect(room.socket.posted.at(-1)).toEqual({ type: 'leave' });
  room.page.deliver({ type: 'page-back' });
  expect(room.reported('room').at(-1)?.event).toBe('resumed');
  expect(room.connects()).toHaveLength(connects + 1);
});

test('P7 a push of live status stops and starts live; a push of another room changes nothing', async () => {
  const room = openRoom();
  await room.settle();
  room.socket.deliver(message('live-status', { roomid: 4, status: 0 }));
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 0 }));
  await room.settle(40);
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'offline-video' });
  expect(room.view().features['offline-video']).toMatchObject({
    name: 'shown',
    view: { replays: [{ url: '/offline.mp4', title: '' }], index: 0 },
  });
  room.socket.deliver(message('live-status', { roomid: 1_001, status: 1 }));
  // Live info is requested for the new stream, a second after the request when the star left.
  await room.settle(1_100);
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('P31 the room’s star publishes and pulls nothing; retry does not start a player', async () => {
  const room = openRoom({ path: '/room/star/1001', cookie: STAR_LOGIN });
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'publish' });
  room.act({ type: 'retry-player' });
  await room.settle();
  expect(room.played).toEqual([]);
});

test('P3 the layout follows a resize after 200 ms without another one', async () => {
  const room = openRoom();
  await room.settle();
  room.page.deliver({ type: 'viewport', width: 390, height: 844, devicePixelRatio: 3 });
  room.clock.advance(199);
  expect(room.view().layout.compact).toBe(false);
  await room.settle(1);
  expect(room.view().layout.compact).toBe(true);
});

test('decisions with reasons are kept, for start-up and features alike', async () => {
  const room = openRoom();
  await room.settle();
  const machines = new Set(room.room.decisions().map(({ machine }) => machine));
  expect(machines).toContain('start-up');
  expect(machines).toContain('ad');
  expect(room.room.decisions()[0]).toMatchObject({ machine: 'start-up', event: 'start', from: 'new', to: 'live-info' });
});
