import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { CanvasTrack } from '../../../src/wasm/glue/media-source/canvas-track.ts';
import { SampleStore } from '../../../src/wasm/glue/media-source/samples.ts';

const BYTES = new Uint8Array(readFileSync('fixtures/clips/stage-h265-fragments.mp4'));
/** Time of the first picture, and distance of pictures, in milliseconds. */
const [FIRST, STEP] = [80, 40];
/** Bounds a wait; the decoding speed depends on the machine. */
const DEADLINE_MS = 60_000;

/** A media element and a canvas that record drawn pictures; the display calls the track by `tick`. */
function stage() {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const drawn: number[] = [];
  const errors: DOMException[] = [];
  const video = { currentTime: 0, ended: false };
  const context = { drawImage: ({ timestamp }: { readonly timestamp: number }) => drawn.push(timestamp / 1_000) };
  const canvas = { width: 0, height: 0, getContext: () => context };
  const store = new SampleStore();
  const options = { worker: false, threads: 1, onError: (error: DOMException) => errors.push(error) };
  const track = new CanvasTrack(video as HTMLMediaElement, canvas as unknown as HTMLCanvasElement, store, options);
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      track.tick();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { drawn, errors, video, canvas, store, track, until };
}

afterEach(() => vi.unstubAllGlobals());

/** The time of the picture that is due at this time of the element, in whole microseconds like the track's: 0.7999… s is 0.8 s. */
const dueAt = (seconds: number): number => FIRST + Math.floor((Math.round(seconds * 1_000_000) / 1_000 - FIRST) / STEP) * STEP;

test(
  'the canvas shows the picture that is due during playback, after seeks in both directions, and at the end',
  { timeout: DEADLINE_MS },
  async () => {
    const { drawn, errors, video, canvas, store, track, until } = stage();
    store.append(BYTES, 0);
    for (video.currentTime = 0.1; video.currentTime < 1; video.currentTime += 0.1) {
      const due = dueAt(video.currentTime);
      await until(() => drawn.at(-1) === due);
    }
    expect([canvas.width, canvas.height]).toEqual([640, 360]);
    for (const seconds of [2.5, 0.5, 2.9]) {
      video.currentTime = seconds;
      await until(() => drawn.at(-1) === dueAt(seconds));
    }
    video.currentTime = 3.07;
    video.ended = true;
    await until(() => drawn.at(-1) === 3_040);
    video.ended = false;
    video.currentTime = 0.3;
    await until(() => drawn.at(-1) === dueAt(0.3));
    expect(errors).toEqual([]);
    track.close();
  },
);

test('pictures appended later continue without a jump, and before the first one nothing is drawn', { timeout: DEADLINE_MS }, async () => {
  const { drawn, video, store, track, until } = stage();
  video.currentTime = 1.5;
  track.tick();
  expect(drawn).toEqual([]);
  const half = BYTES.length >> 1;
  store.append(BYTES.subarray(0, half), 0);
  const end = store.ranges()[0]!.end / 1_000_000;
  video.currentTime = end - 0.5;
  await until(() => drawn.at(-1) === dueAt(end - 0.5));
  store.append(BYTES.subarray(half), 0);
  video.currentTime = end + 0.5;
  await until(() => drawn.at(-1) === dueAt(end + 0.5));
  expect(drawn).toEqual([...new Set(drawn)].toSorted((a, b) => a - b)); // Each picture once.
  track.close();
});

test('the next keyframe is shown after any number of chunks without a picture', { timeout: DEADLINE_MS }, async () => {
  const { drawn, video, store, track, until } = stage();
  store.append(BYTES, 0);
  const { samples } = store;
  const key = samples.findIndex(({ type }, index) => type === 'key' && index > 0);
  // An access unit delimiter alone.
  for (const sample of samples.slice(2, key)) Object.assign(sample, { data: Uint8Array.of(0, 0, 0, 3, 0x46, 1, 0x50) });
  video.currentTime = 0.1;
  await until(() => drawn.length > 0);
  const shown = samples[key]!.timestamp / 1_000;
  video.currentTime = shown / 1_000;
  await until(() => drawn.at(-1) === shown);
  track.close();
});

test('a seek to the end shows the last picture', { timeout: DEADLINE_MS }, async () => {
  const { drawn, video, store, track, until } = stage();
  store.append(BYTES, 0);
  video.currentTime = 0.1;
  await until(() => drawn.at(-1) === dueAt(0.1));
  video.currentTime = 3.07;
  video.ended = true;
  await until(() => drawn.at(-1) === 3_040);
  track.close();
});

test('the last picture is shown at each end if a stream is continued after an end', { timeout: DEADLINE_MS }, async () => {
  const { drawn, video, store, track, until } = stage();
  const half = BYTES.length >> 1;
  store.append(BYTES.subarray(0, half), 0);
  const last = store.samples.reduce((most, { timestamp }) => Math.max(most, timestamp), 0) / 1_000;
  video.currentTime = last / 1_000;
  video.ended = true;
  await until(() => drawn.at(-1) === last);
  video.ended = false;
  store.append(BYTES.subarray(half), 0);
  // In steps, because a seek would start the decoder again.
  for (video.currentTime += 0.4; video.currentTime < 2.9; video.currentTime += 0.4) {
    const due = dueAt(video.currentTime);
    await until(() => drawn.at(-1) === due);
  }
  video.currentTime = 3.07;
  video.ended = true;
  await until(() => drawn.at(-1) === 3_040);
  track.close();
});

test(
  'a stream that is continued between two keyframes after an end is shown before the next keyframe',
  { timeout: DEADLINE_MS },
  async () => {
    const { drawn, video, store, track, until } = stage();
    store.append(BYTES, 0);
    const { samples } = store;
    const keys = samples.flatMap(({ type }, index) => (type === 'key' ? [index] : []));
    let appended = (keys[1]! + keys[2]!) >> 1;
    Object.defineProperty(store, 'samples', { get: () => samples.slice(0, appended) });
    const last = store.samples.reduce((most, { timestamp }) => Math.max(most, timestamp), 0) / 1_000;
    video.currentTime = last / 1_000;
    video.ended = true;
    await until(() => drawn.at(-1) === last);
    video.ended = false;
    appended = samples.length;
    video.currentTime += 0.2;
    const due = dueAt(video.currentTime);
    expect(due).toBeLessThan(samples[keys[2]!]!.timestamp / 1_000);
    await until(() => drawn.at(-1) === due);
    track.close();
  },
);

test('pictures that are replaced during playback continue without a wait', { timeout: DEADLINE_MS }, async () => {
  const { drawn, video, store, track, until } = stage();
  store.append(BYTES, 0);
  video.currentTime = 0.5;
  await until(() => drawn.at(-1) === dueAt(0.5));
  store.append(BYTES, 0);
  video.currentTime = 0.9;
  await until(() => drawn.at(-1) === dueAt(0.9));
  track.close();
});
