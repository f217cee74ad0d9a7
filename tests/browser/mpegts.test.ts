/** One test for each reliance on mpegts.js that src/player/kinds/mpegts/README.md lists. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStream, type StreamRecording } from '../../mocks/recordings/recording.ts';
import { addMessages } from '../../mocks/recordings/stream-messages.ts';
import { fetchBytes, type ByteSink, type StartBytes } from '../../src/player/kinds/mpegts/byte-source.ts';
import { openEngine, type EngineListeners, type OpenEngine } from '../../src/player/kinds/mpegts/engine.ts';
import { PROMISED_TRACKS, SOUND_ALONE, type Tracks } from '../../src/player/rules/clock/lone-track.ts';
import type { EngineError } from '../../src/player/rules/recovery/media-errors.ts';
import { MESSAGE_SCRIPT, MESSAGE_UUID } from '../../src/player/rules/messages/stream-messages.ts';

const streams = (name: string): string => new URL(`/fixtures/streams/${name}.flv`, location.href).href;
const H264 = streams('stage-540x960-h264');

interface Seen {
  readonly video: HTMLVideoElement;
  readonly engine: OpenEngine;
  readonly errors: EngineError[];
  readonly scripts: unknown[];
  readonly seis: unknown[];
  readonly codecs: string[];
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
  readonly tracks?: Tracks;
  readonly source?: Source;
  readonly video?: HTMLVideoElement;
}

function open(url: string, { tracks, source, video = document.createElement('video') }: Given = {}): Seen {
  video.muted = true;
  document.body.append(video);
  const seen: Omit<Seen, 'engine'> = { video, errors: [], scripts: [], seis: [], codecs: [], bytes: [], ends: 0 };
  const listeners: EngineListeners = {
    onError: (error) => seen.errors.push(error),
    onEnd: () => seen.ends++,
    onScript: (data) => seen.scripts.push(data),
    onSei: (data) => seen.seis.push(data),
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
  const engine = openEngine(video, { url, tracks, start }, listeners);
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
  const missing = open(new URL('/fixtures/none.flv', location.href).href.replace('/fixtures/', '/none-such/'));
  const page = open(URL.createObjectURL(new Blob(['<!doctype html>', new Uint8Array(4_096)])));
  const dead = open('http://127.0.0.1:1/a.flv');
  await vi.waitFor(() => expect([missing.errors.length, page.errors.length, dead.errors.length]).toEqual([1, 1, 1]), LIMIT);
  expect(page.errors[0]).toMatchObject({ type: 'MediaError', detail: 'FormatUnsupported' });
  expect(dead.errors[0]).toMatchObject({ type: 'NetworkError', detail: 'Exception', code: -1 });
  expect(dead.errors[0]!.message).not.toBe('');
  expect(missing.errors[0]!.type).toMatch(/NetworkError|MediaError/);
});

test('P22 (5) mpegts.js plays one announced track without the other if the source requests it', async () => {
  const sound = open(H264, { tracks: SOUND_ALONE });
  await plays(sound.video);
  expect([sound.video.videoWidth, sound.codecs.at(-1)]).toEqual([0, expect.stringMatching(/^mp4a[^,]*$/)]);
  const picture = open(H264, { tracks: { hasAudio: false, hasVideo: true } });
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
  const tag = [9, 0, 0, record.length, 0, 0, 0, 0, 0, 0, 0, ...record, 0, 0, 0, 11 + record.length];
  const { errors } = open('https://shared.test/live.flv', {
    source(_, { onBytes }) {
      const timer = setTimeout(() => onBytes(new Uint8Array([70, 76, 86, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0, ...tag])));
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
  const { video } = open(H264, { tracks: PROMISED_TRACKS });
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

test('P24 (11) a jump of the sound by nine minutes is filled by mpegts.js, one by an hour is a failure of the network', async () => {
  const recording = await recordingOf(H264);
  const { tags } = recording;
  const middle = tags.length >> 1;
  const jumpBy = (ms: number): string =>
    addressOf({ ...recording, tags: tags.map((tag, index) => (index < middle ? tag : { ...tag, timeMs: tag.timeMs + ms })) });
  const filled = open(jumpBy(0.15 * HOUR_MS));
  await vi.waitFor(() => expect(filled.ends).toBe(1), LIMIT);
  expect(filled.errors).toEqual([]);
  const refused = open(jumpBy(HOUR_MS));
  await vi.waitFor(() => expect(refused.errors).toHaveLength(1), LIMIT);
  expect(refused.errors[0]).toMatchObject({ type: 'NetworkError', message: 'the times of the sound jumped forward' });
  expect(refused.ends).toBe(0);
});
