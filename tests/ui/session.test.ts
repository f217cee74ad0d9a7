/** The page's wiring: ports of the workers, effects of commands, and restarts after a crash. */
import { afterEach, expect, test, vi } from 'vitest';
import { NO_ADDRESSES } from '../../src/player/rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../src/player/rules/constants.ts';
import type { PlayerFact } from '../../src/player/rules/recovery/orders.ts';
import { openH264 } from '../../src/player/kinds/h264.ts';
import type { PlayerStart } from '../../src/player/kinds/player-start.ts';
import { PROGRESS } from '../../src/player/tests/rules/harness.ts';
import { openSession } from './session-harness.ts';

// Mocked, because it is preloaded at the start and large; nothing here plays it.
vi.mock('../../src/player/kinds/h264.ts', () => ({ openH264: vi.fn(), openNativeH265: vi.fn() }));
vi.mock('../../src/player/kinds/mpegts/load.ts', () => ({ loadEngine: async () => Promise.resolve({}) }));

let page: ReturnType<typeof openSession>;
afterEach(() => page.close());

const soon = (check: () => void): Promise<void> => vi.waitFor(check);
const start = async (): Promise<void> => {
  await soon(() => expect(page.workers('room')).toHaveLength(1));
  await soon(() => expect(page.last('room')).toBeDefined());
};
/** A room that does not play live: nothing waits for a picture. */
const open = async (): Promise<void> => {
  page = openSession();
  await start();
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready' } });
  await page.session.started;
};
/** A message posted at one end arrives at the other. */
async function expectConnected(from: MessagePort | undefined, to: { readonly received: readonly unknown[] }): Promise<void> {
  from?.postMessage('hello');
  await soon(() => expect(to.received).toContain('hello'));
}

const ADDRESSES = { ...NO_ADDRESSES, httpflv: ['https://cdn.test/a.flv'] };
/** Facts of the player sent to the current room worker. */
const facts = (): readonly PlayerFact[] => page.events().flatMap((event) => (event.type === 'player' ? [event.fact] : []));

test('the three workers are started with ports to each other, and earlier events reach the room', async () => {
  page = openSession();
  page.context.act({ type: 'open-login' });
  await start();
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready' } });
  await page.session.started;
  expect(
    page.started
      .map(({ worker }) => worker)
      .slice(0, 3)
      .toSorted(),
  ).toEqual(['room', 'socket', 'stats']);
  await soon(() => expect(page.events()).toContainEqual({ type: 'action', action: { type: 'open-login' } }));
  const [, toSocket, toStats] = page.last('room').ports;
  await expectConnected(toSocket, page.last('socket'));
  await expectConnected(toStats, page.last('stats'));
  await expectConnected(page.last('socket').ports[1], page.last('stats'));
  // The first reports have the room of the address.
  expect(page.last('stats').args[1]).toEqual({ roomId: 1_001, userId: 0, embed: false });
  await soon(() => expect(page.calls.map(([worker, call]) => `${worker} ${call}`)).toEqual(['stats attachPage']));
});

test('P13 the room’s commands are executed: view, chat, addresses, cookies, storage', async () => {
  await open();
  const { context, command } = page;
  command({ type: 'view', nowMs: 0, patch: { me: { userId: 5, nickname: '小鱼', richLevel: 1 } } });
  command({ type: 'chat', batch: { rows: [], skipped: 2 } as never });
  command({ type: 'navigate', to: '/live/1002' });
  command({ type: 'reload', why: 'live type changed' });
  command({ type: 'set-cookie', cookie: 'a=1; path=/' });
  command({ type: 'store', area: 'local', key: 'footlight.volume', value: '1' });
  command({ type: 'store', area: 'session', key: 'footlight.entryId', value: 'e' });
  command({ type: 'open', url: 'https://get.test/client' });
  await soon(() => expect(page.open).toHaveBeenCalledWith('https://get.test/client', '_blank', 'noopener'));
  await soon(() => expect(context.store.get().me.userId).toBe(5));
  expect(page.chats).toHaveLength(1);
  expect(page.location.replace.mock.calls.map(([url]) => String(url))).toEqual(['https://room.test/live/1002']);
  expect(page.location.reload).toHaveBeenCalledOnce();
  expect(page.document.cookie).toBe('a=1; path=/');
  expect(Object.fromEntries(Object.entries(page.localStorage))).toEqual({ 'footlight.volume': '1' });
  expect(Object.fromEntries(Object.entries(page.sessionStorage))).toEqual({ 'footlight.entryId': 'e' });
});

test('P3 P13 events of the page reach the room: size, player facts, page hide, texts that another tab stores', async () => {
  await open();
  page.command({ type: 'player', order: { type: 'play', addresses: ADDRESSES } });
  await soon(() => expect(facts()).toContainEqual(expect.objectContaining({ type: 'failure', failure: 'NO_SUPPORT' })));
  for (const type of ['resize', 'pagehide']) page.dispatch(type);
  await soon(() => expect(page.events().at(-1)).toEqual({ type: 'page-hide' }));
  expect(page.events().at(-2)).toEqual({ type: 'viewport', width: 1_280, height: 800, devicePixelRatio: 1 });
  for (const key of ['footlight.follows', 'other', null]) page.dispatch('storage', { key, newValue: '{}' });
  page.dispatch('storage', { key: 'footlight.follows', newValue: null });
  page.dispatch('pageshow', { persisted: false });
  page.dispatch('pageshow', { persisted: true });
  await soon(() => expect(page.events().at(-1)).toEqual({ type: 'page-back' }));
  expect(page.events().filter(({ type }) => type === 'page-back')).toHaveLength(1);
  expect(page.events().filter(({ type }) => type === 'stored')).toEqual([{ type: 'stored', key: 'footlight.follows', text: '{}' }]);
});

test('S2 the room receives the event that the browser is online again', async () => {
  await open();
  page.dispatch('online');
  await soon(() => expect(page.events()).toContainEqual({ type: 'network', isOnline: true }));
});

test('S2 a crashed socket worker is reported to the room and restarted with ports to the room and the stats worker', async () => {
  await open();
  page.workers('socket')[0]?.crash('out of memory');
  await soon(() =>
    expect(page.events()).toContainEqual({ type: 'worker-died', worker: 'socket', detail: 'socket: out of memory', restarting: true }),
  );
  await soon(() => expect(page.events()).toContainEqual(expect.objectContaining({ type: 'worker-back', worker: 'socket' })));
  expect(page.workers('socket').map((worker) => worker.isTerminated())).toEqual([true, false]);
  const back = page.events().find((event) => event.type === 'worker-back');
  await expectConnected(back?.type === 'worker-back' ? back.port : undefined, page.last('socket'));
  await expectConnected(page.last('socket').ports[1], page.last('stats addPort'));
  page.workers('socket')[1]?.crash('again');
  await soon(() => expect(page.events().filter(({ type }) => type === 'worker-died')).toHaveLength(2));
});

test('P42 a crashed stats worker is restarted for the same viewer with ports from room worker, socket worker and page', async () => {
  await open();
  await soon(() => expect(page.calls).toHaveLength(1));
  page.command({ type: 'view', nowMs: 0, patch: { me: { userId: 5, nickname: '', richLevel: 0 } } });
  await soon(() => expect(page.context.store.get().me.userId).toBe(5));
  page.workers('stats')[0]?.crash('x');
  await soon(() => expect(page.calls.map(([worker, call]) => `${worker} ${call}`)).toContain('socket replaceStats'));
  expect(page.last('stats').args[1]).toEqual({ roomId: 1_001, userId: 5, embed: false });
  expect(page.workers('stats').map((worker) => worker.isTerminated())).toEqual([true, false]);
  await soon(() => expect(page.calls.filter(([, call]) => call === 'attachPage')).toHaveLength(2));
  await soon(() => expect(page.events()).toContainEqual(expect.objectContaining({ type: 'worker-back', worker: 'stats' })));
  const back = page.events().find((event) => event.type === 'worker-back');
  await expectConnected(back?.type === 'worker-back' ? back.port : undefined, page.last('stats'));
  await expectConnected(page.last('socket replaceStats').ports[0], page.last('stats'));
  page.workers('stats')[1]?.crash('again');
  await soon(() => expect(page.events().filter(({ type }) => type === 'worker-died')).toHaveLength(2));
});

test('after a crash of the room worker the page shows it and all three workers are restarted; room card and live stage are kept', async () => {
  await open();
  const room = { ...page.context.store.get().room, starName: '林听夏' };
  page.command({ type: 'view', nowMs: 0, patch: { room, dialogs: [{ type: 'login' }], stage: { name: 'live' } } });
  await soon(() => expect(page.context.store.get().dialogs).toHaveLength(1));
  const shown: unknown[] = [];
  const { store } = page.context;
  store.subscribe(() => shown.push(...store.get().services));
  page.workers('room')[0]?.crash('x');
  await soon(() => expect(page.workers('room')).toHaveLength(2));
  await soon(() => expect(page.events()).toMatchObject([{ type: 'player-state' }]));
  for (const name of ['room', 'socket', 'stats']) expect(page.workers(name).map((worker) => worker.isTerminated())).toEqual([true, false]);
  expect(shown).toEqual([{ service: 'room', name: 'room', code: 'WORKER_CRASHED', recovering: true }]);
  expect(page.context.store.get()).toMatchObject({ dialogs: [], services: [], room: { starName: '林听夏' }, stage: { name: 'live' } });
  page.workers('room')[1]?.crash('again');
  await soon(() => expect(page.context.store.get().services).toMatchObject([{ service: 'room' }]));
});

test('P5 P8 the page requests live info, config and advertisement while the room worker loads, and passes the answers on', async () => {
  await open();
  const urls = [
    'https://room.test/svc/live/room/1001/info',
    'https://room.test/svc/live/config',
    'https://room.test/svc/secure/mfx-kugoulive/ad/query?roomId=1001&appid=1010&_p=7',
  ];
  expect(page.fetch.mock.calls.map(([url]) => url)).toEqual(urls);
  await soon(() => expect(page.last('room').received.filter((message) => Object.hasOwn(message as object, 'answer'))).toHaveLength(3));
  const decoded = page
    .last('room')
    .received.filter((message) => typeof message === 'object' && message !== null && 'answer' in message)
    .map((message) => {
      const { url, answer } = message as { url: string; answer: { status: number; bytes: ArrayBuffer } };
      return [url, answer.status, new TextDecoder().decode(answer.bytes)];
    });
  expect(decoded).toEqual(urls.map((url) => [url, 200, `early ${url}`]));
});

test('P5 requests of the first script are not repeated; answers of another address are not used', async () => {
  const info = 'https://room.test/svc/live/room/1001/info';
  const answer = { status: 200, bytes: new TextEncoder().encode('first').buffer };
  const other = Promise.resolve({ status: 200, bytes: new ArrayBuffer(0) });
  page = openSession(
    {},
    new Map([
      [info, Promise.resolve(answer)],
      ['https://room.test/svc/live/room/1002/info', other],
    ]),
  );
  await start();
  expect(page.fetch.mock.calls.map(([url]) => url)).toEqual([
    'https://room.test/svc/live/config',
    'https://room.test/svc/secure/mfx-kugoulive/ad/query?roomId=1001&appid=1010&_p=7',
  ]);
  await soon(() => expect(page.last('room').received).toContainEqual({ url: info, answer }));
  expect(window.firstAnswers).toBeNull();
});

/** Players controlled by the test, in the order of opening. */
function fakePlayers() {
  const opened: PlayerStart[] = [];
  const player = { dispose: vi.fn(), setVolume: vi.fn(), setDecoding: vi.fn(), progress: () => ({}) };
  vi.mocked(openH264).mockImplementation((start) => {
    opened.push(start);
    return { kind: 'h264', epoch: start.epoch, ...player } as unknown as ReturnType<typeof openH264>;
  });
  vi.stubGlobal('MediaSource', { isTypeSupported: (type: string) => type.includes('avc1') });
  return { opened, ...player };
}

/** A room whose worker orders the player to play. */
async function openPlaying() {
  const players = fakePlayers();
  page = openSession();
  await start();
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready', stage: { name: 'live' } } });
  page.command({ type: 'player', order: { type: 'play', addresses: ADDRESSES } });
  await soon(() => expect(players.opened).toHaveLength(1));
  return players;
}

const nothing = Symbol('nothing yet');
const settled = (promise: Promise<void>) => Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(nothing), 0))]);

test('P29 the page is drawn after the first picture, chat and reports start with the room worker; the played kind is remembered', async () => {
  performance.clearMarks();
  performance.clearMeasures();
  const { opened } = await openPlaying();
  expect(performance.getEntriesByName('footlight:stream asked')).not.toHaveLength(0);
  expect(page.localStorage.getItem('footlight-last-kind')).toBeNull();
  expect(await settled(page.session.timeToDraw)).toBe(nothing);
  await page.session.started;
  for (const name of ['room', 'socket', 'stats']) expect(page.workers(name), name).toHaveLength(1);
  opened[0]!.report.emit({ type: 'first-frame', epoch: 1, width: 852, height: 480, sinceStartMs: 1 });
  expect(page.localStorage.getItem('footlight-last-kind')).toBe('h264');
  await page.session.timeToDraw;
});

test.each([
  ['the browser wants a click', { type: 'autoplay', epoch: 1, blocked: true, muted: false }],
  ['the first try failed', { type: 'failed', epoch: 1, failure: 'NO_SUPPORT', detail: '', network: false, codecUnsupported: false }],
] as const)('P24 the page does not wait for a picture if %s', async (_why, event) => {
  const [player] = (await openPlaying()).opened;
  player!.report.emit({ type: 'autoplay', epoch: 1, blocked: true, muted: true });
  expect(await settled(page.session.timeToDraw)).toBe(nothing);
  player!.report.emit(event);
  await page.session.timeToDraw;
});

test('P7 the page does not wait for a picture if the room shows none', async () => {
  page = openSession();
  await start();
  page.command({ type: 'view', nowMs: 0, patch: { stage: { name: 'loading' } } });
  expect(await settled(page.session.timeToDraw)).toBe(nothing);
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready', stage: { name: 'feature', feature: 'ad' } } });
  await page.session.timeToDraw;
});

test('S2 a room worker that crashes before chat and reports have started is replaced by one connected to both', async () => {
  await openPlaying();
  page.workers('room')[0]?.crash('x');
  await soon(() => expect(page.started.filter(({ worker }) => worker === 'room')).toHaveLength(2));
  await soon(() =>
    expect(page.started.findLastIndex(({ worker }) => worker === 'socket')).toBeGreaterThan(page.started.indexOf(page.last('room'))),
  );
  for (const name of ['room', 'socket', 'stats']) expect(page.workers(name).filter((worker) => !worker.isTerminated())).toHaveLength(1);
  const [, toSocket, toStats] = page.last('room').ports;
  await expectConnected(toSocket, page.last('socket'));
  await expectConnected(toStats, page.last('stats'));
});

/** Answers of a plain live room. */
const LIVE_ROOM = {
  '/info': { responseCode: 0, data: { status: 1, liveType: 'normal', httpflv: ['https://cdn.test/a.flv'], room: { starId: 77 } } },
  '/config': {},
  '/ad/query': { data: { adSwitch: 0 } },
};

/** Opens a page whose player requests its stream before any message of the room worker. */
async function openFirst() {
  const players = fakePlayers();
  page = openSession(LIVE_ROOM);
  await soon(() => expect(players.opened).toMatchObject([{ epoch: 1, url: 'https://cdn.test/a.flv', volume: 0.8, muted: false }]));
  return players;
}

test.each([
  ['its picture is painted', 'the first picture is painted', { type: 'first-frame', epoch: 1, width: 852, height: 480, sinceStartMs: 1 }],
  [
    'it failed',
    'the player failed',
    { type: 'failed', epoch: 1, failure: 'PLAYER_ERROR', detail: '', network: false, codecUnsupported: false },
  ],
] as const)('P5 P24 nothing else starts beside a player that was started before the room, until %s', async (_when, why, event) => {
  performance.clearMarks();
  performance.clearMeasures();
  const { opened } = await openFirst();
  await Promise.resolve();
  expect(page.workers('room')).toEqual([]);
  opened[0]!.report.emit(event);
  expect(performance.getEntriesByName('footlight:let go', 'mark')[0]).toMatchObject({ detail: why });
  await start();
});

test('P3 a hidden tab has no first picture to wait for', async () => {
  performance.clearMarks();
  performance.clearMeasures();
  const ahead = openFirst();
  page.document.hidden = true;
  await ahead;
  await soon(() => expect(performance.getEntriesByName('footlight:let go', 'mark')[0]).toMatchObject({ detail: 'the tab is hidden' }));
  await start();
});

const FIRST_FRAME = { type: 'first-frame', epoch: 1, width: 852, height: 480, sinceStartMs: 1 } as const;

test('P5 P20 the player starts before the room worker, which receives the missed facts, and whose order changes nothing', async () => {
  const { opened, dispose } = await openFirst();
  opened[0]!.report.emit({ ...FIRST_FRAME, epoch: 9 });
  opened[0]!.report.emit(FIRST_FRAME);
  opened[0]!.report.emit({ type: 'progress', epoch: 1, progress: PROGRESS });
  expect(page.context.player.figures()).toMatchObject({ kind: 'h264', epoch: 1 });
  await start();
  await soon(() => expect(facts().map(({ type }) => type)).toContain('first-frame'));
  expect(facts().map(({ type }) => type)).toEqual(expect.arrayContaining(['sound', 'saver', 'attempt', 'log']));
  expect(facts().filter(({ type }) => type === 'first-frame')).toHaveLength(1);
  expect(facts().map(({ type }) => type)).not.toContain('progress');
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready', stage: { name: 'live' } } });
  page.command({ type: 'player', order: { type: 'play', addresses: ADDRESSES } });
  await page.session.timeToDraw;
  expect(opened).toHaveLength(1);
  expect(dispose).not.toHaveBeenCalled();
  page.command({ type: 'player', order: { type: 'stop', by: 'owner' } });
  await soon(() => expect(dispose).toHaveBeenCalledOnce());
});

test('S2 P20 a crash of the room worker does not stop the picture: the next one receives the state', async () => {
  const { opened, dispose } = await openFirst();
  opened[0]!.report.emit(FIRST_FRAME);
  await start();
  await page.session.started;
  page.workers('room')[0]?.crash('x');
  page.context.act({ type: 'set-volume', volume: 0.5 });
  await soon(() => expect(page.started.filter(({ worker }) => worker === 'room')).toHaveLength(2));
  await soon(() => expect(page.events().map(({ type }) => type)).toContain('player-state'));
  const told = page.events().find((event) => event.type === 'player-state');
  expect(told).toMatchObject({
    facts: expect.arrayContaining([
      expect.objectContaining({ type: 'attempt', kind: 'h264' }),
      expect.objectContaining({ type: 'first-frame', size: { width: 852, height: 480 } }),
      { type: 'sound', volume: 0.5, muted: false },
      // A fact to store that was sent while there was no room worker.
      { type: 'remember', name: 'volume', value: 0.5, forS: null },
    ]),
  });
  page.command({ type: 'player', order: { type: 'play', addresses: ADDRESSES } });
  await page.context.decisions();
  expect(opened).toHaveLength(1);
  expect(dispose).not.toHaveBeenCalled();
});

test('P29 the viewer’s volume and mute reach the player without the room worker', async () => {
  const { setVolume } = await openPlaying();
  const before = page.events().length;
  page.context.act({ type: 'set-volume', volume: 0.5 });
  page.context.act({ type: 'set-muted', muted: true });
  expect(setVolume.mock.calls).toEqual([
    [0.5, false],
    [0.5, true],
  ]);
  expect(
    page
      .events()
      .slice(before)
      .map(({ type }) => type),
  ).not.toContain('action');
  page.context.act({ type: 'open-login' });
  await soon(() => expect(page.events()).toContainEqual({ type: 'action', action: { type: 'open-login' } }));
});

test('P29 a hidden tab reaches the player', async () => {
  const { setDecoding } = await openPlaying();
  const numbers = { ...DEFAULT_PLAYER_CONFIG.numbers, hiddenDecodeStopMs: 0 };
  page.command({ type: 'player', order: { type: 'configure', config: { ...DEFAULT_PLAYER_CONFIG, numbers } } });
  await page.context.decisions();
  page.document.hidden = true;
  page.dispatch('visibilitychange');
  await soon(() => expect(setDecoding).toHaveBeenCalledWith(false));
});
