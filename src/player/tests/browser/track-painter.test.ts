import { afterEach, expect, test, vi } from 'vitest';
import { openPictureTrack, pictureSurfaceHere, type PictureTrack } from '../../kinds/picture-track.ts';
import { toneMapOf, toSdr } from '../../rules/decoding/tone-mapping.ts';
import type { PaintedPicture } from '../../workers/render/picture-painter.ts';
import { TrackPainter } from '../../workers/render/track-painter.ts';

const [WIDTH, HEIGHT, PADDING] = [64, 48, 32];

/** One colour in 4:2:0, in shared memory with row padding. */
function picture(code: readonly [number, number, number], given: Partial<PaintedPicture> = {}): PaintedPicture {
  const { bitDepth = 8 } = given;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const [strideY, strideC] = [(WIDTH + PADDING) * sampleBytes, (WIDTH / 2 + PADDING) * sampleBytes];
  const [planeCb, planeCr] = [strideY * HEIGHT, strideY * HEIGHT + (strideC * HEIGHT) / 2];
  const memory = new SharedArrayBuffer(planeCr + (strideC * HEIGHT) / 2);
  const samples = sampleBytes === 2 ? new Uint16Array(memory) : new Uint8Array(memory);
  samples.fill(code[0], 0, planeCb / sampleBytes);
  samples.fill(code[1], planeCb / sampleBytes, planeCr / sampleBytes);
  samples.fill(code[2], planeCr / sampleBytes);
  return {
    memory,
    planeY: 0,
    planeCb,
    planeCr,
    strideY,
    strideC,
    width: WIDTH,
    height: HEIGHT,
    bitDepth,
    hasChroma: true,
    subsampling: [2, 2],
    matrix: 1,
    fullRange: false,
    primaries: 1,
    transfer: 1,
    peakNits: 0,
    ...given,
  };
}

let track: PictureTrack | undefined;
let painter: TrackPainter | undefined;
afterEach(() => {
  painter?.close();
  track?.dispose();
  document.body.replaceChildren();
});

function open(): { readonly video: HTMLVideoElement; readonly painter: TrackPainter; readonly windows: boolean[] } {
  const video = document.createElement('video');
  document.body.append(video);
  const windows: boolean[] = [];
  track = openPictureTrack(video, (isOpen) => windows.push(isOpen));
  painter = new TrackPainter(track.frames);
  return { video, painter, windows };
}

const shown = (video: HTMLVideoElement): number[] => {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.drawImage(video, 0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
};

/** Paints until the element shows the colour, because the track drops a picture while it holds another one. */
const shows = (video: HTMLVideoElement, by: TrackPainter, given: PaintedPicture, colour: readonly number[], within = 4): Promise<void> =>
  vi.waitFor(
    () => {
      by.paint(given, 0, 0);
      const seen = shown(video);
      expect(
        Math.max(...seen.map((value, i) => Math.abs(value - colour[i]!))),
        `${seen.join()} is not ${colour.join()}`,
      ).toBeLessThanOrEqual(within);
    },
    { timeout: 10_000, interval: 30 },
  );

test('P23 Chromium shows pictures of our decoder in a <video>', () => {
  expect(pictureSurfaceHere()).toBe('track');
});

test.each([
  ['BT.709, limited, 8 bit: red', picture([63, 102, 240]), [255, 0, 0]],
  ['BT.601, limited, 8 bit: red', picture([81, 90, 240], { matrix: 6 }), [255, 0, 0]],
  ['BT.601, full range, 8 bit: green', picture([150, 44, 21], { matrix: 5, fullRange: true }), [0, 255, 0]],
  ['BT.709, limited, 10 bit: blue', picture([128, 960, 472], { bitDepth: 10 }), [0, 0, 255]],
  ['monochrome: white', picture([235, 0, 0], { hasChroma: false }), [255, 255, 255]],
] as const)('P20 a track has the colours of the canvas: %s', async (_name, given, colour) => {
  const { video, painter: by } = open();
  await shows(video, by, given, colour);
  expect([video.videoWidth, video.videoHeight, video.muted]).toEqual([WIDTH, HEIGHT, true]);
});

test('P20 HDR pictures are mapped to the standard range in a track as on a canvas', async () => {
  const { video, painter: by } = open();
  const given = picture([600, 512, 512], { bitDepth: 10, matrix: 9, primaries: 9, transfer: 16, peakNits: 1_000 });
  const code = (600 / 4 - 16) / 219;
  const want = toSdr([code, code, code], toneMapOf(given)!).map((value) => value * 255);
  await shows(video, by, given, want, 8);
});

test('P29 the sample aspect ratio and an odd size reach the element', async () => {
  const { video, painter: by } = open();
  await vi.waitFor(() => {
    by.paint(picture([235, 128, 128], { width: WIDTH - 1, height: HEIGHT - 1 }), 2, 1);
    expect([video.videoWidth, video.videoHeight]).toEqual([(WIDTH - 1) * 2, HEIGHT - 1]);
  });
  expect(by.read()).toMatchObject({ width: (WIDTH - 1) * 2, height: HEIGHT - 1 });
});

test('P20 a picture painted while the track holds one is dropped, and after the end of the track nothing is painted', async () => {
  const { painter: by } = open();
  const white = picture([235, 128, 128]);
  const painted = Array.from({ length: 200 }, () => by.paint(white, 0, 0));
  expect(painted[0]).toBe(true);
  expect(painted).toContain(false);
  await vi.waitFor(() => expect(by.paint(white, 0, 0)).toBe(true));
  track!.dispose();
  await vi.waitFor(() => expect(by.paint(white, 0, 0)).toBe(false));
});
