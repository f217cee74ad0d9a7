// Long file: mocks are hoisted into the file that declares them, and each test here uses the same mocked players and decisions.
/** The player of a page: one player at a time, opened by commands, whose failures are events; and what the page tells its decisions. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err, ok, type Result } from '../base/errors.ts';
import { PLAYERS } from '../kinds/player-registry.ts';
import type { OpenPlayer, PlayerStart, OpenP2p } from '../kinds/player-start.ts';
import { createPagePlayer, createReporter } from '../page-player.ts';
import type { LivePlayer, LivePlayerDeps } from '../player.ts';
import type { PlayCommand, Player, PlayerCommand, PlayerEvent } from '../rules/contract.ts';
import type { LookBackDeps } from '../look-back.ts';
import type { Gop } from '../rules/kept-ring.ts';
import type { PlayerKind } from '../rules/names.ts';
import { recorder } from './recorder.ts';
import { CAPABILITIES, PROGRESS } from './rules/harness.ts';

const still = vi.hoisted(() => ({ take: vi.fn(), clear: vi.fn() }));
vi.mock('../kinds/still-picture.ts', () => ({ createStillPicture: () => still }));
/** The decisions: what they are given, and each call. */
const decisions = vi.hoisted(() => ({ live: vi.fn() }));
vi.mock('../player.ts', () => ({ LivePlayer: decisions.live }));
/** The earlier part of the broadcast: what it was given, and what it is told. */
const back = vi.hoisted(() => ({
  deps: null as unknown,
  isOver: false,
  add: vi.fn(),
  setSound: vi.fn(),
  clear: vi.fn(),
  isCovering: () => back.isOver,
  decodes: () => !back.isOver,
  pass: (event: { readonly type: string }) => (back.isOver && event.type === 'progress' ? null : event),
}));
vi.mock('../look-back.ts', () => ({
  LookBack: function made(deps: unknown) {
    back.deps = deps;
    return back;
  },
}));
vi.mock('../kinds/player-registry.ts', () => ({ PLAYERS: {} }));

class FakeElement {
  readonly style: Record<string, string> = {};
  readonly children: unknown[] = [];
  readonly attributes: Record<string, string> = {};
  hidden = false;
  append = (...children: readonly unknown[]): void => void this.children.push(...children);
  replaceChildren = (...children: readonly unknown[]): void => void this.children.splice(0, Infinity, ...children);
  setAttribute = (name: string, value: string): void => void (this.attributes[name] = value);
}

class Page extends EventTarget {
  hidden = false;
  pictureInPictureElement: unknown = null;
  exitPictureInPicture = vi.fn(async () => undefined);
  createElement = (): FakeElement => new FakeElement();
}
let page: Page;
let browser: EventTarget & { onLine: boolean };

beforeEach(() => {
  vi.clearAllMocks();
  page = new Page();
  browser = Object.assign(new EventTarget(), { onLine: true, hardwareConcurrency: 6, userAgent: 'agent' });
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
});
afterEach(() => void vi.unstubAllGlobals());

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const PLAY: PlayCommand = { type: 'play', epoch: 4, kind: 'h264', url: 'https://s.test/a.flv', volume: 0.3, muted: true };
const DRAWS: readonly PlayerKind[] = ['h265'];

interface Case {
  readonly loads?: Partial<Record<PlayerKind, () => Promise<OpenPlayer>>>;
  readonly sharing?: Result<OpenP2p>;
  readonly onEvent?: (event: PlayerEvent) => void;
  readonly keeps?: boolean;
  readonly begins?: boolean;
}

function output({ loads = {}, sharing = err('P2P_ERROR', 'none here'), onEvent, keeps = false, begins = true }: Case = {}) {
  const { part, record, taken } = recorder();
  const starts: PlayerStart[] = [];
  const opens =
    (kind: PlayerKind): OpenPlayer =>
    (start) => {
      starts.push(start);
      const own = kind === 'h265' ? { figures: () => ({ threads: 2 }) } : {};
      const real = { kind, epoch: start.epoch, hasElement: !DRAWS.includes(kind), progress: () => PROGRESS, figures: undefined, ...own };
      const player: object = {
        ...real,
        requestPictureInPicture: async () => {
          record(`player ${start.epoch}.requestPictureInPicture`)();
          return true;
        },
      };
      return part<Player>(`player ${start.epoch}`, player);
    };
  for (const kind of Object.keys(PLAYERS)) Reflect.deleteProperty(PLAYERS, kind);
  Object.assign(PLAYERS, { h264: async () => opens('h264'), h265: async () => opens('h265'), ...loads });
  const events: PlayerEvent[] = [];
  const lives: LivePlayerDeps[] = [];
  decisions.live.mockImplementation(function made(deps: LivePlayerDeps) {
    lives.push(deps);
    const onEvent_ = (event: PlayerEvent): void => {
      if (event.type === 'status' && event.name === 'created') return;
      events.push(event);
      onEvent?.(event);
    };
    return part<LivePlayer>('live', { onEvent: onEvent_, state: () => [{ type: 'closed' }] });
  });
  const made = createPagePlayer({
    remembered: (name) => name,
    onFact: () => undefined,
    onOpened: record('onOpened'),
    keeps,
    loadSharing: async (address) => {
      record('loadSharing')(address);
      return sharing;
    },
  });
  const execute = (command: PlayerCommand): void => lives[0]!.send(command);
  if (begins) made.begin(CAPABILITIES);
  taken();
  const play = async (change: Partial<PlayCommand> = {}): Promise<void> => {
    execute({ ...PLAY, ...change });
    await settled();
  };
  return { made, surface: made.surface, execute, play, starts, events, lives, taken, opens };
}
const failed = (failure: string, detail: string, epoch = 4) => ({
  type: 'failed',
  epoch,
  failure,
  detail,
  network: false,
  codecUnsupported: false,
});
const firstFrame = { type: 'first-frame', width: 8, height: 8, sinceStartMs: 1 } as const;

test('P22 a command opens the player of its kind with its address and sound; a kind that draws hides the <video>', async () => {
  const it = output();
  await it.play();
  const { video, surface, ...others } = it.starts[0]!;
  expect(others).toMatchObject({ epoch: 4, url: 'https://s.test/a.flv', volume: 0.3, muted: true, openP2p: null });
  expect(surface.children).toEqual([video]);
  expect(video).toMatchObject({ playsInline: true, disableRemotePlayback: true, tabIndex: -1, attributes: { 'aria-hidden': 'true' } });
  expect([video.hidden, it.taken(), it.events]).toEqual([false, [['onOpened']], []]);
  await it.play({ epoch: 5, kind: 'h265' });
  expect([video.hidden, it.starts[1]?.video === video]).toEqual([true, true]);
  expect(it.taken()).toEqual([['player 4.dispose'], ['onOpened']]);
});

test('P29 the picture of a replaced player stays until the next first picture; a stop that keeps no picture clears it immediately', async () => {
  const it = output();
  await it.play();
  expect(still.take).not.toHaveBeenCalled();
  await it.play({ epoch: 5 });
  expect([still.take.mock.calls.length, still.clear.mock.calls.length]).toEqual([1, 0]);
  it.starts[1]!.report.emit({ ...firstFrame, epoch: 5 });
  expect([still.clear.mock.calls.length, it.events]).toEqual([1, [{ ...firstFrame, epoch: 5 }]]);
  it.starts[1]!.report.emit({ type: 'status', epoch: 5, name: 'playing' });
  expect(still.clear.mock.calls.length).toBe(1);
  it.execute({ type: 'stop', epoch: 5, keepsPicture: true });
  expect([still.take.mock.calls.length, still.clear.mock.calls.length]).toEqual([2, 1]);
  it.execute({ type: 'stop', epoch: 5, keepsPicture: false });
  expect([still.take.mock.calls.length, still.clear.mock.calls.length]).toEqual([2, 2]);
  expect(it.taken().filter(([name]) => name.endsWith('dispose'))).toEqual([['player 4.dispose'], ['player 5.dispose']]);
});

test('P22 a player that has loaded after a newer command, or after a stop, is not opened', async () => {
  let arrive: (open: OpenPlayer) => void = () => undefined;
  const it = output({ loads: { h264: () => new Promise((resolve) => (arrive = resolve)) } });
  await it.play();
  await it.play({ epoch: 5, kind: 'h265' });
  arrive(it.opens('h264'));
  await settled();
  expect(it.starts.map(({ epoch }) => epoch)).toEqual([5]);
  await it.play({ epoch: 6 });
  it.execute({ type: 'stop', epoch: 6, keepsPicture: false });
  arrive(it.opens('h264'));
  await settled();
  expect(it.starts.map(({ epoch }) => epoch)).toEqual([5]);
});

test('P23 a player that fails while it is created is closed, and the next one plays alone', async () => {
  const failing: OpenPlayer = (start) => {
    start.report.emit({ type: 'failed', epoch: 4, failure: 'NO_SUPPORT', detail: '', network: false, codecUnsupported: false });
    return it.opens('h264')(start);
  };
  const it = output({ loads: { h264: async () => failing }, onEvent: () => it.execute({ ...PLAY, epoch: 5, kind: 'h265' }) });
  await it.play();
  expect(it.starts.map(({ epoch }) => epoch)).toEqual([4, 5]);
  expect(it.taken()).toEqual([['player 4.dispose'], ['onOpened']]);
});

test.each<readonly [what: string, options: Case, change: Partial<PlayCommand>, failure: string, detail: string]>([
  ['of an unknown kind', {}, { kind: 'webrtc' }, 'NO_SUPPORT', 'no player for webrtc'],
  ['that cannot be loaded', { loads: { h264: () => Promise.reject(new Error('404')) } }, {}, 'JS_LOAD_ERROR', '404'],
  [
    'that cannot be opened',
    {
      loads: {
        h264: async () => () => {
          throw new Error('no codec');
        },
      },
    },
    {},
    'PLAYER_ERROR',
    'no codec',
  ],
  ['whose sharing cannot be loaded', {}, { p2p: 'https://s.test/p2p.js' }, 'P2P_ERROR', 'none here'],
])('P26 a player %s fails with the reason', async (_what, options, change, failure, detail) => {
  const it = output(options);
  await it.play(change);
  expect(it.events).toEqual([expect.objectContaining({ ...failed(failure, ''), detail: expect.stringContaining(detail) })]);
  expect(it.starts).toEqual([]);
});

test('P21 the code of a shared stream is loaded by its address and passed to the player', async () => {
  const openP2p = (() => undefined) as unknown as OpenP2p;
  const it = output({ sharing: ok(openP2p) });
  await it.play({ p2p: 'https://s.test/p2p.js' });
  expect(it.taken()[0]).toEqual(['loadSharing', 'https://s.test/p2p.js']);
  expect(it.starts[0]?.openP2p).toBe(openP2p);
});

test('P29 sound, decoding and decode level reach the current player; decoding only that of its epoch', async () => {
  const it = output();
  it.execute({ type: 'set-volume', volume: 1, muted: false });
  it.execute({ type: 'set-decode-level', level: 1 });
  it.execute({ type: 'set-decoding', epoch: 0, on: false });
  await it.play({ kind: 'h265' });
  it.taken();
  it.execute({ type: 'set-volume', volume: 0.7, muted: false });
  it.execute({ type: 'set-decode-level', level: 2 });
  it.execute({ type: 'set-decoding', epoch: 3, on: false });
  it.execute({ type: 'set-decoding', epoch: 4, on: false });
  expect(it.taken()).toEqual([
    ['player 4.setVolume', 0.7, false],
    ['player 4.setDecodeLevel', 2],
    ['player 4.setDecoding', false],
  ]);
});

test('P23 the figures of the overlay are those of the current player', async () => {
  const it = output();
  expect(it.surface.figures()).toBeNull();
  await it.play();
  expect(it.surface.figures()).toEqual({ kind: 'h264', epoch: 4, progress: PROGRESS, own: {} });
  await it.play({ epoch: 5, kind: 'h265' });
  expect(it.surface.figures()).toEqual({ kind: 'h265', epoch: 5, progress: PROGRESS, own: { threads: 2 } });
  it.execute({ type: 'stop', epoch: 5, keepsPicture: false });
  expect(it.surface.figures()).toBeNull();
});

test('P4 the box of the page contains the players; without a box they stay where they are', async () => {
  const it = output();
  await it.play();
  const box = new FakeElement();
  it.surface.mount(box as unknown as HTMLDivElement);
  it.surface.mount(null);
  expect(box.children).toEqual([it.starts[0]?.surface]);
});

test('P23 picture-in-picture closes an open window, opens that of a <video>, and is refused without a player', async () => {
  const it = output();
  expect(await it.surface.togglePictureInPicture()).toBe(false);
  await it.play();
  it.taken();
  expect(await it.surface.togglePictureInPicture()).toBe(true);
  expect(it.taken()).toEqual([['player 4.requestPictureInPicture']]);
  page.pictureInPictureElement = new FakeElement();
  expect(await it.surface.togglePictureInPicture()).toBe(true);
  expect([it.taken(), page.exitPictureInPicture.mock.calls.length]).toEqual([[], 1]);
});

test('P29 picture-in-picture requested on a canvas opens once, after the first picture of the next <video>', async () => {
  const it = output();
  await it.play({ kind: 'h265' });
  it.taken();
  expect(await it.surface.togglePictureInPicture()).toBe(true);
  expect(it.taken()).toEqual([['live.order', { type: 'picture-in-picture' }]]);
  it.starts[0]!.report.emit({ ...firstFrame, epoch: 4 });
  await it.play({ epoch: 5 });
  it.taken();
  for (let picture = 0; picture < 2; picture++) it.starts[1]!.report.emit({ ...firstFrame, epoch: 5 });
  expect(it.taken()).toEqual([['player 5.requestPictureInPicture']]);
});

const GOP: Gop = { head: new Uint8Array(), bytes: new Uint8Array(4), startMs: 0, endMs: 2_000 };

test('P20 P29 below an earlier part the live player is silent and decodes and reports only what that part lets pass', async () => {
  const it = output({ keeps: true });
  await it.play({ muted: false });
  expect(it.surface.lookBack()).toBeNull();
  it.starts[0]!.keep!(GOP);
  await vi.waitFor(() => expect(back.add).toHaveBeenCalledWith(GOP, { ...PLAY, muted: false }));
  expect(it.surface.lookBack()).toBe(back);
  const { sound, live, applySound } = back.deps as LookBackDeps;
  expect([sound(), live()?.epoch]).toEqual([{ volume: 0.3, muted: false }, 4]);
  it.taken();
  back.isOver = true;
  applySound();
  // The viewer's volume is that of the earlier part, and of the live one afterwards.
  it.execute({ type: 'set-volume', volume: 0.6, muted: false });
  it.execute({ type: 'set-decoding', epoch: 4, on: true });
  expect([it.taken(), back.setSound.mock.calls]).toEqual([
    [
      ['player 4.setVolume', 0.3, true],
      ['player 4.setVolume', 0.6, true],
      ['player 4.setDecoding', false],
    ],
    [[0.6, false]],
  ]);
  it.starts[0]!.report.emit({ type: 'progress', epoch: 4, progress: PROGRESS });
  it.starts[0]!.report.emit({ type: 'status', epoch: 4, name: 'playing' });
  expect(it.events.map(({ type }) => type)).toEqual(['status']);
  // A player that connects again meanwhile.
  await it.play({ epoch: 5, muted: false });
  expect(it.starts[1]).toMatchObject({ volume: 0.3, muted: true });
  back.isOver = false;
  it.taken();
  applySound();
  expect(it.taken()).toEqual([['player 5.setVolume', 0.3, false]]);
  it.execute({ type: 'stop', epoch: 5, keepsPicture: true });
  expect(back.clear).not.toHaveBeenCalled();
  it.execute({ type: 'stop', epoch: 5, keepsPicture: false });
  expect(back.clear).toHaveBeenCalledOnce();
});

test('P22 before the capabilities are known the elements exist, and orders change nothing', async () => {
  const it = output({ begins: false });
  it.made.order({ type: 'retry' });
  expect([it.surface.figures(), await it.surface.togglePictureInPicture()]).toEqual([null, false]);
  expect([it.made.state(), it.made.decisions(), it.taken(), it.lives]).toEqual([[], [], [], []]);
});

test('P22 the decisions receive capabilities, machine and memory of this page', () => {
  const it = output();
  const deps = it.lives[0]!;
  expect(deps).toMatchObject({ capabilities: CAPABILITIES, userAgent: 'agent', platform: { cores: 6 } });
  expect(deps.remembered('volume')).toBe('volume');
  const random = deps.platform.random();
  expect([random >= 0, random < 1]).toEqual([true, true]);
  it.made.order({ type: 'retry' });
  expect(it.taken()).toEqual([['live.order', { type: 'retry' }]]);
  deps.decisions.add({ atMs: 1, machine: 'm', event: 'e', from: 'a', to: 'b', effects: [], why: [] });
  expect([it.made.decisions().length, it.made.state()]).toEqual([1, [{ type: 'closed' }]]);
});

test('P24 P29 the decisions receive visibility and network state at the start and with each change, until the player is disposed', () => {
  const it = output({ begins: false });
  Object.assign(page, { hidden: true });
  browser.onLine = false;
  it.made.begin(CAPABILITIES);
  expect(it.taken()).toEqual([
    ['live.setVisible', false],
    ['live.setOnline', false],
  ]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  browser.dispatchEvent(new Event('offline'));
  browser.onLine = true;
  browser.dispatchEvent(new Event('online'));
  expect(it.taken()).toEqual([
    ['live.setVisible', true],
    ['live.setOnline', false],
    ['live.setOnline', true],
  ]);
  it.made.dispose();
  expect(it.taken()).toEqual([['live.order', { type: 'stop', by: 'owner' }], ['live.dispose']]);
  page.dispatchEvent(new Event('visibilitychange'));
  browser.dispatchEvent(new Event('offline'));
  it.made.order({ type: 'retry' });
  expect([it.taken(), it.made.state()]).toEqual([[], []]);
  output({ begins: false }).made.dispose();
});

test('P20 P24 a status is reported until it changes, one failure per player, and nothing after its end', () => {
  const events: PlayerEvent[] = [];
  const reporter = createReporter(8, (event) => void events.push(event));
  for (const name of ['playing', 'playing', 'buffering', 'playing'] as const) reporter.status(name);
  const names = ['created', 'playing', 'buffering', 'playing'];
  expect([events.map((event) => (event.type === 'status' ? event.name : event.type)), reporter.hasFailed]).toEqual([names, false]);
  reporter.fail({ failure: 'NO_SUPPORT', detail: 'first', lacks: 'nothing draws pictures here' });
  reporter.fail({ failure: 'TIMEOUT', detail: 'second', network: true });
  expect(events.slice(4)).toEqual([{ ...failed('NO_SUPPORT', 'first', 8), lacks: 'nothing draws pictures here' }]);
  expect([reporter.hasFailed, reporter.isDisposed]).toEqual([true, false]);
  reporter.dispose();
  reporter.status('end');
  reporter.emit({ type: 'status', epoch: 8, name: 'paused' });
  expect([events.length, reporter.isDisposed]).toEqual([5, true]);
});
