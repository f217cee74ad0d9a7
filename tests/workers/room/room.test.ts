import { beforeAll, expect, test } from 'vitest';
import type { LateWhy } from '../../../src/core/late-part.ts';
import { decideFirstStage, type FirstStage } from '../../../src/core/room/start/start-up.ts';
import { BEFORE_LIVE } from '../../../src/features/before-live.ts';
import { FEATURES } from '../../../src/features/index.ts';
import type { PlayerActivity } from '../../../src/player/rules/recovery/orders.ts';
import { ReachHub } from '../../../src/workers/room/room-base.ts';
import { fakePort, liveInfo, loadAllFeatures, openedRoom, openRoom, type RoomOptions } from './harness.ts';

beforeAll(loadAllFeatures);

test('P5 live info and config are requested in parallel, live starts with live info’s address, chat connects after it', async () => {
  const room = openRoom();
  expect(room.asked.map(({ url }) => url.pathname)).toEqual(['/room/1001/info', '/config']);
  await room.settle();
  expect(room.view().stage).toEqual({ name: 'live' });
  expect(room.played).toMatchObject([{ type: 'play', kind: 'h264', url: 'https://cdn.test/a.flv' }]);
  expect(room.connects()).toMatchObject([{ roomId: 1_001, userId: 0, sid: 'sid-1' }]);
  expect(room.reported('room').map(({ event }) => event)).toEqual(['live', 'entered']);
});

test('P42 every report follows its identity, and contains the stream id once it is known', async () => {
  const room = openRoom();
  expect(room.stats.posted[0]).toMatchObject({ type: 'identity', streamId: '' });
  await room.settle();
  expect(room.reported('identity').at(-1)).toMatchObject({ streamId: 'sid-1', identity: { isStar: false } });
});

test('a restarted socket worker is reconnected, a restarted stats worker gets the identity and continues visit and pull', async () => {
  const room = await openedRoom({}, 0);
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
  const room = await openedRoom({}, 0);
  const family = (why: LateWhy | null) => ({ type: 'family', family: 'pk', why }) as const;
  room.socket.deliver(family('could not be loaded'));
  await room.settle(40);
  expect(room.view().services).toEqual([{ service: 'page', name: 'pk', code: 'MODULE_LOAD_FAILED', recovering: true }]);
  room.socket.deliver(family(null));
  await room.settle(40);
  expect(room.view().services).toEqual([]);
});

/** Messages to the socket worker about reachability and retries, since the last call. */
function reachOf(room: ReturnType<typeof openRoom>): readonly string[] {
  const about = room.socket.posted.flatMap((message) =>
    message.type === 'reach' ? [message.reach] : message.type === 'retry' ? [`retry by the ${message.from}`] : [],
  );
  room.socket.posted.length = 0;
  return about;
}
const PAUSED = { type: 'state', name: 'paused', attempt: 5, retryAtMs: 1, queued: 0, why: 'attempts used up', error: null } as const;

test('S2 while chat and picture fail, only the picture tries; when it returns, the chat tries soon', async () => {
  const room = await openedRoom({}, 0);
  reachOf(room);
  room.socket.deliver(PAUSED);
  expect(reachOf(room)).toEqual([]);
  const failure = { type: 'failure', failure: 'TIMEOUT', ack: null, kind: 'h264', network: true, why: 'every retry is used' } as const;
  const size = { width: 852, height: 480 };
  const picture = { type: 'first-frame', kind: 'h264', size, sinceStartMs: 100, canPictureInPicture: false } as const;
  room.page.deliver({ type: 'player', fact: failure, atMs: 1 });
  expect(reachOf(room)).toEqual(['down']);
  room.page.deliver({ type: 'player', fact: picture, atMs: 2 });
  expect(reachOf(room)).toEqual(['up']);
  // A picture that plays proves nothing for a chat whose server is down.
  room.socket.deliver({ ...PAUSED, name: 'connecting' });
  room.socket.deliver(PAUSED);
  room.page.deliver({ type: 'player', fact: picture, atMs: 3 });
  expect(reachOf(room)).toEqual([]);
});

test('S2 the browser’s network and a visible tab reach the chat', async () => {
  const room = openRoom();
  reachOf(room);
  room.page.deliver({ type: 'network', isOnline: false });
  room.page.deliver({ type: 'network', isOnline: true });
  room.page.deliver({ type: 'visible' });
  await room.settle(40);
  expect(reachOf(room)).toEqual(['down', 'up', 'retry by the page', 'retry by the page']);
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

test('P5 S4 a login before the room is open does not connect the chat; the first connection has the login and the room’s kind', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ room: { isLiveRoom: true } }) } });
  room.act({ type: 'login', userId: 5, token: 'tok', nickname: '小鱼' });
  await room.settle();
  expect(room.connects()).toMatchObject([{ userId: 5, roomKind: 'live' }]);
});

test('P40 a page restored from the back-forward cache continues its visit and logs in to the chat again', async () => {
  const room = await openedRoom({}, 0);
  const connects = room.connects().length;
  room.page.deliver({ type: 'page-hide' });
  expect(room.reported('room').at(-1)?.event).toBe('left');
  expect(room.socket.posted.at(-1)).toEqual({ type: 'leave' });
  room.page.deliver({ type: 'page-back' });
  expect(room.reported('room').at(-1)?.event).toBe('resumed');
  expect(room.connects()).toHaveLength(connects + 1);
});

/** The page's early order to the player equals the room worker's: both decide the same visits. */
const NO_AD = { code: 0, data: { adSwitch: 0 } };
const AD = { code: 0, data: { adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 } };
const stored = (value: unknown): string => JSON.stringify({ value, untilMs: null });

/** Live info with other fields of its stream or room. */
const info = (stream: object, room: object = {}): object => {
  const plain = liveInfo({ room }) as { data: object };
  return { ...plain, data: { ...plain.data, ...stream } };
};

interface Visit extends Pick<RoomOptions, 'path' | 'cookie' | 'storage'> {
  readonly info?: unknown;
  readonly config?: unknown;
  readonly ad?: unknown;
}

function ahead({
  path = '/live/1001',
  cookie = '',
  storage = {},
  info: live = liveInfo(),
  config = {},
  ad = NO_AD,
}: Visit): FirstStage | null {
  const text = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));
  const { pathname, searchParams } = new URL(path, 'https://room.test');
  return decideFirstStage(
    {
      pathname,
      query: searchParams,
      cookie,
      viewport: { width: 1_280, height: 800 },
      storage,
      nowEpochMs: 0,
    },
    { liveInfo: text(live), config: text(config), ad: text(ad) },
    Object.values(BEFORE_LIVE),
  );
}

async function ordered({ info: live = liveInfo(), config = {}, ad = NO_AD, ...visit }: Visit) {
  const room = await openedRoom({ ...visit, answers: { '/info': live, '/config': config, '/ad/query': ad } }, 0);
  const { stage, layout } = room.view();
  const orders = room.commands('player').map(({ order }) => order);
  const configured = orders.find((order) => order.type === 'configure');
  return { order: orders.find((order) => order.type === 'play'), config: configured?.config, layout, stage };
}

const H265 = { h265flv: ['https://cdn.test/a.265.flv'], streamWidth: 1_280, streamHeight: 720 };

test.each<readonly [string, Visit]>([
  ['a plain room', {}],
  ['an embedded room', { path: '/live/e/1001' }],
  ['an H265 room', { info: info(H265) }],
  ['an H265 room for a machine that was measured', { info: info(H265), storage: { 'footlight.decodeThreads': stored('1:3.20') } }],
  ['an H265 room for a viewer who chose H264', { info: info(H265), storage: { 'footlight.playerType': stored('h264') } }],
  ['H265 that stalled in earlier visits', { info: info(H265), storage: { 'footlight.stallCount': stored(9) } }],
  ['H265 that is switched off', { info: info(H265), config: { h265: 0 } }],
  ['a viewer who saves data', { info: info(H265), storage: { 'footlight.dataSaver': stored('sound-only') } }],
  ['another volume, muted', { storage: { 'footlight.volume': stored(0.3), 'footlight.muted': stored(true) } }],
  ['an upright room', { info: info({ streamWidth: 540, streamHeight: 960 }, { vertical: true }) }],
  ['a theatre', { storage: { 'footlight.theatre': stored(true), 'footlight.chatHidden': stored(true) } }],
  ['a viewer who is logged in', { cookie: 'fx_userid=5; fx_token=t' }],
  ['an ad without a film', { ad: { code: 0, data: { adSwitch: 1, src: '' } } }],
  ['an ad whose answer is none', { ad: 'no answer' }],
  ['an answer in a callback', { info: `liveInfo(${JSON.stringify(liveInfo())})` }],
  ['a stored value that is none', { storage: { 'footlight.volume': '{' } }],
  ['a room with WebRTC', { info: info({ webrtc: [{ url: 'https://cdn.test/rtc', provider: 5 }] }), config: { webrtc: 1 } }],
  ['a stream that viewers share', { info: info({ enableP2PArr: ['https://cdn.test/p2p.js'] }), config: { p2p: 1 } }],
  ['a lead-in that is switched off', { path: '/live/1001?type=3&songName=x', config: { leadIn: 0 } }],
  ['an advertisement that was watched before', { ad: AD, storage: { 'footlight.ad.watched': stored(['0:c1']) } }],
  ['a room of which the browser plays nothing', { info: info({ httpflv: [], nativeh265: ['https://cdn.test/a.flv'] }) }],
])('P5 P21 P22 the addresses of %s are passed to the player before the room worker runs, with the layout', async (_name, visit) => {
  const first = ahead(visit);
  const { order, config, layout, stage } = await ordered(visit);
  expect(stage).toEqual({ name: 'live' });
  expect(order).toEqual({ type: 'play', addresses: first?.addresses });
  expect(first).toEqual({ addresses: first?.addresses, config, layout });
});

test.each<readonly [string, Visit]>([
  ['an advertisement plays', { ad: AD }],
  ['an advertisement was watched by another user', { ad: AD, storage: { 'footlight.ad.watched': stored(['5:c1']) } }],
  ['a lead-in is asked for', { path: '/live/1001?type=3&songName=x' }],
  ['the star is away', { info: liveInfo({ status: 0 }) }],
  ['the room has sound alone', { info: liveInfo({ liveType: 'radio' }) }],
  ['the star opens it', { cookie: 'fx_userid=77; fx_token=t' }],
  ['the address is the star’s', { path: '/room/star/1001' }],
  ['the service limits the room', { info: liveInfo({ code: 20_000 }) }],
  ['the live info is a failure', { info: liveInfo({ code: 5 }) }],
  ['the live info cannot be read', { info: '<html>' }],
  ['the config cannot be read', { config: '<html>' }],
  ['there is no address', { info: info({ httpflv: [] }) }],
  ['a developer names the player', { path: '/live/1001?debug=1&kind=h264&src=/live/b.flv' }],
  ['a developer names the config', { path: '/live/1001?debug=1&config=stallWaitMs:3000' }],
])('P6 P7 P8 P9 nothing plays before the room worker decides if %s', (_name, visit) => {
  expect(ahead(visit)).toBeNull();
});

test('P8 P9 every feature that may take the stage before live is considered', () => {
  const names = FEATURES.filter(({ stageOrder }) => stageOrder !== undefined).map(({ name }) => name);
  expect(Object.keys(BEFORE_LIVE)).toEqual(names);
});

function open() {
  const hub = new ReachHub();
  const heard: string[] = [];
  for (const part of ['chat', 'services', 'picture', 'reports'] as const) hub.listen(part, (reach) => heard.push(`${part} ${reach}`));
  return { hub, heard: () => heard.splice(0) };
}

test('S2 when two parts fail, all others wait but the picture, which tries; its return ends the waits of all', () => {
  const { hub, heard } = open();
  hub.observe('chat', false);
  expect(heard()).toEqual(['reports down']);
  expect(hub.holds('services')).toBe(false);
  hub.observe('picture', false);
  expect(heard()).toEqual(['reports down', 'chat down', 'services down']);
  expect([hub.holds('services'), hub.holds('picture')]).toEqual([true, false]);
  // The part that tries fails again: those that wait already are left alone.
  hub.observe('picture', false);
  expect(heard()).toEqual(['reports down']);
  hub.observe('services', false);
  expect(heard()).toEqual(['reports down', 'chat down', 'services down']);
  hub.observe('picture', true);
  expect(heard()).toEqual(['reports up', 'chat up', 'services up']);
  expect(hub.holds('services')).toBe(false);
});

test('S33 reports wait while one part fails, and go on when another one works; one that arrives is news only in an outage', () => {
  const { hub, heard } = open();
  hub.reported();
  expect(heard()).toEqual([]);
  hub.observe('chat', false);
  hub.observe('picture', true);
  expect(heard()).toEqual(['reports down', 'reports up']);
  hub.observe('chat', false);
  hub.observe('services', false);
  heard();
  hub.reported();
  expect(heard()).toEqual(['reports up', 'chat up', 'picture up']);
});
