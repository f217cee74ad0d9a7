/** P31: the connection of a broadcast and what it sends to the room worker. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenLink } from '../../../src/features/publish/page-link.ts';
import type { PublishAction } from '../../../src/features/publish/rules.ts';
import { stubWebRtc } from '../../../src/player/tests/kinds/fake-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const track = (kind: string, settings = {}) => ({ kind, getSettings: () => settings });
const streamOf = (...tracks: readonly ReturnType<typeof track>[]): MediaStream =>
  ({
    getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
    getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  }) as unknown as MediaStream;
const CAMERA = track('video', { width: 1_920, height: 1_080 });
const MICROPHONE = track('audio');

async function open(answer?: () => Promise<Response>, providerId = 5) {
  const net = stubWebRtc(answer);
  const acts: PublishAction[] = [];
  const link = new OpenLink({ epoch: 4, url: 'https://rtc.test/whip/1', providerId }, streamOf(MICROPHONE, CAMERA), (act) =>
    acts.push(act),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { ...net, acts, link };
}

test.each<[state: RTCPeerConnectionState, acts: readonly object[]]>([
  ['connecting', []],
  ['connected', [{ type: 'link-open', epoch: 4 }]],
  ['disconnected', [{ type: 'link-interrupted', epoch: 4 }]],
  ['failed', [{ type: 'link-lost', epoch: 4, failure: { code: 'PUBLISH_LOST', detail: 'the connection failed' } }]],
  ['closed', [{ type: 'link-lost', epoch: 4, failure: { code: 'PUBLISH_LOST', detail: 'the connection closed' } }]],
])('P31 a connection that is %s sends %j', async (state, acts) => {
  const it = await open();
  it.connection().become(state);
  expect(it.acts).toEqual(acts);
});

test.each<[answer: () => Promise<Response>, providerId: number, failure: object]>([
  [() => Promise.resolve(new Response('', { status: 403 })), 5, { code: 'HTTP_STATUS', status: 403 }],
  [() => Promise.resolve(new Response('no sdp', { status: 201 })), 5, { code: 'HTTP_BAD_BODY' }],
  [() => Promise.reject(new TypeError('offline')), 5, { code: 'HTTP_NETWORK' }],
  [() => Promise.reject(new TypeError('never asked')), 6, { code: 'PUBLISH_UNSUPPORTED', detail: 'provider 6 is not known' }],
])(
  'P31 a connection that fails before the broadcast begins is reported as lost with its reason: %s',
  async (answer, providerId, failure) => {
    const it = await open(answer, providerId);
    expect(it.acts).toMatchObject([{ type: 'link-lost', epoch: 4, failure }]);
    expect(it.connection().isClosed).toBe(true);
  },
);

test('P31 camera and microphone are sent in the quality of the step', async () => {
  const it = await open();
  const [audio, video] = it.connection().transceivers;
  expect([audio, video]).toMatchObject([
    { what: MICROPHONE, init: { direction: 'sendonly' } },
    { what: CAMERA, init: { direction: 'sendonly' } },
  ]);
  expect(video?.sender.parameters.encodings).toEqual([{ maxBitrate: 2_500_000, maxFramerate: 30, scaleResolutionDownBy: 1.5 }]);
  it.link.setLevel(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(video?.sender.parameters.encodings).toEqual([{ maxBitrate: 300_000, maxFramerate: 20, scaleResolutionDownBy: 4 }]);
  const other = track('video', { width: 540, height: 960 });
  it.link.use(streamOf(other));
  await vi.advanceTimersByTimeAsync(0);
  expect([audio?.sender.track, video?.sender.track]).toEqual([null, other]);
  expect(video?.sender.parameters.encodings).toEqual([{ maxBitrate: 300_000, maxFramerate: 20, scaleResolutionDownBy: 2 }]);
  expect(audio?.sender.parameters.encodings).toEqual([]);
});

test('P31 the sender’s figures are sent to the room worker each second until the link is closed, here and at the server', async () => {
  const it = await open(() => Promise.resolve(new Response('v=0\r\n', { status: 201, headers: { location: '/session/7' } })));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(it.acts.map(({ type }) => type)).toEqual(['sent', 'sent']);
  expect(it.acts[0]).toMatchObject({ epoch: 4 });
  it.link.close();
  await vi.advanceTimersByTimeAsync(2_000);
  it.connection().become('failed');
  expect(it.acts).toHaveLength(2);
  expect(it.connection().isClosed).toBe(true);
  expect(it.asked.at(-1)).toEqual({ url: 'https://rtc.test/session/7', method: 'DELETE' });
});

test('P31 a link that is closed before the server answers ends its session at the server, and reports no loss', async () => {
  let answer = (_response: Response): void => undefined;
  const it = await open(() => new Promise((resolve) => (answer = resolve)));
  it.link.close();
  answer(new Response('v=0\r\n', { status: 201, headers: { location: '/session/8' } }));
  await vi.advanceTimersByTimeAsync(0);
  expect(it.asked.map(({ url, method }) => [method, url])).toEqual([
    ['POST', 'https://rtc.test/whip/1'],
    ['DELETE', 'https://rtc.test/session/8'],
  ]);
  expect([it.acts, it.connection().remote]).toEqual([[], null]);
});
