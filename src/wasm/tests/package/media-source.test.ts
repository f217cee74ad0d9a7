import { afterEach, describe, expect, test, vi } from 'vitest';
import { CanvasTrack } from '../../glue/media-source/canvas-track.ts';
import { SampleStore } from '../../glue/media-source/samples.ts';
import { HevcSourceBuffer } from '../../glue/media-source.ts';
import { bytesOf, track } from './streams.ts';
import { mp4Box } from './writers.ts';

/** Three segments of one second each; the first picture is at 80 ms. */
const PATH = 'clips/stage-h265-fragments.mp4';
const BYTES = bytesOf(PATH);
const STREAM = track(PATH);

const rangesOf = ({ buffered }: HevcSourceBuffer): number[][] =>
  Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)]);

async function appended(buffer: HevcSourceBuffer, bytes: Uint8Array): Promise<string[]> {
  const events: string[] = [];
  await new Promise<void>((resolve) => {
    for (const type of ['updatestart', 'update', 'error'] as const) buffer.addEventListener(type, () => events.push(type), { once: true });
    buffer.addEventListener('updateend', () => resolve(), { once: true });
    buffer.appendBuffer(bytes);
    expect(buffer.updating).toBe(true);
  });
  expect(buffer.updating).toBe(false);
  return events;
}

const timesOf = ({ samples }: SampleStore): number[] => samples.map(({ timestamp }) => timestamp);
const INVALID = expect.objectContaining({ name: 'InvalidStateError' }) as Error;
const HUGE = new Uint8Array(33 * 1024 ** 2);
HUGE.set([0x7f, 0, 0, 0, 0x6d, 0x64, 0x61, 0x74]);

test('fragmented MP4 in pieces of any size gives every picture with its time', () => {
  for (const step of [997, 60_000, BYTES.length]) {
    const store = new SampleStore();
    for (let at = 0; at < BYTES.length; at += step) expect(store.append(BYTES.subarray(at, at + step), 0)).toBeUndefined();
    expect(store.samples.map(({ timestamp, type }) => [timestamp, type])).toEqual(
      STREAM.samples.map((sample) => [sample.timestamp, sample.type]),
    );
    expect(store.samples[5]!.data).toEqual(new Uint8Array(STREAM.samples[5]!.data));
    expect(store.ranges()).toEqual([{ start: 80_000, end: 3_080_000 }]);
    expect(store.keyBefore(2_500_000)).toBe(STREAM.samples.findLastIndex((sample) => sample.type === 'key'));
    expect(store.keyBefore(0)).toBe(-1);
  }
});

test('a repeated append replaces the pictures of the same time, shifted by the offset of the source buffer', async () => {
  const buffer = new HevcSourceBuffer(() => undefined);
  await appended(buffer, BYTES);
  await appended(buffer, BYTES);
  expect(buffer.store.samples.length).toBe(75);
  buffer.timestampOffset = 10;
  await appended(buffer, BYTES);
  expect(buffer.store.samples.length).toBe(150);
  expect(rangesOf(buffer)).toEqual([
    [0.08, 3.08],
    [10.08, 13.08],
  ]);
  expect(() => buffer.buffered.start(2)).toThrow(expect.objectContaining({ name: 'IndexSizeError' }));
});

test('a source buffer emits the events of MSE, and refuses a second operation meanwhile', async () => {
  let changes = 0;
  const buffer = new HevcSourceBuffer(() => changes++);
  const ends: number[] = [];
  buffer.onupdateend = () => ends.push(changes);
  const appending = appended(buffer, BYTES);
  expect(() => buffer.appendBuffer(BYTES)).toThrow(INVALID);
  expect(() => buffer.remove(0, 1)).toThrow(INVALID);
  expect(await appending).toEqual(['updatestart', 'update']);
  expect(ends).toEqual([1]);
  await new Promise<void>((resolve) => {
    buffer.addEventListener('updateend', () => resolve(), { once: true });
    buffer.remove(0, 1.5);
  });
  expect(rangesOf(buffer)).toEqual([[1.52, 3.08]]);
  expect(() => buffer.remove(2, 1)).toThrow(TypeError);
});

test('abort() ends an operation that has not started, and drops an incomplete box', async () => {
  const buffer = new HevcSourceBuffer(() => undefined);
  const events: string[] = [];
  for (const type of ['abort', 'update', 'updateend']) buffer.addEventListener(type, () => events.push(type));
  buffer.appendBuffer(BYTES);
  buffer.abort();
  expect([events, buffer.updating]).toEqual([['abort', 'updateend'], false]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(buffer.store.samples.length).toBe(0);
  await appended(buffer, BYTES.subarray(0, 5_000));
  buffer.abort();
  await appended(buffer, BYTES);
  expect(buffer.store.samples.length).toBe(75);
});

test('an append that fails drops its bytes, and the next segment is complete', () => {
  const store = new SampleStore();
  const broken = BYTES.slice();
  const text = Buffer.from(broken.buffer);
  text.write('nope', text.indexOf('hvcC'));
  const middle = text.indexOf('mdat') + 100;
  expect(store.append(broken.subarray(0, middle), 0)).toBeUndefined();
  expect(store.append(broken.subarray(middle), 0)).toEqual(expect.any(String));
  expect(store.append(BYTES, 0)).toBeUndefined();
  expect(store.samples.length).toBe(75);
});

const TEXT = Buffer.from(BYTES.buffer);
const INIT = BYTES.subarray(0, TEXT.indexOf('moof') - 4);
const TRACK_ID = TEXT.readUInt32BE(TEXT.indexOf('tfhd') + 8);
/** Pictures in decoding order. */
const TICKS = TEXT.readUInt32BE(TEXT.indexOf('mdhd') + 16) / 25;
function fragment(from: number, to: number, stream = STREAM.samples): Uint8Array {
  const samples = stream.slice(from, to);
  const rows = samples.flatMap(({ type, timestamp, data }, i) => {
    const offset = Math.round((timestamp / 40_000 - from - i) * TICKS);
    return [TICKS, data.length, type === 'key' ? 0 : 0x1_0000, offset];
  });
  const moof = (dataAt: number): Uint8Array =>
    mp4Box(
      'moof',
      mp4Box('traf', mp4Box('tfhd', 0, TRACK_ID), mp4Box('tfdt', 0, from * TICKS), mp4Box('trun', 0xf01, samples.length, dataAt, ...rows)),
    );
  return Buffer.concat([moof(moof(0).length + 8), mp4Box('mdat', ...samples.map(({ data }) => data))]);
}

test('fragments of a few pictures keep the decoding order of reordered pictures, and replace pictures of an earlier run', () => {
  const inOrder = STREAM.samples.map(({ timestamp }) => timestamp);
  for (const count of [1, 2, 7]) {
    const store = new SampleStore();
    store.append(INIT, 0);
    const append = (from: number): void => {
      for (let at = from; at < inOrder.length; at += count) store.append(fragment(at, Math.min(at + count, inOrder.length)), 0);
    };
    append(0);
    expect(timesOf(store)).toEqual(inOrder);
    const [before] = store.samples;
    append(0);
    expect(timesOf(store)).toEqual(inOrder);
    expect(store.samples[0]).not.toBe(before);
  }
});

/** Groups of 8 pictures in decoding order; the second and third keyframe have two leading pictures, which are shown before them. */
const OPEN_GROUPS = [0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12, 13, 14, 15, 18, 16, 17, 19, 20, 21, 22, 23].map((shown) => ({
  ...STREAM.samples[0]!,
  type: shown === 0 || shown === 10 || shown === 18 ? ('key' as const) : ('delta' as const),
  timestamp: (shown + 2) * 40_000,
}));

test.each([1, 2])('an open group that fragments of %i pictures replace leaves none of its leading pictures', (count) => {
  const store = new SampleStore();
  store.append(INIT, 0);
  const inOrder = OPEN_GROUPS.map(({ timestamp }) => timestamp);
  for (let at = 0; at < 24; at += 8) store.append(fragment(at, at + 8, OPEN_GROUPS), 0);
  const old = new Set(store.samples);
  expect(timesOf(store)).toEqual(inOrder);
  for (let at = 8; at < 16; at += count) {
    store.append(fragment(at, at + count, OPEN_GROUPS), 0);
    const times = timesOf(store);
    expect(times).toEqual([...inOrder.slice(0, at + count), ...inOrder.slice(16)]);
    expect(store.samples.slice(8, at + count).filter((sample) => old.has(sample))).toEqual([]);
  }
});

test('bytes without HEVC are an error of the operation, and a full buffer is a QuotaExceededError', async () => {
  const buffer = new HevcSourceBuffer(() => undefined);
  expect(await appended(buffer, bytesOf('clips/ad.mp4'))).toEqual(['updatestart', 'update']); // Without fragments there is nothing to play.
  expect(buffer.store.samples.length).toBe(0);
  expect(buffer.store.append(HUGE, 0)).toBe('a box is larger than the bound');
  expect(await appended(buffer, HUGE)).toEqual(['updatestart', 'error']);
  expect(await appended(buffer, BYTES)).toEqual(['updatestart', 'update']); // The large box is dropped.
  expect(buffer.store.samples.length).toBe(75);
  Object.defineProperty(buffer.store, 'isFull', { value: true });
  expect(() => buffer.appendBuffer(BYTES)).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
});

/** Time of the first picture, and distance of pictures, in milliseconds. */
const [FIRST, STEP] = [80, 40];
/** Bounds a wait; the decoding speed depends on the machine. */
const DEADLINE_MS = 60_000;

const tracks: CanvasTrack[] = [];
afterEach(() => {
  for (const track of tracks.splice(0)) track.close();
  vi.unstubAllGlobals();
});

/** The time of the picture that is due at this time of the element, in whole microseconds like the track's: 0.7999… s is 0.8 s. */
const dueAt = (seconds: number): number => FIRST + Math.floor((Math.round(seconds * 1_000_000) / 1_000 - FIRST) / STEP) * STEP;

/** A media element and a canvas that record drawn pictures; the display calls the track by `tick`. */
function stage(bytes: Uint8Array = BYTES) {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const drawn: number[] = [];
  const errors: DOMException[] = [];
  const video = { currentTime: 0, ended: false };
  const context = { drawImage: ({ timestamp }: { readonly timestamp: number }) => drawn.push(timestamp / 1_000) };
  const canvas = { width: 0, height: 0, getContext: () => context };
  const store = new SampleStore();
  store.append(bytes, 0);
  const options = { worker: false, threads: 1, onError: (error: DOMException) => errors.push(error) };
  const track = new CanvasTrack(video as HTMLMediaElement, canvas as unknown as HTMLCanvasElement, store, options);
  tracks.push(track);
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      track.tick();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  /** Moves the element, and waits for the picture of its time. */
  const at = async (seconds: number, due = dueAt(seconds)): Promise<void> => {
    video.currentTime = seconds;
    video.ended = false;
    await until(() => drawn.at(-1) === due);
  };
  const end = async (seconds = 3.07, last = 3_040): Promise<void> => {
    video.currentTime = seconds;
    video.ended = true;
    await until(() => drawn.at(-1) === last);
  };
  /** Milliseconds. */
  const lastTime = (): number => store.samples.reduce((most, { timestamp }) => Math.max(most, timestamp), 0) / 1_000;
  const keys = store.samples.flatMap(({ type }, index) => (type === 'key' ? [index] : []));
  return { drawn, errors, video, canvas, store, track, until, at, end, lastTime, keys };
}

describe('the canvas', { timeout: DEADLINE_MS }, () => {
  test('shows the picture that is due during playback, after seeks in both directions, and the last one at the end', async () => {
    const { errors, canvas, at, end } = stage();
    for (let seconds = 0.1; seconds < 1; seconds += 0.1) await at(seconds);
    expect([canvas.width, canvas.height]).toEqual([640, 360]);
    for (const seconds of [2.5, 0.5, 2.9]) await at(seconds);
    await end();
    await at(0.3);
    await end(); // By a seek.
    expect(errors).toEqual([]);
  });

  test('continues without a jump with pictures appended later, and draws nothing before the first one', async () => {
    const half = BYTES.length >> 1;
    const { drawn, video, store, track, at } = stage(BYTES.subarray(0, 0));
    video.currentTime = 1.5;
    track.tick();
    expect(drawn).toEqual([]);
    store.append(BYTES.subarray(0, half), 0);
    const end = store.ranges()[0]!.end / 1_000_000;
    await at(end - 0.5);
    store.append(BYTES.subarray(half), 0);
    await at(end + 0.5);
    expect(drawn).toEqual([...new Set(drawn)].toSorted((a, b) => a - b)); // Each picture once.
  });

  test('shows the last picture at each end if a stream is continued after an end', async () => {
    const half = BYTES.length >> 1;
    const { store, lastTime, at, end } = stage(BYTES.subarray(0, half));
    const last = lastTime();
    await end(last / 1_000, last);
    store.append(BYTES.subarray(half), 0);
    // In steps, because a seek would start the decoder again.
    for (let seconds = last / 1_000 + 0.4; seconds < 2.9; seconds += 0.4) await at(seconds);
    await end();
  });

  test('continues without a wait when pictures are replaced during playback', async () => {
    const { store, at } = stage();
    await at(0.5);
    store.append(BYTES, 0);
    await at(0.9);
  });
});
