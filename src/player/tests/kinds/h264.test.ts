/** H264 and native H265 without a browser: what the engine and the element report becomes the events of the player. */
import { setMaxListeners } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { openH264, openNativeH265 } from '../../kinds/h264.ts';
import type { EngineListeners, EngineSource } from '../../kinds/mpegts/engine.ts';
import type { P2pOptions } from '../../kinds/player-start.ts';
import { MESSAGE_SCRIPT } from '../../rules/messages/stream-messages.ts';
import { eachOnPage, opened } from './fake-video.ts';

interface Opened {
  readonly video: unknown;
  readonly source: EngineSource;
  readonly on: EngineListeners;
  isClosed: boolean;
  /** Times that it began again on the same bytes. */
  reopened: number;
}
const engines: Opened[] = [];
vi.mock('../../kinds/mpegts/load.ts', () => ({
  loadedEngine: () => ({
    openEngine(video: unknown, source: EngineSource, on: EngineListeners) {
      const engine: Opened = { video, source, on, isClosed: false, reopened: 0 };
      engines.push(engine);
      return { close: () => void (engine.isClosed = true), reopen: () => void engine.reopened++ };
    },
  }),
}));

// A player adds all listeners of its element with one AbortSignal; Node warns if they are more than ten.
setMaxListeners(30);

const page = eachOnPage();
beforeEach(() => void (engines.length = 0));

async function open(change: Partial<Parameters<typeof opened>[1]> = {}, as = openH264) {
  const it = opened(as, { epoch: 4, url: 'https://cdn.test/a.flv', muted: true, ...change });
  await vi.advanceTimersByTimeAsync(0);
  return { ...it, engine: () => engines.at(-1)!, second: () => vi.advanceTimersByTimeAsync(1_000) };
}

test('P20 P29 the stream of the address is played in the room’s element with the viewer’s sound, and the start is reported', async () => {
  const it = await open();
  expect(it.engine()).toMatchObject({ video: it.video, source: { url: 'https://cdn.test/a.flv' } });
  expect(it.video).toMatchObject({ paused: false, volume: 0.4, muted: true, playbackRate: 1 });
  expect(it.events).toEqual([
    { type: 'status', epoch: 4, name: 'created' },
    { type: 'autoplay', epoch: 4, blocked: false, muted: true },
  ]);
  it.player.setVolume(0.7, false);
  expect([it.video.muted, it.video.volume]).toEqual([false, 0.7]);
  expect([it.player.hasElement, it.player.kind, (await open({}, openNativeH265)).player.kind]).toEqual([true, 'h264', 'h265-native']);
});

test('P27 P41 the first picture is reported once with its time, and each second the progress of the element', async () => {
  const it = await open();
  it.video.ranges = [
    [0, 2],
    [3, 9],
  ];
  it.video.currentTime = 6;
  it.video.quality = { totalVideoFrames: 50, droppedVideoFrames: 4 };
  it.engine().on.onStream({ type: 'tracks', tracks: { hasAudio: true, hasVideo: true } });
  it.engine().on.onBytes(1_000);
  it.engine().on.onBytes(234.6);
  await vi.advanceTimersByTimeAsync(640);
  it.video.paint({ width: 1_280, height: 720, mediaTime: 5.9, processingDuration: 0.012 });
  expect(it.of('first-frame')).toEqual([{ type: 'first-frame', epoch: 4, width: 1_280, height: 720, sinceStartMs: 640 }]);
  await vi.advanceTimersByTimeAsync(360);
  const [{ progress } = { progress: null }] = it.of('progress');
  expect(progress).toMatchObject({
    positionS: 6,
    bufferedS: 3,
    latencyS: 3,
    paintedFrames: 46,
    droppedFrames: 4,
    bytes: 1_235,
    audioS: 6,
    videoS: 5.9,
    decodeMs: 12,
  });
  it.video.paint();
  expect(it.of('first-frame')).toHaveLength(1);
});

test('P3 the figures contain codecs and size, and the figures of a shared stream', async () => {
  const figures = { peers: 3, fromPeersBytes: 5 };
  const openP2p = vi.fn((_options: P2pOptions) => ({ figures: () => figures as never, close: vi.fn() }));
  const it = await open({ openP2p });
  const onBytes = vi.fn();
  const started = it.engine().source.start('https://cdn.test/a.flv');
  started.read({ onBytes, onEnd: vi.fn(), onError: vi.fn() });
  it.engine().on.onCodecs('avc1, mp4a');
  expect(it.player.figures?.()).toEqual({ CODEC: 'avc1, mp4a', WIDTH: 852, HEIGHT: 480, peers: 3, fromPeersBytes: 5 });
  const [given] = openP2p.mock.calls[0]!;
  expect(given).toMatchObject({ url: 'https://cdn.test/a.flv', onBytes });
  given.onFail('no peer');
  expect(it.of('failed')).toMatchObject([{ failure: 'P2P_ERROR', detail: 'no peer', network: false }]);
  started.close();
  expect(openP2p.mock.results[0]!.value.close).toHaveBeenCalledOnce();
});

test('P20 P24 events of the element become the status, which is reported only when it changes', async () => {
  const it = await open();
  for (const type of ['waiting', 'waiting', 'playing', 'playing', 'pause', 'waiting']) it.video.fire(type);
  expect(it.of('status').map(({ name }) => name)).toEqual(['created', 'buffering', 'playing', 'paused', 'buffering']);
  expect(it.of('progress').length).toBe(2);
});

test('P4 a new size is reported from the first picture on', async () => {
  const it = await open();
  it.video.fire('resize');
  expect(it.of('resolution')).toEqual([]);
  it.video.paint();
  for (const videoWidth of [0, 540]) {
    Object.assign(it.video, { videoWidth, videoHeight: 960 });
    it.video.fire('resize');
  }
  expect(it.of('resolution')).toEqual([{ type: 'resolution', epoch: 4, width: 540, height: 960 }]);
});

test('P7 a stream without a picture, or in a hidden tab, starts when its position advances', async () => {
  const sound = await open();
  Object.assign(sound.video, { videoWidth: 0, videoHeight: 0, currentTime: 0.2 });
  sound.video.fire('timeupdate');
  expect(sound.of('first-frame')).toMatchObject([{ width: 0, height: 0 }]);
  const hidden = await open();
  hidden.video.currentTime = 0.2;
  hidden.video.fire('timeupdate');
  expect(hidden.of('first-frame')).toEqual([]);
  page().hidden = true;
  hidden.video.fire('timeupdate');
  expect(hidden.of('first-frame')).toMatchObject([{ width: 852, height: 480 }]);
});

const NETWORK = { type: 'NetworkError', detail: 'Exception', code: undefined, message: 'offline' };
test.each<[what: string, break_: (it: Awaited<ReturnType<typeof open>>) => void, failure: object]>([
  ['the engine', (it) => it.engine().on.onError(NETWORK), { failure: 'ACK_NETWORK_FAIL', network: true }],
  [
    'the engine’s codec',
    (it) => it.engine().on.onError({ ...NETWORK, type: 'MediaError', detail: 'CodecUnsupported' }),
    { failure: 'NO_SUPPORT', codecUnsupported: true },
  ],
  [
    'the element',
    (it) => {
      it.video.error = { code: 3, message: 'broken' };
      it.video.fire('error');
    },
    { failure: 'PLAYER_ERROR', detail: 'media error 3 broken', network: false },
  ],
  ['the end of the element', (it) => it.video.fire('ended'), { failure: 'ACK_NETWORK_FAIL', detail: 'the stream ended', network: true }],
  [
    'the end of a shown stream',
    (it) => {
      it.video.paint();
      it.engine().on.onEnd();
    },
    { failure: 'ACK_NETWORK_FAIL', detail: 'the stream ended', network: true },
  ],
])('P24 P26 a failure of %s is reported once with its kind', async (_what, break_, failure) => {
  const it = await open();
  break_(it);
  it.engine().on.onError(NETWORK);
  expect(it.of('failed')).toHaveLength(1);
  expect(it.of('failed')[0]).toMatchObject({ epoch: 4, ...failure });
});

test('P24 a removed SourceBuffer, and an end without buffered data, fail after 500 ms, so that their cause can be reported', async () => {
  const it = await open();
  it.engine().on.onError({
    type: 'MediaError',
    detail: 'MediaMSEError',
    code: 11,
    message: 'This SourceBuffer has been removed from the parent media source',
  });
  expect(it.of('failed')).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(it.of('failed')).toMatchObject([{ failure: 'PLAYER_ERROR' }]);
  const short = await open();
  short.engine().on.onEnd();
  await vi.advanceTimersByTimeAsync(499);
  expect(short.of('failed')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(short.of('failed')).toMatchObject([{ detail: 'the stream ended' }]);
  expect(short.of('status').at(-1)).toMatchObject({ name: 'end' });
  const buffered = await open();
  buffered.video.ranges = [[0, 1]];
  buffered.engine().on.onEnd();
  await vi.advanceTimersByTimeAsync(600);
  expect(buffered.of('failed')).toEqual([]);
});

test('P27 each second the latency is corrected: faster behind the live edge, a seek far behind it, more distance after stalls', async () => {
  const it = await open();
  it.video.ranges = [[0, 4]];
  it.video.currentTime = 1;
  await it.second();
  expect(it.video.playbackRate).toBe(1);
  it.video.paint();
  await it.second();
  expect(it.video.playbackRate).toBe(1.07);
  it.video.ranges = [[0, 20]];
  await it.second();
  expect(it.video.currentTime).toBeCloseTo(18.8);
  const stalled = await open();
  stalled.video.paint();
  for (let at = 0; at < 4; at++) stalled.video.fire('waiting');
  stalled.video.ranges = [[0, 4]];
  stalled.video.currentTime = 1;
  await stalled.second();
  expect(stalled.video.playbackRate).toBe(1);
  const shared = await open({ openP2p: () => ({ figures: () => ({ segmentMs: 2_000 }) as never, close: () => undefined }) });
  shared
    .engine()
    .source.start('')
    .read({ onBytes: () => undefined, onEnd: () => undefined, onError: () => undefined });
  shared.video.paint();
  shared.video.ranges = [[0, 4]];
  shared.video.currentTime = 1;
  await shared.second();
  expect(shared.video.playbackRate).toBe(1);
});

test('P24 P27 a stream that the viewer paused is not sped up and does not seek', async () => {
  const it = await open();
  it.video.paint();
  it.video.paused = true;
  it.video.ranges = [[0, 20]];
  it.video.currentTime = 1;
  await it.second();
  expect([it.video.currentTime, it.video.playbackRate]).toEqual([1, 1]);
});

test.each([
  ['a pause of 30 minutes keeps at most two minutes', false, 1_800, 1, 121],
  ['a tab that is hidden for an hour, whose timers run once a minute, keeps at most three minutes', true, 3_600, 60, 180],
])('P27 %s in the buffer, because the engine frees what lies behind the position', async (_what, hidden, lengthS, everyS, mostS) => {
  const it = await open();
  it.video.paint();
  page().hidden = hidden;
  it.video.paused = true;
  for (let second = everyS; second <= lengthS; second += everyS) {
    it.video.ranges = [[Math.max(0, it.video.currentTime - 30), second]];
    expect(second - it.video.currentTime).toBeLessThanOrEqual(mostS);
    await it.second();
  }
  expect([it.video.paused, it.of('failed')]).toEqual([true, []]);
});

test('P24 a gap before the first picture is skipped when later data arrives', async () => {
  const it = await open();
  it.video.readyState = 2;
  it.video.ranges = [[3, 5]];
  it.video.fire('progress');
  expect(it.video.currentTime).toBeCloseTo(3.05);
});

test('P22 a stream that plays without a track is reported with the name of its codec, and is not opened again', async () => {
  const it = await open();
  it.engine().on.onStream({ type: 'dropped', track: 'audio', name: 'G.711 A-law' });
  it.engine().on.onStream({ type: 'tracks', tracks: { hasAudio: false, hasVideo: true } });
  await it.second();
  expect(it.of('track-dropped')).toMatchObject([{ epoch: 4, track: 'audio', name: 'G.711 A-law' }]);
  expect(it.player.progress().audioS).toBeNaN();
  expect([engines.length, it.of('failed')]).toEqual([1, []]);
});

test('P22 a stream whose tracks change is opened again, at most three times', async () => {
  const it = await open();
  for (let at = 0; at < 3; at++) {
    it.engine().on.onStream({ type: 'tracks-changed' });
    await it.second();
  }
  expect([engines.length, it.engine().reopened, it.of('failed')]).toEqual([1, 3, []]);
  it.engine().on.onStream({ type: 'tracks-changed' });
  await it.second();
  expect(it.of('failed')).toMatchObject([{ failure: 'ACK_NETWORK_FAIL', network: true }]);
});

test.each([
  [
    { type: 'unplayable', name: 'H265', carries: 'h265' },
    { codecUnsupported: true, lacks: 'the stream has another codec', carries: 'h265' },
  ],
  [
    { type: 'unplayable', name: 'VP6', carries: null },
    { codecUnsupported: true, lacks: 'the stream has another codec' },
  ],
  [{ type: 'no-keyframe' }, { codecUnsupported: false, lacks: 'the stream has no keyframe' }],
] as const)('P22 a stream that this kind cannot play fails by name: %j', async (event, failure) => {
  const it = await open();
  it.engine().on.onStream(event);
  await it.second();
  expect(it.of('failed')).toMatchObject([{ failure: 'NO_SUPPORT', network: false, ...failure }]);
});

test('P22 for a viewer who chose sound only, the stream is opened without pictures', async () => {
  const it = await open({ savings: { soundOnly: true } as never });
  expect(it.engine().source.soundOnly).toBe(true);
});

test('P30 messages of the stream are reported', async () => {
  const it = await open();
  it.video.currentTime = 9;
  it.video.ranges = [[0, 1]];
  it.engine().on.onScript({ onCuePoint: 1, [MESSAGE_SCRIPT]: { type: 3, data: { delay: 5 } } });
  expect(it.of('stream-messages')).toMatchObject([{ epoch: 4, messages: [{ code: 3, json: '{"delay":5}' }] }]);
});

test('P20 P24 a disposed player closes its engine, reports nothing and no longer uses the element', async () => {
  const it = await open();
  const count = it.events.length;
  it.player.dispose();
  expect(it.engine().isClosed).toBe(true);
  expect(it.video.asked.size).toBe(0);
  for (const type of ['playing', 'waiting', 'error', 'ended', 'pause']) it.video.fire(type);
  it.engine().on.onError(NETWORK);
  await it.second();
  expect(it.events.length).toBe(count);
  expect(await it.player.requestPictureInPicture()).toBe(true);
});
