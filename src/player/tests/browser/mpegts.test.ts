/** One test for each reliance on mpegts.js that src/player/kinds/mpegts/README.md lists. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStream, type StreamRecording } from '../../../../mocks/recordings/recording.ts';
import { addMessages } from '../../../../mocks/recordings/stream-messages.ts';
import { fetchBytes, type ByteSink, type StartBytes } from '../../kinds/mpegts/byte-source.ts';
import { openEngine, type EngineListeners, type OpenEngine } from '../../kinds/mpegts/engine.ts';
import type { RewriteEvent } from '../../flv/rewrite.ts';
import type { EngineError } from '../../rules/recovery/media-errors.ts';
import { MESSAGE_SCRIPT, MESSAGE_UUID } from '../../rules/messages/stream-messages.ts';

const streams = (name: string): string => new URL(`/fixtures/streams/${name}.flv`, location.href).href;
const H264 = streams('stage-540x960-h264');

interface Seen {
  readonly video: HTMLVideoElement;
  readonly engine: OpenEngine;
  readonly errors: EngineError[];
  readonly scripts: unknown[];
  readonly seis: unknown[];
  readonly codecs: string[];
  readonly stream: RewriteEvent[];
  readonly bytes: number[];
  ends: number;
}

let opened: Seen[] = [];
/** Sources that were opened and not closed. */
let openSources = 0;
let workers = 0;
let uncaught: string[] = [];
const onUncaught = (event: ErrorEvent): void =>
  void uncaught.push(event.error instanceof Error ? String(event.error.stack) : event.message);

beforeEach(() => {
  opened = [];
  openSources = 0;
  workers = 0;
  uncaught = [];
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        workers++;
      }
    },
  );
  addEventListener('error', onUncaught);
});

afterEach(() => {
  for (const { engine } of opened) engine.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  removeEventListener('error', onUncaught);
  document.body.replaceChildren();
});

/** Returns the function that closes it. */
type Source = (url: string, sink: ByteSink) => () => void;

interface Given {
  readonly soundOnly?: boolean;
  readonly source?: Source;
  readonly video?: HTMLVideoElement;
}

function open(url: string, { soundOnly = false, source, video = document.createElement('video') }: Given = {}): Seen {
  video.muted = true;
  document.body.append(video);
  const seen: Omit<Seen, 'engine'> = { video, errors: [], scripts: [], seis: [], codecs: [], stream: [], bytes: [], ends: 0 };
  const listeners: EngineListeners = {
    onError: (error) => seen.errors.push(error),
    onEnd: () => seen.ends++,
    onScript: (data) => seen.scripts.push(data),
    onSei: (data) => seen.seis.push(data),
    onStream: (event) => seen.stream.push(event),
    onCodecs: (codecs) => seen.codecs.push(codecs),
    onBytes: (bytes) => seen.bytes.push(bytes),
  };
  const start: StartBytes = (address) => {
    let close: (() => void) | undefined;
    const fetched = source === undefined ? fetchBytes(address) : undefined;
    openSources++;
    let isOpen = true;
    return {
      read(sink) {
        fetched?.read(sink);
        close = source?.(address, sink);
      },
      close() {
        if (isOpen) openSources--;
        isOpen = false;
        fetched?.close();
        close?.();
      },
    };
  };
  const engine = openEngine(video, { url, soundOnly, start }, listeners);
  void video.play().catch(() => undefined);
  const complete = Object.assign(seen, { engine });
  opened.push(complete);
  return complete;
}

const LIMIT = { timeout: 15_000, interval: 20 };
const plays = (video: HTMLVideoElement): Promise<void> => vi.waitFor(() => expect(video.currentTime).toBeGreaterThan(0.2), LIMIT);

async function recordingOf(url: string): Promise<StreamRecording> {
  const read = readStream(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}

/** Address of a file with the tags of the recording at their times. */
function addressOf({ head, tags }: StreamRecording): string {
  const timed = tags.map(({ bytes, timeMs }) => {
    const tag = bytes.slice();
    tag.set([(timeMs >> 16) & 255, (timeMs >> 8) & 255, timeMs & 255, timeMs >> 24], 4);
    return tag;
  });
  return URL.createObjectURL(new Blob([...head, ...timed]));
}

test('P20 (1) mpegts.js plays H264 without a worker, and reports the codecs', async () => {
  const { video, codecs, errors } = open(H264);
  await plays(video);
  expect([video.videoWidth, video.videoHeight]).toEqual([540, 960]);
  expect([...new Set(codecs)]).toEqual([expect.stringMatching(/^avc1\.\w+, mp4a\.40\.\d+$/)]);
  expect(errors).toEqual([]);
  expect(workers).toBe(0);
  expect(video.src).toMatch(/^blob:/);
});

const [PIECE_BYTES, PIECE_MS] = [4_096, 20];

/** A live stream, one piece at a time. */
const slowly =
  (bytes: Uint8Array<ArrayBuffer>): Source =>
  (_, { onBytes }) => {
    let at = 0;
    const timer = setInterval(() => onBytes(bytes.slice(at, (at += PIECE_BYTES))), PIECE_MS);
    return () => clearInterval(timer);
  };

const bytesOf = async (url: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await fetch(url)).arrayBuffer());

test('P30 (2) mpegts.js passes on the value of a script tag by its name, and an SEI with its id, text and time in ms', async () => {
  const cues = [
    { atMs: 400, by: 'script', type: 7, data: { text: 'tag' } },
    { atMs: 1_200, by: 'sei', type: 8, data: { text: 'sei' } },
  ] as const;
  // In pieces, because mpegts.js drops the SEIs of the first piece that it demuxes.
  const { scripts, seis } = open('https://shared.test/live.flv', {
    source: slowly(await bytesOf(addressOf(addMessages(await recordingOf(H264), cues)))),
  });
  await vi.waitFor(() => expect([scripts.length > 0, seis.length > 0]).toEqual([true, true]), LIMIT);
  expect(scripts).toContainEqual({ [MESSAGE_SCRIPT]: { type: 7, data: { text: 'tag' } } });
  const own = seis.find((sei) => String(Reflect.get(sei as object, 'uuid')) === String(MESSAGE_UUID));
  expect(own).toMatchObject({ uuid: expect.any(Uint8Array), user_data: expect.any(Uint8Array), pts: expect.any(Number) });
  const { user_data, pts } = own as { readonly user_data: Uint8Array; readonly pts: number };
  expect(JSON.parse(new TextDecoder().decode(user_data))).toEqual({ type: 8, data: { text: 'sei' } });
  expect(Math.abs(pts - 1_200)).toBeLessThan(200);
});

test('P24 (3) mpegts.js reports the end of the stream once and without an error', async () => {
  const seen = open(addressOf(await recordingOf(H264)));
  await vi.waitFor(() => expect(seen.ends).toBe(1), LIMIT);
  expect(seen.errors).toEqual([]);
});

test('P24 (4) mpegts.js reports a refused status, a missing network and a file that is not FLV by name', async () => {
  const page = open(URL.createObjectURL(new Blob(['<!doctype html>', new Uint8Array(4_096)])));
  // Nothing more is read of it.
  await vi.waitFor(() => expect([page.errors.length, openSources]).toEqual([1, 0]), LIMIT);
  const missing = open(new URL('/fixtures/none.flv', location.href).href.replace('/fixtures/', '/none-such/'));
  const dead = open('http://127.0.0.1:1/a.flv');
  await vi.waitFor(() => expect([missing.errors.length, page.errors.length, dead.errors.length]).toEqual([1, 1, 1]), LIMIT);
  expect(page.errors[0]).toMatchObject({ type: 'NetworkError', detail: 'Exception', message: 'the answer is not FLV' });
  expect(dead.errors[0]).toMatchObject({ type: 'NetworkError', detail: 'Exception', code: -1 });
  expect(dead.errors[0]!.message).not.toBe('');
  expect(missing.errors[0]!.type).toMatch(/NetworkError|MediaError/);
});

test('P22 (5) mpegts.js plays the tracks of the header, and waits for no other', async () => {
  const sound = open(H264, { soundOnly: true });
  await plays(sound.video);
  expect([sound.video.videoWidth, sound.codecs.at(-1)]).toEqual([0, expect.stringMatching(/^mp4a[^,]*$/)]);
  const recording = await recordingOf(H264);
  const picture = open(
    addressOf({
      ...recording,
      tags: recording.tags.filter(({ type }) => type !== 'audio'),
      head: recording.head.filter((part) => part[0] !== 8),
    }),
  );
  await plays(picture.video);
  expect([picture.video.videoWidth, picture.codecs.at(-1)]).toEqual([540, expect.stringMatching(/^avc1[^,]*$/)]);
});

test('P23 P41 (6) mpegts.js reads the bytes of a custom loader in pieces of any size; each piece is counted', async () => {
  const bytes = await bytesOf(H264);
  const addresses: string[] = [];
  const { video, bytes: counted } = open('https://shared.test/live.flv', {
    source(url, { onBytes }) {
      addresses.push(url);
      // Each piece but the first is a view of a larger buffer.
      for (let at = 0; at < bytes.length; at += 65_536)
        setTimeout(() => onBytes(at === 0 ? bytes.slice(0, 65_536) : bytes.subarray(at, at + 65_536)));
      return () => undefined;
    },
  });
  await plays(video);
  expect(addresses).toEqual(['https://shared.test/live.flv']);
  expect(counted.reduce((sum, one) => sum + one, 0)).toBe(bytes.length);
});

test('P24 (6) an exception of its demuxer is an error of the engine, and the source is closed', async () => {
  // An AVCDecoderConfigurationRecord whose sequence parameter set ends after its first byte.
  const record = [0x17, 0, 0, 0, 0, 1, 0x42, 0, 0x1e, 0xff, 0xe1, 0, 2, 0x67, 0x42, 1, 0, 1, 0x68];
  const tagOf = (body: readonly number[]): number[] => [9, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, ...body, 0, 0, 0, 11 + body.length];
  // The configuration is written in front of a picture.
  const tags = [...tagOf(record), ...tagOf([0x17, 1, 0, 0, 0, 0, 0, 0, 3, 0x65, 0x88, 1])];
  const { errors } = open('https://shared.test/live.flv', {
    source(_, { onBytes }) {
      const timer = setTimeout(() => onBytes(new Uint8Array([70, 76, 86, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0, ...tags])));
      return () => clearTimeout(timer);
    },
  });
  await vi.waitFor(() => expect(errors).toHaveLength(1), LIMIT);
  expect(errors[0]).toMatchObject({ type: 'NetworkError', detail: 'Exception', code: -1 });
  expect(errors[0]!.message).toMatch(/^demuxer: ./);
  expect(openSources).toBe(0);
});

test('P20 (7) closing mpegts.js empties the element at once and closes the source', async () => {
  const { video, engine } = open(H264, { source: slowly(await bytesOf(H264)) });
  await plays(video);
  expect(openSources).toBe(1);
  engine.close();
  opened = [];
  expect([video.srcObject, video.getAttribute('src'), openSources]).toEqual([null, null, 0]);
});

test('P23 (8) an element used by several engines in turn plays the last one, every other source is closed, and nothing is thrown', async () => {
  const video = document.createElement('video');
  for (let time = 0; time < 6; time++) {
    const { engine } = open(H264, { video });
    // Real time: an engine is closed while it connects, while it appends, and while it plays.
    await new Promise((resolve) => setTimeout(resolve, time * 60));
    engine.close();
  }
  opened = [];
  open(H264, { video, source: slowly(await bytesOf(H264)) });
  await plays(video);
  expect(openSources).toBe(1);
  expect(uncaught).toEqual([]);
});

test('P28 (9) mpegts.js writes nothing to the console of the page', async () => {
  const written: unknown[] = [];
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...values) => void written.push(values));
  const { video } = open(H264);
  const dead = open('http://127.0.0.1:1/a.flv');
  await plays(video);
  await vi.waitFor(() => expect(dead.errors).toHaveLength(1), LIMIT);
  expect(written).toEqual([]);
});

test('P24 (10) a stream is read after the event of the open source, and one that ends at once is played', async () => {
  const bytes = await bytesOf(H264);
  const order: string[] = [];
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener');
  vi.spyOn(MediaSource.prototype, 'addEventListener').mockImplementation(function (this: MediaSource, type: string, listener: unknown) {
    // Called before the listener of mpegts.js, which is registered after it.
    if (type === 'sourceopen') listen.call(this, type, () => order.push('open'));
    listen.call(this, type, listener as EventListener);
  });
  const seen = open('https://shared.test/live.flv', {
    source(_, { onBytes, onEnd }) {
      queueMicrotask(() => {
        order.push('read');
        onBytes(bytes);
        onEnd();
      });
      return () => undefined;
    },
  });
  await plays(seen.video);
  expect(order).toEqual(['open', 'read']);
  expect(seen.ends).toBe(1);
  expect(uncaught).toEqual([]);
});

const HOUR_MS = 3_600_000;

test('P20 (1) a gradual refresh that is joined in its middle plays behind a grey keyframe', async () => {
  const recording = await recordingOf(streams('refresh-320x180-h264'));
  const seen = open(addressOf({ ...recording, tags: recording.tags.filter(({ timeMs }) => timeMs >= 1_000) }));
  await vi.waitFor(() => expect(seen.video.getVideoPlaybackQuality().totalVideoFrames).toBeGreaterThan(60), LIMIT);
  expect([seen.errors, seen.video.videoWidth]).toEqual([[], 320]);
});

test('P22 another engine continues with the same bytes when the sound begins late, without another request', async () => {
  const recording = await recordingOf(H264);
  const late = { ...recording, tags: recording.tags.filter(({ type, timeMs }) => type !== 'audio' || timeMs >= 3_000) };
  const bytes = new Uint8Array(await (await fetch(addressOf(late))).arrayBuffer());
  const seen = open(H264, { source: slowly(bytes) });
  await vi.waitFor(() => expect(seen.stream.some(({ type }) => type === 'tracks-changed')).toBe(true), LIMIT);
  seen.engine.reopen();
  void seen.video.play().catch(() => undefined);
  await vi.waitFor(() => expect(seen.codecs.at(-1)).toMatch(/^avc1\.\w+, mp4a/), LIMIT);
  await plays(seen.video);
  expect([seen.errors, openSources]).toEqual([[], 1]);
});

test.each([0.15, 1, 500, -3])('P24 (11) times that jump by %d hours are joined before mpegts.js, which plays to the end', async (hours) => {
  const recording = await recordingOf(H264);
  const { tags } = recording;
  const middle = tags.length >> 1;
  const timed = tags.map((tag, index) => ({ ...tag, timeMs: tag.timeMs + 4 * HOUR_MS + (index < middle ? 0 : hours * HOUR_MS) }));
  const seen = open(addressOf({ ...recording, tags: timed }));
  await vi.waitFor(() => expect(seen.ends).toBe(1), LIMIT);
  expect(seen.errors).toEqual([]);
  // The end of the bytes: the last appends of the element are pending.
  const lengthS = await vi.waitFor(() => {
    const { buffered } = seen.video;
    expect(buffered.length).toBe(1);
    const bufferedS = buffered.end(0) - buffered.start(0);
    expect(bufferedS).toBeGreaterThan(7.5);
    return bufferedS;
  }, LIMIT);
  expect(lengthS).toBeLessThan(8.5);
});

test('P24 (12) closing throws nothing, although the element has closed the source while an append was pending', async () => {
  const bytes = await bytesOf(H264);
  for (let time = 0; time < 8; time++) {
    const { video, engine } = open(H264, { source: slowly(bytes) });
    await vi.waitFor(() => expect(video.buffered.length).toBeGreaterThan(0), LIMIT);
    // The element closes the source of the engine, and aborts its appends.
    video.removeAttribute('src');
    video.load();
    engine.close();
    await new Promise((resolve) => setTimeout(resolve, time * 5));
  }
  opened = [];
  expect(uncaught).toEqual([]);
});

test.each([false, true])(
  'P24 (13) a buffer that is full loses its oldest part, and the stream is read to its end (paused: %s)',
  async (isPaused) => {
    const QUOTA_S = 5;
    const append: unknown = Reflect.get(SourceBuffer.prototype, 'appendBuffer');
    let refused = 0;
    vi.spyOn(SourceBuffer.prototype, 'appendBuffer').mockImplementation(function (this: SourceBuffer, data) {
      const { buffered } = this;
      const heldS = Array.from({ length: buffered.length }, (_, i) => buffered.end(i) - buffered.start(i)).reduce((sum, s) => sum + s, 0);
      if (heldS <= QUOTA_S) return Reflect.apply(append as () => void, this, [data]);
      refused++;
      throw new DOMException('full', 'QuotaExceededError');
    });
    const seen = open(H264, { source: slowly(await bytesOf(addressOf(await recordingOf(H264)))) });
    await plays(seen.video);
    if (isPaused) seen.video.pause();
    const newestS = (): number => {
      const { buffered } = seen.video;
      return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
    };
    await vi.waitFor(() => expect([newestS() > 7.5, refused > 0]).toEqual([true, true]), LIMIT);
    expect([seen.errors, uncaught]).toEqual([[], []]);
    // A paused viewer continues near the newest picture.
    if (isPaused) expect(seen.video.currentTime).toBeGreaterThan(1.5);
    void seen.video.play().catch(() => undefined);
    const fromS = seen.video.currentTime;
    await vi.waitFor(() => expect(seen.video.currentTime).toBeGreaterThan(fromS + 0.2), LIMIT);
  },
);
