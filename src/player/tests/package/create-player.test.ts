/** `createPlayer`: options, properties and events of the package, with the player of the page as a fake. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PagePlayerDeps } from '../../page-player.ts';
import { createPlayer, type Memory, type PlayerOptions } from '../../package/create-player.ts';
import { addressesOf, readAddress, type Sources } from '../../package/sources.ts';
import type { PlayerEventName } from '../../package/events.ts';
import type { PlayerFact } from '../../rules/recovery/orders.ts';
import { recorder, type Call } from '../recorder.ts';
import { ATTEMPT, CAPABILITIES, PROGRESS } from '../rules/harness.ts';

const parts = vi.hoisted(() => ({ page: vi.fn(), ask: vi.fn(), box: vi.fn() }));
vi.mock('../../page-player.ts', () => ({ createPagePlayer: parts.page }));
vi.mock('../../capabilities.ts', () => ({ detectCapabilities: parts.ask }));
vi.mock('../../package/fit-box.ts', () => ({ fitBox: parts.box }));
vi.mock('../../kinds/player-registry.ts', () => ({ PLAYER_KINDS_HERE: ['h264', 'h265'] }));

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('location', new URL('https://page.test/room/'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const SOURCES = { h264: ['/a.flv'] } as const;
const OTHERS = { h264: ['/b.flv'] } as const;
const ELEMENT = { name: 'element' } as unknown as HTMLElement;
const order = (given: object): Call => ['order', given];
const playOf = (sources: typeof SOURCES | typeof OTHERS): Call => order({ type: 'play', addresses: addressesOf(sources) });
const RETRY = order({ type: 'retry' });
const STOP = order({ type: 'stop', by: 'owner' });

function player(options: Partial<PlayerOptions> = {}) {
  const { record, taken } = recorder();
  const deps: PagePlayerDeps[] = [];
  let begin: (capabilities: typeof CAPABILITIES) => void = () => undefined;
  let positionS: number | null = null;
  parts.ask.mockImplementation((...given: readonly unknown[]) => {
    record('detect')(...given);
    return new Promise((resolve) => (begin = resolve));
  });
  parts.page.mockImplementation((given: PagePlayerDeps) => {
    deps.push(given);
    return {
      surface: {
        mount: record('mount'),
        figures: () => (positionS === null ? null : { kind: 'h264', progress: { ...PROGRESS, positionS } }),
        togglePictureInPicture: async () => true,
        lookBack: () => null,
      },
      begin: record('begin'),
      order: record('order'),
      decisions: () => ['a decision'],
      dispose: record('dispose'),
    };
  });
  parts.box.mockImplementation(() => ({ box: 'the box', setSize: record('setSize'), remove: record('remove') }));
  const made = createPlayer(ELEMENT, { sources: SOURCES, ...options });
  const events: (readonly [name: string, detail: unknown])[] = [];
  for (const name of [
    'volumechange',
    'error',
    'loadstart',
    'loadedmetadata',
    'resize',
    'fact',
    'pause',
  ] as const satisfies readonly PlayerEventName[])
    made.on(name, (detail) => events.push([name, detail]));
  return {
    made,
    events,
    taken,
    deps: deps[0]!,
    fact: (fact: PlayerFact) => deps[0]!.onFact(fact),
    at: (seconds: number) => (positionS = seconds),
    async started() {
      begin(CAPABILITIES);
      await settled();
      return taken();
    },
  };
}

const sound = (volume: number, muted: boolean): PlayerFact => ({ type: 'sound', volume, muted });

test('P22 a player is mounted in its box, and plays its sources as soon as the browser’s capabilities are known', async () => {
  const it = player();
  expect(parts.box).toHaveBeenCalledWith(ELEMENT);
  expect(it.taken()).toEqual([
    ['mount', 'the box'],
    ['detect', ['h264', 'h265'], null],
  ]);
  const [began, configured, played, ...others] = await it.started();
  expect([began, played, others]).toEqual([['begin', CAPABILITIES], playOf(SOURCES), []]);
  // Another default than in the room: the owner of a page names WebRTC addresses only to use them.
  expect(configured).toMatchObject(['order', { type: 'configure', config: { switches: { webrtc: true, h265: true } } }]);
  expect(await it.deps.loadSharing('https://s.test/p2p.js')).toMatchObject({ ok: false, error: { code: 'P2P_ERROR' } });
});

test('P2 settings are numbers and switches by name; an unusable one is an error that names it', async () => {
  const it = player({ settings: { webrtc: false, stallWaitMs: 5_000 } });
  const configured = (await it.started()).find(([name]) => name === 'order');
  expect(configured).toMatchObject(['order', { config: { switches: { webrtc: false }, numbers: { stallWaitMs: 5_000 } } }]);
  expect(() => player({ settings: { stallWaitMs: -1, h265: 7 } })).toThrow(/^settings: stallWaitMs must be .*; h265 must be a switch$/);
});

test.each([
  [{}, 'sources: no address'],
  [{ h264: [] }, 'sources: no address'],
  [{ h265: ['ftp://s.test/a.flv'] }, 'sources.h265: not an address: ftp://s.test/a.flv'],
  [{ webrtc: [`javascript:${'x'.repeat(200)}`] }, `sources.webrtc: not an address: javascript:${'x'.repeat(89)}`],
])('P21 sources without an address that can be fetched are an error: %j', (sources, message) => {
  expect(() => addressesOf(sources)).toThrow(new TypeError(message));
});

test('P21 each list of sources becomes the addresses of its kinds, with the size of the picture', () => {
  expect(addressesOf({ h264: ['/a'], h265: ['/b'], webrtc: ['/c'], width: 8, height: 6 })).toMatchObject({
    httpflv: ['/a'],
    h265flv: ['/b'],
    nativeh265: ['/b'],
    webrtc: [{ url: '/c', codec: '', providerId: 5 }],
    width: 8,
    height: 6,
  });
  expect(addressesOf({ webrtc: ['/c'] })).toMatchObject({ httpflv: [], h265flv: [], width: 0, height: 0 });
  expect(readAddress('a.flv')?.href).toBe('https://page.test/room/a.flv');
  expect([readAddress('http://['), readAddress('data:,x'), readAddress('xhttp://a')]).toEqual([null, null, null]);
});

test('P13 P29 the volume and mute of earlier visits apply; the choice of the page precedes them', async () => {
  const values: Readonly<Record<string, unknown>> = { volume: 0.25, muted: true, nativeHevc: false };
  const written: unknown[] = [];
  const memory: Memory = { read: (name) => values[name], write: (...given) => written.push(given) };
  const it = player({ memory });
  expect([it.made.volume, it.made.muted]).toEqual([0.25, true]);
  expect(it.taken()).toContainEqual(['detect', ['h264', 'h265'], false]);
  expect(it.deps.remembered('volume')).toBe(0.25);
  it.fact({ type: 'remember', name: 'volume', value: 0.5, forS: null });
  expect(written).toEqual([['volume', 0.5, null]]);
  const loud = player({ memory, muted: false });
  expect([loud.made.volume, loud.made.muted]).toEqual([0.25, false]);
  expect(await loud.started()).toContainEqual(order({ type: 'set-muted', muted: false }));
  expect((await it.started()).filter(([, given]) => JSON.stringify(given).includes('set-'))).toEqual([]);
});

test('P29 sound that is set before the capabilities are known is readable immediately and applied at the start', async () => {
  const it = player({ muted: true });
  it.made.volume = 0.5;
  expect([it.made.volume, it.made.muted]).toEqual([0.5, false]);
  it.made.muted = true;
  it.made.volume = 0;
  expect(it.events.map(([, detail]) => detail)).toEqual([
    { volume: 0.5, muted: false },
    { volume: 0.5, muted: true },
    { volume: 0, muted: true },
  ]);
  expect((await it.started()).slice(-3)).toEqual([
    order({ type: 'set-volume', volume: 0 }),
    order({ type: 'set-muted', muted: true }),
    playOf(SOURCES),
  ]);
  it.made.volume = 0.7;
  it.made.muted = false;
  expect(it.taken()).toEqual([order({ type: 'set-volume', volume: 0.7 }), order({ type: 'set-muted', muted: false })]);
  // Once the player plays, only its facts change the properties.
  expect(it.made.volume).toBe(0);
  it.fact(sound(0.7, false));
  expect([it.made.volume, it.made.muted]).toEqual([0.7, false]);
});

test.each([-0.1, 1.1, NaN])('P29 the volume %d is an error', (volume) => {
  const it = player();
  expect(() => (it.made.volume = volume)).toThrow(new RangeError(`volume: ${volume} is not between 0 and 1`));
  expect([it.events, it.made.volume]).toEqual([[], 1]);
});

test('P24 a pause before the start is kept and reported once; play starts then, and afterwards retries', async () => {
  const it = player();
  for (const act of ['pause', 'pause', 'play', 'pause'] as const) it.made[act]();
  expect([it.made.paused, it.events]).toEqual([
    true,
    [
      ['pause', null],
      ['pause', null],
    ],
  ]);
  it.taken();
  expect((await it.started()).map(([name]) => name)).toEqual(['begin', 'order']);
  it.made.play();
  expect([it.made.paused, it.taken()]).toEqual([false, [playOf(SOURCES)]]);
  it.made.play();
  expect(it.taken()).toEqual([]);
  it.made.pause();
  it.made.play();
  expect(it.taken()).toEqual([order({ type: 'stop', by: 'viewer' }), RETRY]);
});

test('P24 a player that stopped instead of connecting again, because the viewer had paused its picture, is paused and plays again', async () => {
  const it = player();
  await it.started();
  it.fact({ type: 'stopped', by: 'viewer' });
  expect([it.made.paused, it.events.at(-1)]).toEqual([true, ['pause', null]]);
  it.made.play();
  expect([it.made.paused, it.taken()]).toEqual([false, [RETRY]]);
});

test('P24 other sources replace those that play', async () => {
  const it = player();
  await it.started();
  it.made.play(OTHERS);
  expect(it.taken()).toEqual([STOP, playOf(OTHERS)]);
  const early = player();
  early.made.play(OTHERS);
  early.taken();
  expect((await early.started()).at(-1)).toEqual(playOf(OTHERS));
});

test('P26 only a fatal error stays until the next attempt, and play after it retries', async () => {
  const it = player();
  await it.started();
  const failure = { failure: 'TIMEOUT', kind: 'h264', network: false, why: 'every retry is used' } as const;
  it.fact(ATTEMPT);
  it.fact({ type: 'failure', ack: null, ...failure });
  expect([it.made.error, it.events.filter(([name]) => name === 'error').length]).toEqual([null, 1]);
  it.fact({ type: 'activity', activity: { name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: null, isOnline: true } });
  it.fact({ type: 'closed' });
  expect(it.made.error).toMatchObject({ code: 'TIMEOUT', fatal: true });
  it.taken();
  it.made.play();
  expect(it.taken()).toEqual([RETRY]);
  it.fact(ATTEMPT);
  expect(it.made.error).toBeNull();
});

test('P4 the size of the picture is known before its event, and fits the box', async () => {
  const it = player();
  await it.started();
  expect([it.made.videoWidth, it.made.videoHeight]).toEqual([0, 0]);
  const sizes: unknown[] = [];
  it.made.on('loadedmetadata', () => sizes.push(it.made.videoWidth));
  it.fact(ATTEMPT);
  it.fact({ type: 'first-frame', kind: 'h264', size: { width: 8, height: 6 }, sinceStartMs: 1, canPictureInPicture: true });
  expect([it.made.videoWidth, it.made.videoHeight, sizes]).toEqual([8, 6, [8]]);
  it.fact({ type: 'resolution', size: { width: 4, height: 3 } });
  expect([it.made.videoWidth, it.made.videoHeight]).toEqual([4, 3]);
  expect(it.taken()).toEqual([
    ['setSize', { width: 8, height: 6 }],
    ['setSize', { width: 4, height: 3 }],
  ]);
});

test('P23 position and statistics are those of the player, and nothing before it plays', async () => {
  const it = player();
  await it.started();
  expect([it.made.currentTime, it.made.statistics()]).toEqual([0, null]);
  it.fact(ATTEMPT);
  it.at(12);
  expect([it.made.currentTime, it.made.statistics()]).toMatchObject([12, { kind: 'h264', currentTime: 12 }]);
  expect([it.made.decisions(), await it.made.togglePictureInPicture()]).toEqual([['a decision'], true]);
  it.made.choose('h265');
  expect(it.taken()).toEqual([order({ type: 'choose-kind', kind: 'h265' })]);
});

test('P23 listeners get facts and events until they are removed', async () => {
  const it = player();
  await it.started();
  const heard: unknown[] = [];
  const removes = ['a', 'b'].map((name) => it.made.on('fact', ({ type }) => heard.push(name + type)));
  it.fact({ type: 'closed' });
  removes[0]!();
  it.fact({ type: 'closed' });
  expect(heard).toEqual(['aclosed', 'bclosed', 'bclosed']);
});

test.each<readonly [what: string, options: Partial<PlayerOptions>, sources: Sources | null]>([
  ['the same without a function', {}, SOURCES],
  ['new ones', { refresh: async () => OTHERS }, OTHERS],
  ['none', { refresh: async () => null }, null],
  ['none after a failure', { refresh: () => Promise.reject(new Error('no')) }, null],
  ['none after an unusable answer', { refresh: async () => ({ h264: ['javascript:x'] }) }, null],
])('P24 addresses that the player requests are %s', async (what, options, sources) => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const rounds: number[] = [];
  const { refresh } = options;
  const it = player(refresh === undefined ? {} : { refresh: (round) => (rounds.push(round), refresh(round)) });
  await it.started();
  it.fact({ type: 'addresses-wanted', epoch: 3, round: 2 });
  expect(it.taken()).toEqual([]);
  await settled();
  const addresses = sources === null ? null : addressesOf(sources);
  expect(it.taken()).toEqual([order({ type: 'take-addresses', epoch: 3, addresses })]);
  expect(rounds).toEqual(refresh === undefined ? [] : [2]);
  expect(warned.mock.calls.length).toBe(what.includes('after') ? 1 : 0);
});

test('P29 a destroyed player does not start, and its listeners receive nothing', async () => {
  const it = player();
  it.taken();
  it.made.destroy();
  expect(it.taken()).toEqual([['dispose'], ['remove']]);
  expect(await it.started()).toEqual([]);
  it.fact({ type: 'closed' });
  expect(it.events).toEqual([]);
});
