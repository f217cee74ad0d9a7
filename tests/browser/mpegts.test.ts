/** One test for each reliance on mpegts.js that src/player/kinds/mpegts/README.md lists. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStream, type StreamRecording } from '../../mocks/recordings/recording.ts';
import { addMessages } from '../../mocks/recordings/stream-messages.ts';
import { openEngine, sharedLoader, STATISTICS_MS, type EngineListeners, type OpenEngine } from '../../src/player/kinds/mpegts/engine.ts';
import type { P2pOptions } from '../../src/player/kinds/shared-stream.ts';
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
  readonly bytes: { readonly atMs: number; readonly bytes: number }[];
  ends: number;
}

let opened: Seen[] = [];
let workers: { readonly worker: Worker; isTerminated: boolean }[] = [];
let uncaught: string[] = [];
const onUncaught = (event: ErrorEvent): void => void uncaught.push(event.message);

beforeEach(() => {
  opened = [];
  workers = [];
  uncaught = [];
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      readonly #seen = { worker: this as Worker, isTerminated: false };
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        workers.push(this.#seen);
        this.addEventListener('error', onUncaught);
      }
      override terminate(): void {
        this.#seen.isTerminated = true;
        super.terminate();
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

interface Given {
  readonly tracks?: Tracks;
  readonly shared?: ReturnType<typeof sharedLoader>;
  readonly video?: HTMLVideoElement;
}

function open(url: string, { tracks, shared, video = document.createElement('video') }: Given = {}): Seen {
  video.muted = true;
  document.body.append(video);
  const seen: Omit<Seen, 'engine'> = { video, errors: [], scripts: [], seis: [], codecs: [], bytes: [], ends: 0 };
  const listeners: EngineListeners = {
    onError: (error) => seen.errors.push(error),
    onEnd: () => seen.ends++,
    onScript: (data) => seen.scripts.push(data),
    onSei: (data) => seen.seis.push(data),
    onCodecs: (codecs) => seen.codecs.push(codecs),
    onBytes: (bytes) => seen.bytes.push({ atMs: performance.now(), bytes }),
  };
  const engine = openEngine(video, { url, tracks, shared: shared ?? null }, listeners);
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

test('P20 (1) mpegts.js plays H264, demuxes in one worker, and reports the codecs', async () => {
  const { video, codecs, errors } = open(H264);
  await plays(video);
  expect([video.videoWidth, video.videoHeight]).toEqual([540, 960]);
  expect([...new Set(codecs)]).toEqual([expect.stringMatching(/^avc1\.\w+, mp4a\.40\.\d+$/)]);
  expect(errors).toEqual([]);
  expect(workers).toHaveLength(1);
  expect(video.src).toMatch(/^blob:/);
});

const [PIECE_BYTES, PIECE_MS] = [4_096, 20];

/** Loader of a live stream, one piece at a time. */
const slowly = (bytes: Uint8Array<ArrayBuffer>): ReturnType<typeof sharedLoader> =>
  sharedLoader(
    ({ onBytes }) => {
      let at = 0;
      const timer = setInterval(() => onBytes(bytes.slice(at, (at += PIECE_BYTES))), PIECE_MS);
      return { figures: () => ({}) as never, close: () => clearInterval(timer) };
    },
    () => undefined,
  );

const bytesOf = async (url: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await fetch(url)).arrayBuffer());

test('P41 (2) mpegts.js reports its speed in kB/s at the configured interval', async () => {
  const { bytes } = open('https://shared.test/live.flv', { shared: slowly(await bytesOf(H264)) });
  await vi.waitFor(() => expect(bytes.length).toBeGreaterThanOrEqual(5), LIMIT);
  const gaps = bytes.slice(1).map(({ atMs }, index) => atMs - bytes[index]!.atMs);
  for (const gapMs of gaps) expect(gapMs).toBeGreaterThan(STATISTICS_MS / 2);
  // The sampler counts whole seconds, and a busy machine delays the timer.
  const perInterval = (PIECE_BYTES * STATISTICS_MS) / PIECE_MS;
  const counted = Math.max(...bytes.map((one) => one.bytes));
  expect(counted).toBeGreaterThan(perInterval / 4);
  expect(counted).toBeLessThan(perInterval * 2);
});

test('P30 (3) mpegts.js passes on the value of a script tag by its name, and an SEI with its id, text and time in ms', async () => {
  const cues = [
    { atMs: 400, by: 'script', type: 7, data: { text: 'tag' } },
    { atMs: 1_200, by: 'sei', type: 8, data: { text: 'sei' } },
  ] as const;
  // It drops the SEIs of the first piece that it demuxes.
  const { scripts, seis } = open('https://shared.test/live.flv', {
    shared: slowly(await bytesOf(addressOf(addMessages(await recordingOf(H264), cues)))),
  });
  await vi.waitFor(() => expect([scripts.length > 0, seis.length > 0]).toEqual([true, true]), LIMIT);
  expect(scripts).toContainEqual({ [MESSAGE_SCRIPT]: { type: 7, data: { text: 'tag' } } });
  const own = seis.find((sei) => String(Reflect.get(sei as object, 'uuid')) === String(MESSAGE_UUID));
  expect(own).toMatchObject({ uuid: expect.any(Uint8Array), user_data: expect.any(Uint8Array), pts: expect.any(Number) });
  const { user_data, pts } = own as { readonly user_data: Uint8Array; readonly pts: number };
  expect(JSON.parse(new TextDecoder().decode(user_data))).toEqual({ type: 8, data: { text: 'sei' } });
  expect(Math.abs(pts - 1_200)).toBeLessThan(200);
});

test('P24 (4) mpegts.js reports the end of the stream once and without an error', async () => {
  const seen = open(addressOf(await recordingOf(H264)));
  await vi.waitFor(() => expect(seen.ends).toBe(1), LIMIT);
  expect(seen.errors).toEqual([]);
});

test('P24 (5) mpegts.js names a refused status, a missing network and a file that is not FLV', async () => {
  const missing = open(new URL('/fixtures/none.flv', location.href).href.replace('/fixtures/', '/none-such/'));
  const page = open(URL.createObjectURL(new Blob(['<!doctype html>', new Uint8Array(4_096)])));
  const dead = open('http://127.0.0.1:1/a.flv');
  await vi.waitFor(() => expect([missing.errors.length, page.errors.length, dead.errors.length]).toEqual([1, 1, 1]), LIMIT);
  expect(page.errors[0]).toMatchObject({ type: 'MediaError', detail: 'FormatUnsupported' });
  expect(dead.errors[0]).toMatchObject({ type: 'NetworkError', detail: 'Exception', code: -1 });
  expect(dead.errors[0]!.message).not.toBe('');
  expect(missing.errors[0]!.type).toMatch(/NetworkError|MediaError/);
});

test('P22 (6) mpegts.js plays one announced track without the other if the source requests it', async () => {
  const sound = open(H264, { tracks: SOUND_ALONE });
  await plays(sound.video);
  expect([sound.video.videoWidth, sound.codecs.at(-1)]).toEqual([0, expect.stringMatching(/^mp4a[^,]*$/)]);
  const picture = open(H264, { tracks: { hasAudio: false, hasVideo: true } });
  await plays(picture.video);
  expect([picture.video.videoWidth, picture.codecs.at(-1)]).toEqual([540, expect.stringMatching(/^avc1[^,]*$/)]);
});

test('P23 (7) mpegts.js reads from a custom loader on the page, and ends it when it is closed', async () => {
  const bytes = new Uint8Array(await (await fetch(H264)).arrayBuffer());
  const given: P2pOptions[] = [];
  let closed = 0;
  const shared = sharedLoader(
    (options) => {
      given.push(options);
      for (let at = 0; at < bytes.length; at += 65_536) setTimeout(() => options.onBytes(bytes.slice(at, at + 65_536)), 0);
      return { figures: () => ({}) as never, close: () => closed++ };
    },
    () => undefined,
  );
  const { video, engine } = open('https://shared.test/live.flv', { shared });
  await plays(video);
  expect(given.map(({ url }) => url)).toEqual(['https://shared.test/live.flv']);
  expect(workers).toEqual([]);
  engine.close();
  opened = [];
  expect(closed).toBeGreaterThan(0);
});

test('P20 (8) closing mpegts.js empties the element at once and ends the worker', async () => {
  const { video, engine } = open(H264);
  await plays(video);
  engine.close();
  opened = [];
  expect([video.srcObject, video.getAttribute('src')]).toEqual([null, null]);
  await vi.waitFor(() => expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]), LIMIT);
});

test('P23 (9) an element used by several engines in turn plays the last one, every other worker ends, and nothing is thrown', async () => {
  const video = document.createElement('video');
  for (let time = 0; time < 6; time++) {
    const { engine } = open(H264, { video });
    // Real time: an engine is closed while it connects, while it appends, and while it plays.
    await new Promise((resolve) => setTimeout(resolve, time * 60));
    engine.close();
  }
  opened = [];
  open(H264, { video });
  await plays(video);
  await vi.waitFor(() => expect(workers.filter(({ isTerminated }) => !isTerminated)).toHaveLength(1), LIMIT);
  expect(workers).toHaveLength(7);
  expect(uncaught).toEqual([]);
});

test('P28 (10) mpegts.js writes nothing to the console of the page', async () => {
  const written: unknown[] = [];
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...values) => void written.push(values));
  const { video } = open(H264, { tracks: PROMISED_TRACKS });
  const dead = open('http://127.0.0.1:1/a.flv');
  await plays(video);
  await vi.waitFor(() => expect(dead.errors).toHaveLength(1), LIMIT);
  expect(written).toEqual([]);
});

test('P20 (11) mpegts.js makes the address of its worker while it is started, so that none is left when it has closed', async () => {
  const left = new Set<string>();
  const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    const address = create(made);
    left.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    left.delete(address);
    revoke(address);
  });
  const { video, engine } = open(H264);
  await plays(video);
  expect(workers).toHaveLength(1);
  engine.close();
  opened = [];
  await vi.waitFor(() => expect([...left]).toEqual([]), LIMIT);
});
