/** The start-up's controller: calls, commands and reports of its decisions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeLiveInfo, type Decoded, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import type { StartUp } from '../../../../src/core/room/start/start-up.ts';
import { createDecisionLog } from '../../../../src/player/base/machine.ts';
import type { Failure, Result } from '../../../../src/core/errors.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { recorder } from '../../../../src/player/tests/recorder.ts';
import { createLiveCheckController } from '../../../../src/workers/room/controllers/start-up-controller.ts';
import type { RoomBase } from '../../../../src/workers/room/room-base.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { listeningPart, liveInfo, loadAllFeatures, openedRoom, type openRoom, type RoomOptions, testFeature } from '../harness.ts';

beforeAll(loadAllFeatures);

const starLeft = messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]);
const failed = { type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false } as const;

test('P5 the player waits for the config, which may arrive late', async () => {
  let answer: (config: object) => void = () => undefined;
  const room = await openedRoom({ answers: { '/config': () => new Promise((resolve) => (answer = resolve)) } });
  expect(room.played).toEqual([]);
  answer({});
  await room.settle(40);
  expect(room.played).toHaveLength(1);
});

test('P7 P30 when the star leaves the player stops, the visit becomes offline once, and the stream’s figures are cleared', async () => {
  const room = await openedRoom();
  room.report({ type: 'stream-messages', messages: [{ code: 2, json: '{"delay":250}', ptsMs: 0 }] });
  await room.settle(40);
  expect(room.view().streamInfo).toMatchObject({ dispatched: 1, delayMs: 250 });
  room.socket.deliver(starLeft);
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'stop', keepsPicture: false });
  expect(room.reported('room').map(({ event }) => event)).toEqual(['live', 'entered', 'offline']);
  expect(room.view().streamInfo).toMatchObject({ dispatched: 0 });
  room.act({ type: 'retry-player' });
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'stop' });
});

test('P21 P24 fresh addresses are requested as a retry for the failed player; a failure of the call is reported', async () => {
  const room = await openedRoom();
  room.report(failed);
  await room.settle(6_000);
  await room.settle(40);
  expect(room.askedFor('/addresses').map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([{ kind: 'h264', type: 'retry' }]);
  expect(room.reported('failure')).toContainEqual(
    expect.objectContaining({ code: 'HTTP_STATUS', detail: expect.stringContaining('/addresses') }),
  );
});

/** The start-up's requests: what is sent, what their bad fields and failures cause, and what the debug flags replace. */
describe('start up calls', () => {
  type Room = ReturnType<typeof openRoom>;
  const failed = { type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false } as const;
  const failures = (room: Room): readonly string[] => room.reported('failure').map(({ code, detail }) => `${code} ${detail}`);
  const notes = (room: Room): readonly string[] => room.view().player.log.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []));
  const addressesOf = (data: object): object => ({ responseCode: 0, data: { status: 1, httpflv: ['https://cdn.test/b.flv'], ...data } });

  async function opened(options: RoomOptions = {}): Promise<Room> {
    const room = await openedRoom(options);
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
    const { part } = listeningPart((context) => values.push(context.config(key)));
    const room = await opened({ ...options, features: [testFeature({ wakes: ['action'] })], loadFeature: async () => part });
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
    await room.settle(3_000);
    expect(room.askedFor('/info').length).toBe(2);
    expect(notes(room)).toContain('live info again: the addresses say that the stream is over');
    expect(room.commands('reload')).toEqual([]);
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
});

// Requests of live info after the start: when they are sent, and what their answers, or missing answers, change.

type Answer = Result<Decoded<LiveInfo>>;
const decoded = (body: object): Answer => decodeLiveInfo(body);
const infoOf = (body: object): LiveInfo => {
  const read = decoded(body);
  if (!read.ok) throw new Error(read.error.detail);
  return read.value.value;
};

const KNOWN = { info: infoOf(liveInfo()), role: { isStar: false, role: 0, redirectTo: null }, isFallback: false } as const;
const FAILURE: Failure = { code: 'HTTP_STATUS', detail: '503' };
const FAILED: Answer = { ok: false, error: FAILURE };
const GUEST = { ...KNOWN, guest: 'ad', later: [], isOpen: true } as const;
const OFFLINE: StartUp = { name: 'running', shows: 'offline-video', ...KNOWN };

interface Case {
  /** One answer for each request; none: the request stays without an answer. */
  readonly answers?: readonly Answer[];
  readonly hasPlayerFailed?: boolean;
  readonly firstMs?: number;
  readonly roomId?: number | null;
  /** Nothing is reachable, and another part tries. */
  readonly isHeld?: boolean;
}

function liveCheck({ answers = [], hasPlayerFailed = false, firstMs, roomId = 1_001, isHeld = false }: Case = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  /** Time and room of each request. */
  const asked: (readonly [atMs: number, roomId: number])[] = [];
  const base = {
    calls: {
      liveInfo(room: number) {
        asked.push([clock.nowMs(), room]);
        const answer = answers[asked.length - 1];
        return answer === undefined ? new Promise<Answer>(() => undefined) : Promise.resolve(answer);
      },
    },
    // 0: the upper bound of each wait.
    platform: { ...clock, random: () => 0 },
    decisions: createDecisionLog(),
    reach: { holds: () => isHeld },
    roomId,
    stats: part('stats'),
  } as unknown as RoomBase;
  const controller = createLiveCheckController({
    base,
    firstMs: () => firstMs ?? null,
    hasPlayerFailed: () => hasPlayerFailed,
    log: record('log'),
    startUp: record('startUp'),
  });
  /** Advances the clock in steps of a second; answers arrive after each step. */
  async function pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
      clock.advance(Math.min(leftMs, 1_000));
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    }
  }
  return { controller, clock, asked, taken, pass };
}

test.each<readonly [what: string, state: StartUp, hasPlayerFailed: boolean, afterMs: number | null, byPush: boolean]>([
  ['has not started', { name: 'new' }, false, null, false],
  ['waits for live info', { name: 'live-info' }, false, null, false],
  ['is left', { name: 'gone' }, false, null, false],
  ['is limited by the server', { name: 'gone', isLimited: true }, false, 30_000, true],
  ['offers the stage', { name: 'offered', untilMs: 0, ...GUEST }, false, 60_000, true],
  ['shows an advertisement', { name: 'guest', ...GUEST }, false, 60_000, true],
  ['shows live', { name: 'running', shows: 'live', ...KNOWN }, false, null, true],
  ['shows a failed player', { name: 'running', shows: 'live', ...KNOWN }, true, 10_000, true],
  ['is offline', OFFLINE, false, 20_000, true],
  ['is offline, whatever the player did', OFFLINE, true, 20_000, true],
  ['is closed', { name: 'running', shows: 'closed', ...KNOWN }, true, 30_000, true],
  [
    'is the star’s own',
    { name: 'running', shows: 'publish', ...KNOWN, role: { isStar: true, role: 1, redirectTo: null } },
    true,
    null,
    false,
  ],
])('P6 P7 a room that %s requests live info by time and by push as its state needs', (_what, state, hasPlayerFailed, afterMs, byPush) => {
  const byTime = liveCheck({ hasPlayerFailed });
  byTime.controller.onStartUp(state === OFFLINE ? { name: 'guest', ...GUEST } : OFFLINE);
  byTime.controller.onStartUp(state);
  byTime.clock.advance(500_000);
  expect(byTime.asked).toEqual(afterMs === null ? [] : [[afterMs, 1_001]]);
  const pushed = liveCheck({ hasPlayerFailed });
  pushed.controller.onStartUp(state);
  pushed.controller.onPush(0);
  pushed.clock.advance(4_000);
  expect(pushed.asked).toEqual(byPush ? [[4_000, 1_001]] : []);
});

test('P6 the first interval is the one of the remote config', () => {
  const it = liveCheck({ firstMs: 4_000 });
  it.controller.onStartUp(OFFLINE);
  it.clock.advance(4_000);
  expect(it.asked).toEqual([[4_000, 1_001]]);
  expect(it.taken()).toEqual([['log', 'live info again: no news for a while']]);
});

test('P7 live info after a push is passed to start-up, in the viewer’s clock and with the state of the player', async () => {
  const serverTime = 1_700_000_000 - 100;
  const again = { ...liveInfo({ room: { liveSince: serverTime - 60 } }), serverTime };
  const it = liveCheck({ answers: [decoded(again)], hasPlayerFailed: true });
  it.controller.onStartUp(OFFLINE);
  it.controller.onPush(1);
  await it.pass(5_000);
  const read = infoOf(again);
  const info = { ...read, clockAheadMs: 104_000, room: { ...read.room, liveSinceS: 1_700_000_000 - 56 } };
  expect(it.taken()).toEqual([
    ['log', 'live info again: a push'],
    ['startUp', { type: 'live-info-again', info, hasPlayerFailed: true }],
  ]);
});

test('P21 while nothing is reachable and another part of the room tries, live info waits, also after its own failure', async () => {
  for (const isHeld of [false, true]) {
    const it = liveCheck({ isHeld, answers: [FAILED] });
    it.controller.onStartUp({ name: 'running', shows: 'live', ...KNOWN });
    it.controller.check('the player gave up');
    await it.pass(30_000);
    expect(it.asked.length > 0).toBe(!isHeld);
    await it.pass(60_000);
    expect(it.asked.length > 0).toBe(true);
  }
});
