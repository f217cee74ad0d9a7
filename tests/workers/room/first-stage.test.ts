/** The page's early order to the player equals the room worker's: both decide the same visits. */
import { beforeAll, expect, test } from 'vitest';
import { decideFirstStage, type FirstStage } from '../../../src/core/room/start/first-stage.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { liveInfo, loadAllFeatures, openRoom, type RoomOptions } from './harness.ts';

beforeAll(loadAllFeatures);

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
  );
}

async function ordered({ info: live = liveInfo(), config = {}, ad = NO_AD, ...visit }: Visit) {
  const room = openRoom({ ...visit, answers: { '/info': live, '/config': config, '/ad/query': ad } });
  await room.settle();
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
  ['an advertisement was watched before', { ad: AD, storage: { 'footlight.adsWatched': stored(['0:c1']) } }],
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
  // A further one needs its rule in core/room/start/first-stage.ts.
  expect(FEATURES.filter(({ stageOrder }) => stageOrder !== undefined).map(({ name }) => name)).toEqual(['ad', 'lead-in']);
});
