// Long file: mocks are hoisted into the file that declares them, and each test here uses the same mocked workers and sounds.
/** H265 without a browser: what its workers receive at the start, and what the player makes of their events. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openH265 } from '../../kinds/h265.ts';
import type { PlayerStart, P2pOptions } from '../../kinds/player-start.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';
import { SharedMetrics, type Metrics } from '../../shared-memory/shared-metrics.ts';
import { err, ok, type Result } from '../../base/errors.ts';
import { eachOnPage, opened as openedOnPage } from './fake-video.ts';

type Call = readonly [worker: string, call: string, argument: unknown];
const it = vi.hoisted(() => ({
  calls: [] as Call[],
  answers: new Map<string, unknown>(),
  die: new Map<string, (detail: string) => void>(),
  terminated: [] as string[],
  watched: 0,
  sounds: [] as { readonly of: 'ring' | 'element'; readonly options: Record<string, unknown>; readonly did: unknown[] }[],
}));

vi.mock('../../page/heartbeat.ts', () => ({ heartbeats: { watch: () => it.watched++ } }));
vi.mock('../../kinds/h265-workers.ts', () => {
  const spawned = (name: string) => ({
    worker: {},
    died: new Promise<string>((resolve) => it.die.set(name, resolve)),
    call(use: (api: unknown) => unknown) {
      const api = new Proxy(
        {},
        {
          get: (_, call: string) => (argument: unknown) => {
            it.calls.push([name, call, argument]);
            return Promise.resolve(it.answers.get(`${name} ${call}`) ?? { ok: true, value: undefined });
          },
        },
      );
      return use(api);
    },
    terminate: () => it.terminated.push(name),
  });
  return {
    beginAhead: () => undefined,
    takeWorkers: () => {
      const worker = spawned('render');
      return {
        stream: spawned('stream'),
        decode: spawned('decode'),
        render: { worker, canDraw: () => worker.call((api) => (api as { canDraw(): unknown }).canDraw()) },
      };
    },
  };
});
vi.mock('../../kinds/ring-sound.ts', () => ({
  RingSound: class {
    readonly did: unknown[] = [];
    constructor(options: Record<string, unknown>) {
      it.sounds.push({ of: 'ring', options, did: this.did });
    }
    setVolume = (...given: unknown[]) => this.did.push(['volume', ...given]);
    measureLatency = () => this.did.push('latency');
    dispose = () => this.did.push('dispose');
  },
}));
vi.mock('../../kinds/element-sound.ts', () => {
  class ElementSound {
    readonly did: unknown[] = [];
    static open(options: Record<string, unknown>): ElementSound {
      const sound = new ElementSound();
      it.sounds.push({ of: 'element', options, did: sound.did });
      return sound;
    }
    append = (...given: unknown[]) => this.did.push(['append', ...given]);
    setRunning = (given: unknown) => this.did.push(['running', given]);
    setVolume = (...given: unknown[]) => this.did.push(['volume', ...given]);
    jump = (toMs: number) => this.did.push(['jump', toMs]);
    dispose = () => this.did.push('dispose');
  }
  return { ElementSound };
});

const page = eachOnPage(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance']);
let resize: ((entries: readonly object[]) => void) | undefined;
let observed: unknown;
let canvases: { readonly style: Record<string, string>; isPlaced: boolean }[];
beforeEach(() => {
  Object.assign(it, { calls: [], terminated: [], sounds: [], watched: 0 });
  it.answers.clear();
  it.answers.set('render canDraw', ok(true));
  canvases = [];
  const createElement = (): object => {
    const canvas = {
      style: {},
      isPlaced: false,
      setAttribute: () => undefined,
      transferControlToOffscreen: () => ({ is: 'offscreen' }),
      remove: () => void (canvas.isPlaced = false),
    };
    canvases.push(canvas);
    return canvas;
  };
  Object.assign(page(), { createElement });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(act: typeof resize) {
        resize = act;
      }
      observe(_canvas: object, options: ResizeObserverOptions): void {
        observed = options.box;
      }
      disconnect(): void {
        resize = undefined;
      }
    },
  );
  vi.stubGlobal('ResizeObserverEntry', { prototype: {} });
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('location', new URL('https://room.test/live/1'));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  vi.stubGlobal('AudioDecoder', vi.fn());
});
const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const player of opened.splice(0)) player.dispose();
});

/** Real turns of the event loop, so that messages of the ports arrive. */
async function turns(): Promise<void> {
  for (let at = 0; at < 6; at++) await new Promise((resolve) => setImmediate(resolve));
}

type Change = Partial<Omit<PlayerStart, 'video'>>;
const startOf = (worker: string) => it.calls.find(([name, call]) => name === worker && call === 'start')?.[2] as Record<string, unknown>;

async function open(change: Change = {}) {
  const made = openedOnPage(openH265, {
    epoch: 6,
    url: 'a.flv',
    connectMs: 7_000,
    threads: { threads: 3, why: 'measured' as never },
    surface: { append: (canvas: { isPlaced: boolean }) => void (canvas.isPlaced = true) } as unknown as HTMLElement,
    ...change,
  });
  opened.push(made.player);
  await turns();
  const say = async (worker: 'stream' | 'decode' | 'render', event: object): Promise<void> => {
    (startOf(worker)['page'] as MessagePort).postMessage(event);
    await turns();
  };
  const metrics: Metrics = change.withoutSharedMemory
    ? (undefined as never)
    : new SharedMetrics(startOf('stream')['metrics'] as SharedArrayBuffer);
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    await turns();
  };
  return { ...made, say, metrics, pass };
}

test('P22 P29 the workers receive the address, the limits and each other’s ports, and share one memory', async () => {
  const { metrics: _, ...room } = await open();
  expect(startOf('stream')).toMatchObject({ url: 'a.flv', shared: null, connectMs: 7_000, soundByElement: false, soundOnly: false });
  expect(startOf('decode')).toMatchObject({ maxPixels: Number.POSITIVE_INFINITY, threads: 3 });
  expect(startOf('render')).toMatchObject({ onto: { is: 'offscreen' } });
  const memories = ['stream', 'decode', 'render'].map((worker) => startOf(worker)['metrics']);
  expect(new Set(memories).size).toBe(1);
  expect(memories[0]).toBeInstanceOf(SharedArrayBuffer);
  expect(startOf('decode')['frames']).toBe(startOf('render')['frames']);
  expect(startOf('decode')['frames']).toBeInstanceOf(SharedArrayBuffer);
  for (const [from, to, member, back] of [
    ['stream', 'decode', 'decode', 'units'],
    ['decode', 'render', 'render', 'decode'],
  ] as const) {
    const received = vi.fn();
    const port = startOf(to)[back] as MessagePort;
    port.onmessage = ({ data }) => received(data);
    (startOf(from)[member] as MessagePort).postMessage('hello');
    await turns();
    expect(received, `${from} to ${to}`).toHaveBeenCalledExactlyOnceWith('hello');
    port.close();
  }
  expect(it.watched).toBe(3);
  expect(room.events).toEqual([{ type: 'status', epoch: 6, name: 'created' }]);
});

test('P22 P25 without shared memory: one thread, a maximum picture size, sound by an element; missing values have defaults', async () => {
  await open({
    withoutSharedMemory: { maxPixels: 1_000 },
    threads: undefined,
    connectMs: undefined,
    savings: { soundOnly: true, leastLevel: 2 } as never,
  });
  expect(startOf('decode')).toMatchObject({ maxPixels: 1_000, threads: 1, frames: null });
  expect(startOf('stream')).toMatchObject({
    connectMs: DEFAULT_PLAYER_CONFIG.numbers.flvConnectMs,
    soundByElement: true,
    soundOnly: true,
  });
  expect(startOf('stream')['metrics']).toHaveLength(3);
  expect(it.calls).toContainEqual(['decode', 'setDecodeLevel', 2]);
});

test('P20 P4 the first picture, a new size, stream messages and the status of the clock are reported', async () => {
  const room = await open();
  await room.pass(350);
  await room.say('render', { type: 'first-frame', width: 852, height: 480 });
  await room.say('render', { type: 'resolution', width: 540, height: 960 });
  await room.say('render', { type: 'running', running: true });
  await room.say('render', { type: 'running', running: true });
  await room.say('render', { type: 'running', running: false });
  await room.say('render', { type: 'messages', messages: [{ code: 3, json: '{}', ptsMs: 5 }] });
  expect(room.events.slice(1)).toEqual([
    { type: 'first-frame', epoch: 6, width: 852, height: 480, sinceStartMs: 350 },
    { type: 'resolution', epoch: 6, width: 540, height: 960 },
    { type: 'status', epoch: 6, name: 'playing' },
    { type: 'status', epoch: 6, name: 'buffering' },
    { type: 'stream-messages', epoch: 6, messages: [{ code: 3, json: '{}', ptsMs: 5 }] },
  ]);
  expect(room.player.figures?.()).toMatchObject({ CODEC: 'hevc', WIDTH: 540, HEIGHT: 960, THREADS_WHY: 'measured' });
});

test('P7 a stream without pictures starts when its clock runs', async () => {
  const room = await open();
  await room.say('render', { type: 'running', running: true });
  expect(room.of('first-frame')).toMatchObject([{ width: 0, height: 0 }]);
});

test('P27 P41 each second the figures in shared memory are reported as progress', async () => {
  const room = await open();
  room.metrics.set('PAINTED', 12);
  room.metrics.set('BYTES', 345);
  room.metrics.set('BUFFERED_MS', 1_500);
  await room.pass(1_000);
  expect(room.of('progress')).toMatchObject([{ epoch: 6, progress: { paintedFrames: 12, bytes: 345, bufferedS: 1.5 } }]);
});

test('P4 P29 the drawing has the size of the box in device pixels, also if it was set before the worker could draw', async () => {
  const room = await open();
  resize?.([{ contentRect: { width: 100.4, height: 50 } }]);
  await turns();
  expect(it.calls.filter(([, call]) => call === 'setSize')).toHaveLength(2);
  room.player.setDecoding(false);
  room.player.setDecodeLevel?.(3);
  await turns();
  expect(it.calls.slice(-3)).toEqual([
    ['decode', 'setSuspended', true],
    ['render', 'setHidden', true],
    ['decode', 'setDecodeLevel', 3],
  ]);
});

test('P29 the drawing is resized on a monitor with another pixel ratio if the browser observes the size in device pixels', async () => {
  await open();
  expect(observed).toBe('content-box');
  Object.defineProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize', { value: [] });
  await open();
  expect(observed).toBe('device-pixel-content-box');
});

const SOUND = { type: 'sound', ring: new SharedArrayBuffer(8), sampleRate: 44_100, channels: 2 };
test('P29 the sound begins after the first picture, with the viewer’s volume, and the render worker receives its ring', async () => {
  const room = await open();
  room.metrics.set('HAS_VIDEO', 1);
  room.player.setVolume(0.6, true);
  await room.say('stream', SOUND);
  expect(it.sounds).toEqual([]);
  const ring = vi.fn();
  const port = startOf('render')['page'] as MessagePort;
  port.onmessage = ({ data }) => ring(data);
  await room.say('render', { type: 'first-frame', width: 8, height: 8 });
  expect(it.sounds).toMatchObject([{ of: 'ring', options: { sampleRate: 44_100, channels: 2, volume: 0.6, muted: true } }]);
  expect(ring).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'sound', sampleRate: 44_100, channels: 2 }));
  room.player.setVolume(0.2, false);
  await room.pass(1_000);
  expect(it.sounds[0]!.did).toEqual([['volume', 0.2, false], 'latency']);
  (it.sounds[0]!.options['onBlocked'] as (blocked: boolean) => void)(true);
  (it.sounds[0]!.options['onBlocked'] as (blocked: boolean) => void)(false);
  expect(room.of('autoplay')).toEqual([
    { type: 'autoplay', epoch: 6, blocked: true, muted: true },
    { type: 'autoplay', epoch: 6, blocked: false, muted: false },
  ]);
});

test('P29 without a first picture the sound starts after 500 ms, in a stream without pictures immediately', async () => {
  const late = await open();
  late.metrics.set('HAS_VIDEO', 1);
  await late.say('stream', SOUND);
  await late.pass(499);
  expect(it.sounds).toEqual([]);
  await late.pass(1);
  expect(it.sounds).toHaveLength(1);
  const alone = await open();
  const fresh = it.sounds.length;
  // The newest start is that of this player.
  it.calls.splice(
    0,
    it.calls.findLastIndex(([worker, call]) => worker === 'decode' && call === 'start'),
  );
  await alone.say('stream', SOUND);
  expect(it.sounds.length).toBe(fresh + 1);
});

test('P22 P29 sound segments are played by an element that follows the clock: running, jumps and volume', async () => {
  const room = await open();
  await room.say('render', { type: 'running', running: true });
  const segment = new Uint8Array([1, 2]);
  await room.say('stream', { type: 'sound-segment', mime: 'audio/mp4', baseMs: 40, segment });
  await room.say('stream', { type: 'sound-segment', mime: 'audio/mp4', baseMs: Number.NaN, segment });
  await room.say('render', { type: 'jump', toMs: 900 });
  await room.say('render', { type: 'running', running: false });
  expect(it.sounds).toMatchObject([{ of: 'element', options: { mime: 'audio/mp4', running: true, volume: 0.4, muted: false } }]);
  expect(it.sounds[0]!.did).toEqual([
    ['append', segment, 40],
    ['append', segment, Number.NaN],
    ['jump', 900],
    ['running', false],
  ]);
});

const failed = (code: string) => ({ type: 'failed', code, detail: 'detail' });
const silent = { type: 'failed', failure: 'TIMEOUT', detail: 'no bytes', network: true };
const small = { withoutSharedMemory: { maxPixels: 5 } };
test.each<[what: string, change: Change, worker: 'stream' | 'decode', event: object | null, failure: object]>([
  ['the stream', {}, 'stream', silent, { failure: 'TIMEOUT', detail: 'no bytes', network: true }],
  [
    'the format',
    {},
    'decode',
    failed('DECODER_UNSUPPORTED'),
    { failure: 'NO_SUPPORT', detail: 'DECODER_UNSUPPORTED: detail', lacks: 'the decoder does not decode this format' },
  ],
  ['the decoder', {}, 'decode', failed('DECODER_LIMIT'), { failure: 'PLAYER_ERROR', detail: 'DECODER_LIMIT: detail' }],
  [
    'the size without shared memory',
    small,
    'decode',
    failed('DECODER_LIMIT'),
    { failure: 'NO_SUPPORT', lacks: 'too large without shared memory' },
  ],
  ['a worker', {}, 'decode', null, { failure: 'PLAYER_ERROR', detail: 'WORKER_CRASHED: decode: out of memory' }],
])('P24 P26 a failure of %s is reported once, with its kind', async (_what, change, worker, event, failure) => {
  const room = await open(change);
  for (let time = 0; time < 2; time++) {
    if (event === null) it.die.get(worker)!('decode: out of memory');
    else await room.say(worker, event);
    await turns();
  }
  expect(room.of('failed')).toHaveLength(1);
  expect(room.of('failed')[0]).toMatchObject({ epoch: 6, ...failure });
});

test.each<[answer: Result, failure: object]>([
  [err('NO_SUPPORT', 'no context'), { failure: 'NO_SUPPORT', detail: 'NO_SUPPORT: no context', lacks: 'nothing draws pictures here' }],
  [err('WORKER_TIMEOUT', 'render'), { failure: 'PLAYER_ERROR', detail: 'WORKER_TIMEOUT: render' }],
])('P26 P29 a worker that cannot start is a failure: %j', async (answer, failure) => {
  it.answers.set('render start', answer);
  const room = await open();
  expect(room.of('failed')).toMatchObject([failure]);
});

test('P24 an ended stream is played until its buffer is empty, then its end is reported', async () => {
  const room = await open();
  room.metrics.set('NEWEST_VIDEO_MS', 9);
  await room.say('render', { type: 'first-frame', width: 8, height: 8 });
  room.metrics.set('BUFFERED_MS', 2_000);
  await room.say('stream', { type: 'ended' });
  await room.pass(2_999);
  expect(room.of('failed')).toEqual([]);
  await room.pass(1);
  expect(room.of('status').at(-1)).toMatchObject({ name: 'end' });
  expect(room.of('failed')).toMatchObject([{ failure: 'ACK_NETWORK_FAIL', detail: 'the stream ended', network: true }]);
});

test('P24 if the clock of an ended stream stops, the end is reported immediately', async () => {
  const room = await open();
  room.metrics.set('BUFFERED_MS', 60_000);
  await room.say('stream', { type: 'ended' });
  await room.say('render', { type: 'running', running: false });
  expect(room.of('failed')).toMatchObject([{ detail: 'the stream ended' }]);
});

test('P23 P24 bytes of a shared stream are copied to the stream worker, and its failure is P2P_ERROR', async () => {
  const close = vi.fn();
  const openP2p = vi.fn((_options: P2pOptions) => ({ figures: () => ({ segmentMs: 2_000, peers: 2 }) as never, close }));
  const room = await open({ openP2p });
  const [given] = openP2p.mock.calls[0]!;
  expect(given.url).toBe('https://room.test/live/a.flv');
  const received = vi.fn();
  const port = startOf('stream')['shared'] as MessagePort;
  port.onmessage = ({ data }) => received([...new Uint8Array(data as ArrayBuffer)]);
  const bytes = new Uint8Array([7, 8, 9]).subarray(1);
  given.onBytes(bytes);
  await turns();
  expect(received).toHaveBeenCalledExactlyOnceWith([8, 9]);
  expect([...bytes]).toEqual([8, 9]);
  expect(room.metrics.get('SEGMENT_MS')).toBe(2_000);
  expect(room.player.figures?.()).toMatchObject({ peers: 2 });
  given.onFail('nobody');
  expect(room.of('failed')).toMatchObject([{ failure: 'P2P_ERROR', detail: 'nobody', network: false }]);
  port.close();
  room.player.dispose();
  expect(close).toHaveBeenCalledOnce();
});

test('P20 P29 the canvas covers the element while it plays; a disposed player ends its workers, its sound and its drawing', async () => {
  const room = await open();
  const [canvas] = canvases;
  expect([canvas!.isPlaced, room.video.style['visibility'], room.player.hasElement]).toEqual([true, 'hidden', false]);
  expect(await room.player.requestPictureInPicture()).toBe(false);
  await room.say('stream', SOUND);
  const count = room.events.length;
  const say = room.say('render', { type: 'resolution', width: 1, height: 1 });
  room.player.dispose();
  await say;
  await room.pass(2_000);
  expect(room.events.length).toBe(count);
  expect(it.terminated.toSorted()).toEqual(['decode', 'render', 'stream']);
  expect(it.sounds[0]!.did).toContain('dispose');
  expect([canvas!.isPlaced, room.video.style['visibility'], resize]).toEqual([false, 'visible', undefined]);
});
