/** The start-up's requests: what is sent, what their bad fields and failures cause, and what the debug flags replace. */
import { beforeAll, expect, test } from 'vitest';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { listeningHalf, liveInfo, loadAllFeatures, openRoom, testFeature, type RoomOptions } from '../harness.ts';

beforeAll(loadAllFeatures);

type Room = ReturnType<typeof openRoom>;
const failed = { type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false } as const;
const failures = (room: Room): readonly string[] => room.reported('failure').map(({ code, detail }) => `${code} ${detail}`);
const notes = (room: Room): readonly string[] => room.view().player.log.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []));
const addressesOf = (data: object): object => ({ responseCode: 0, data: { status: 1, httpflv: ['https://cdn.test/b.flv'], ...data } });

async function opened(options: RoomOptions = {}): Promise<Room> {
  const room = openRoom(options);
  await room.settle(40);
  return room;
}

/** A room whose player has failed once and has requested new addresses. */
async function refetched(options: RoomOptions): Promise<Room> {
  const room = await opened(options);
  room.report(failed);
  await room.settle(6_000);
  await room.settle(40);
  return room;
}

test('P1 P5 an address without a room requests no live info and no config, and connects no chat', async () => {
  const room = await opened({ path: '/nowhere' });
  expect(room.askedFor('/info')).toEqual([]);
  expect(room.askedFor('/config')).toEqual([]);
  expect(room.connects()).toEqual([]);
  expect(room.room.decisions()).toContainEqual(expect.objectContaining({ machine: 'start-up', event: 'live-info-failed' }));
  expect(notes(room)).toContain('fallback start: the live info could not be had');
});

test('P6 P42 each bad field of live info, of the config and of fresh addresses is reported, and the room starts', async () => {
  const room = await refetched({
    answers: {
      '/info': liveInfo({ room: { viewers: 'many' } }),
      '/config': { stallWaitMs: 'long', tempo: 'slow' },
      '/addresses': addressesOf({ streamWidth: -1 }),
    },
  });
  const reported = failures(room);
  expect(reported).toContainEqual(expect.stringMatching(/^HTTP_BAD_BODY room\.viewers: /));
  expect(reported).toContainEqual(expect.stringMatching(/^HTTP_BAD_BODY stallWaitMs must be /));
  expect(reported).toContainEqual(expect.stringMatching(/^HTTP_BAD_BODY data\.streamWidth: /));
  expect(room.played.flatMap((command) => (command.type === 'play' ? [command.url] : []))).toEqual([
    'https://cdn.test/a.flv',
    'https://cdn.test/b.flv',
  ]);
});

/** The value of a config key as a feature reads it. */
async function configOf(key: string, options: RoomOptions) {
  const values: unknown[] = [];
  const { half } = listeningHalf((context) => values.push(context.config(key)));
  const room = await opened({ ...options, features: [testFeature({ wakes: ['action'] })], loadFeature: async () => half });
  room.act({ type: 'feature', feature: 'sample', action: null });
  await room.settle(40);
  return { room, value: values[0] };
}

test('P2 P5 the debug config precedes the remote one for player and features, and its bad entries are reported by name', async () => {
  const answers = { '/config': { tempo: 1, stallWaitMs: 4_000 } };
  const { room, value } = await configOf('tempo', { path: '/live/1001?debug=1&config=tempo:3,stallWaitMs:5000,h265:7,bad', answers });
  expect(value).toBe(3);
  const [configured] = room.commands('player').flatMap(({ order }) => (order.type === 'configure' ? [order.config] : []));
  expect(configured?.numbers.stallWaitMs).toBe(5_000);
  expect(failures(room).filter((line) => line.startsWith('PARAMETER_BAD'))).toEqual([
    'PARAMETER_BAD config: bad',
    'PARAMETER_BAD config: h265 must be a switch',
  ]);
  const plain = await configOf('tempo', { path: '/live/1001?config=tempo:3,bad', answers });
  expect([plain.value, failures(plain.room)]).toEqual([1, []]);
});

test('P5 without a config the defaults apply, and the debug config still does', async () => {
  const { room, value } = await configOf('tempo', {
    path: '/live/1001?debug=1&config=tempo:3',
    answers: { '/config': new Error('offline') },
  });
  expect(value).toBe(3);
  expect(room.played).toHaveLength(1);
});

test('P2 P21 the debug address is tried again without a request to the address service', async () => {
  const room = await refetched({ path: '/live/1001?debug=1&kind=h264&src=https://try.test/x.flv' });
  expect(room.askedFor('/addresses')).toEqual([]);
  expect(room.played.filter(({ type }) => type === 'play')).toMatchObject([
    { url: 'https://try.test/x.flv' },
    { url: 'https://try.test/x.flv' },
  ]);
});

test('P21 P7 addresses of a stream that is over cause another request for live info', async () => {
  const room = await refetched({ answers: { '/addresses': addressesOf({ status: 0 }) } });
  expect(room.askedFor('/info').length).toBe(2);
  expect(notes(room)).toContain('live info again: the addresses say that the stream is over');
  expect(room.commands('reload')).toEqual([]);
});

test('P6 a room that does not exist is logged with the status of its answer', async () => {
  const room = await opened({ answers: { '/info': undefined } });
  expect(room.view().phase).toBe('ready');
  expect(notes(room)).toContain('live info answered with status 404');
});

test('P24 a player that gave up plays again as soon as live info has another stream', async () => {
  let sid = 'sid-1';
  const sized = (): object => {
    const info = liveInfo() as { readonly data: object };
    return { ...info, data: { ...info.data, sid } };
  };
  const room = await opened({ answers: { '/info': sized, '/addresses': { responseCode: 1 } } });
  const retries = (): number => room.commands('player').filter(({ order }) => order.type === 'retry').length;
  for (let attempt = 0; attempt < 8 && room.view().player.activity.name !== 'failed'; attempt++) {
    room.report(failed);
    await room.settle(5_000);
    await room.settle(40);
  }
  expect([room.view().player.activity.name, retries()]).toEqual(['failed', 0]);
  sid = 'sid-2';
  for (let waited = 0; waited < 12; waited++) await room.settle(10_000);
  expect(retries()).toBeGreaterThan(0);
});

test('P5 P6 a room that a push opened gets the layout of its kind', async () => {
  let info = liveInfo({ status: 0 });
  const room = await opened({ answers: { '/info': () => info } });
  expect(room.view().layout.orientation).toBe('horizontal');
  info = liveInfo({ room: { vertical: 1 } });
  room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status: 1 })]));
  await room.settle(1_100);
  await room.settle(40);
  expect(room.view().layout.orientation).toBe('vertical');
});

test.each<readonly [what: string, options: RoomOptions, isIdle: boolean]>([
  ['plays', {}, true],
  ['does not exist', { answers: { '/info': undefined } }, true],
  [
    'shows a lead-in',
    {
      path: '/live/1001?type=3&songName=x',
      answers: { '/current.json': { code: 0, data: { video: [{ url: '/a.mp4' }], nextFetchId: '' } } },
    },
    true,
  ],
  ['waits for live info', { answers: { '/info': () => new Promise(() => undefined) } }, false],
  ['waits for the config', { answers: { '/config': () => new Promise(() => undefined) } }, false],
])('P5 a room that %s has nothing pending: %j', async (_what, options, isIdle) => {
  const room = await opened(options);
  room.report({ type: 'first-frame', width: 852, height: 480, sinceStartMs: 100 });
  await room.settle(40);
  let done = false;
  void room.room.idle().then(() => (done = true));
  for (let turn = 0; turn < 4; turn++) await room.settle(60);
  expect(done).toBe(isIdle);
});
