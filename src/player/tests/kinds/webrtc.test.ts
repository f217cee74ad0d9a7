import { expect, test, vi } from 'vitest';
import { openWebRtc } from '../../kinds/webrtc.ts';
import type { PlayerEvent } from '../../rules/contract.ts';
import { SDP, stubWebRtc } from './fake-connection.ts';
import { eachOnPage, FakeVideo, opened } from './fake-video.ts';

const page = eachOnPage();

async function open(answer?: () => Promise<Response>, providerId = 5) {
  const net = stubWebRtc(answer);
  const video = Object.assign(new FakeVideo(), { currentTime: 7 });
  const it = opened(openWebRtc, { epoch: 3, url: 'https://rtc.test/whep/1', providerId, video });
  await vi.advanceTimersByTimeAsync(0);
  return { ...net, ...it, failures: () => it.of('failed') };
}

const answers = (body: string, status: number) => (): Promise<Response> => Promise.resolve(new Response(body, { status }));
test.each<[what: string, answer: (() => Promise<Response>) | undefined, provider: number, requests: number, failure: object]>([
  ['has no such stream', answers('', 404), 5, 1, { failure: 'ACK_NETWORK_FAIL', network: true }],
  ['is overloaded', answers('', 503), 5, 1, { failure: 'ACK_NETWORK_FAIL', network: true }],
  ['is not reached', () => Promise.reject(new TypeError('offline')), 5, 1, { failure: 'ACK_NETWORK_FAIL', network: true }],
  ['answers without SDP', answers('no sdp', 201), 5, 1, { failure: 'ACK_FAIL', network: false }],
  ['is of no known provider', undefined, 6, 0, { failure: 'NO_SUPPORT', network: false, detail: 'stream provider 6 is not known' }],
])('P20 P26 a server that %s is a failure of its kind', async (_what, answer, provider, requests, failure) => {
  const it = await open(answer, provider);
  expect([it.failures(), it.asked.length]).toMatchObject([[{ epoch: 3, ...failure }], requests]);
});

test('P20 sound and picture are received with the least delay, and play when the answer has arrived', async () => {
  const it = await open();
  expect(it.connection().transceivers.map(({ what, init }) => [what, init])).toEqual([
    ['audio', { direction: 'recvonly' }],
    ['video', { direction: 'recvonly' }],
  ]);
  expect(it.connection().remote).toEqual({ type: 'answer', sdp: SDP });
  const receiver = { jitterBufferTarget: 400 };
  it.connection().dispatchEvent(Object.assign(new Event('track'), { track: 'a track', receiver }));
  expect(receiver.jitterBufferTarget).toBe(0);
  expect(it.video.srcObject).toMatchObject({ tracks: ['a track'] });
  expect(it.video).toMatchObject({ paused: false, volume: 0.4, muted: false });
  expect(it.events).toContainEqual({ type: 'autoplay', epoch: 3, blocked: false, muted: false });
  it.video.paint({ width: 1_280, height: 720 });
  expect(it.events).toContainEqual(expect.objectContaining({ type: 'first-frame', epoch: 3, width: 1_280, height: 720 }));
  expect(it.events).toContainEqual({ type: 'status', epoch: 3, name: 'playing' });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(it.failures()).toEqual([]);
  it.player.dispose();
  expect(it.connection().isClosed).toBe(true);
  expect(it.video.srcObject).toBeNull();
});

test('P20 P24 without a picture the attempt ends after 8 s', async () => {
  const it = await open();
  await vi.advanceTimersByTimeAsync(7_999);
  expect(it.failures()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(it.failures()).toMatchObject([{ failure: 'TIMEOUT', network: true }]);
});

test('P20 P27 a hidden tab, which paints no picture, begins to play with its position and is no timeout', async () => {
  page().hidden = true;
  const it = await open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(it.failures()).toEqual([]);
  for (const type of ['timeupdate', 'waiting', 'timeupdate']) it.video.fire(type);
  const first = expect.objectContaining({ type: 'first-frame', epoch: 3, width: 852, height: 480 });
  expect(it.of('first-frame')).toEqual([first]);
  expect(it.of('status').slice(-2)).toMatchObject([{ name: 'playing' }, { name: 'buffering' }]);
  page().hidden = false;
  it.video.paint({ width: 1_280, height: 720 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([it.of('first-frame').length, it.failures()]).toEqual([1, []]);
});

test.each([false, true])(
  'P7 P20 a radio room (tab hidden: %s) starts when its position advances and is watched without pictures',
  async (hidden) => {
    page().hidden = hidden;
    const it = await open();
    Object.assign(it.video, { videoWidth: 0, videoHeight: 0 });
    const position = (seconds: number): void => {
      it.video.currentTime = seconds;
      it.video.fire('timeupdate');
    };
    const firsts = (): readonly PlayerEvent[] => it.of('first-frame');
    position(7);
    expect(firsts()).toEqual([]);
    it.connection().dispatchEvent(Object.assign(new Event('track'), { track: { kind: 'audio' }, receiver: {} }));
    position(0);
    expect(firsts()).toEqual([]);
    position(0.2);
    position(0.4);
    expect(firsts()).toEqual([expect.objectContaining({ epoch: 3, width: 0, height: 0 })]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(it.failures()).toEqual([]);
    expect(it.player.progress()).toMatchObject({ positionS: 0.4 });
    expect(it.player.progress().received).toBeUndefined();
  },
);

test('P20 P24 sound that plays before its pictures is no radio room', async () => {
  const it = await open();
  it.video.videoWidth = 0;
  for (const kind of ['audio', 'video'])
    it.connection().dispatchEvent(Object.assign(new Event('track'), { track: { kind }, receiver: {} }));
  it.video.fire('timeupdate');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(it.events.some(({ type }) => type === 'first-frame')).toBe(false);
  expect(it.failures()).toMatchObject([{ failure: 'TIMEOUT' }]);
  expect(it.player.progress().received).toMatchObject({ decodedFrames: 0 });
});

test('P20 P24 a tab that is shown again without a picture ends the attempt after 8 s', async () => {
  page().hidden = true;
  const it = await open();
  await vi.advanceTimersByTimeAsync(8_000);
  page().hidden = false;
  it.video.currentTime = 0;
  it.video.fire('timeupdate');
  await vi.advanceTimersByTimeAsync(7_999);
  expect(it.failures()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(it.failures()).toMatchObject([{ failure: 'TIMEOUT', network: true }]);
});

test.each<readonly [steps: readonly (RTCPeerConnectionState | number)[], failures: readonly string[]]>([
  [['connecting'], []],
  [['connected'], []],
  [['failed'], ['ACK_NETWORK_FAIL']],
  [['closed'], ['ACK_NETWORK_FAIL']],
  [['disconnected', 2_999], []],
  [['disconnected', 3_000], ['ACK_NETWORK_FAIL']],
  [['disconnected', 2_000, 'connected', 2_000], []],
])('P20 P26 a connection with these states and times in ms, %j, reports the failures %j', async (steps, failures) => {
  const it = await open();
  for (const step of steps) {
    if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step);
    else it.connection().become(step);
  }
  expect(it.failures().map((event) => Reflect.get(event, 'failure'))).toEqual(failures);
  expect(it.events.some((event) => event.type === 'status' && event.name === 'buffering')).toBe(steps.includes('disconnected'));
});

test.each([
  [false, 'playing'],
  [true, 'paused'],
] as const)('P20 a connection that returns with an element whose pause is %s has the status %s', async (isPaused, status) => {
  const it = await open();
  it.video.paint();
  it.video.paused = isPaused;
  for (const state of ['disconnected', 'connected']) it.connection().become(state);
  expect(it.events.findLast(({ type }) => type === 'status')).toMatchObject({ name: status });
});

test('P27 P41 each second the statistics of the browser become the progress of the player', async () => {
  const it = await open();
  it.connection().stats = new Map<string, object>([
    ['codec', { mimeType: 'video/H264' }],
    ['a', { type: 'inbound-rtp', kind: 'audio', bytesReceived: 1_000, estimatedPlayoutTimestamp: 5_000 }],
    [
      'v',
      {
        type: 'inbound-rtp',
        kind: 'video',
        codecId: 'codec',
        bytesReceived: 9_000,
        framesDecoded: 50,
        framesDropped: 4,
        totalDecodeTime: 0.25,
        totalFreezesDuration: 0.7,
        packetsReceived: 300,
        packetsLost: 6,
        jitterBufferDelay: 10,
        jitterBufferEmittedCount: 50,
        estimatedPlayoutTimestamp: 5_400,
      },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  const progress = it.events.find(({ type }) => type === 'progress');
  expect(progress).toMatchObject({
    epoch: 3,
    progress: {
      positionS: 7,
      paintedFrames: 46,
      droppedFrames: 4,
      bytes: 10_000,
      audioS: 5,
      videoS: 5.4,
      bufferedS: 0.2,
      latencyS: 0.2,
      decodeMs: 5,
      received: { decodedFrames: 50, decodeMs: 250, freezesMs: 700, packets: 300, lostPackets: 6 },
    },
  });
  expect(it.player.figures?.()).toEqual({ CODEC: 'H264', WIDTH: 852, HEIGHT: 480 });
});

test.each<readonly [what: string, video: object, codec: object, name: string]>([
  ['a codec', { codecId: 'codec' }, { mimeType: 'video/VP8' }, 'VP8'],
  ['a codec of another kind', { codecId: 'codec' }, { mimeType: 'application/video/x' }, 'application/video/x'],
  ['a codec without a name', { codecId: 'codec' }, {}, ''],
  ['no codec', {}, { mimeType: 'video/VP8' }, ''],
])('P27 the figures contain the codec name of a connection with %s', async (_what, video, codec, name) => {
  const it = await open();
  it.connection().stats = new Map<string, object>([
    ['codec', codec],
    ['v', { type: 'inbound-rtp', kind: 'video', ...video }],
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(it.player.figures?.()).toMatchObject({ CODEC: name });
});
