/** The recipes of @footlight/hevc: players without knowledge of it play HEVC in a browser without HEVC. */
import HlsPlayer, { Events } from 'hls.js';
import { ALL_FORMATS, Input, MpegTsOutputFormat, UrlSource, VideoSampleSink } from 'mediabunny';
import mpegts from 'mpegts.js/dist/mpegts.js';
import { afterEach, expect, test, vi } from 'vitest';
import { decodeHeic, HevcVideoDecoder, probeBrowserHevc, registerHevc } from '../../glue/index.ts';
import { installHevcMediaSource } from '../../glue/media-source.ts';
import { registerHevcDecoder } from '../../glue/mediabunny.ts';
import { remuxed, writeHeic } from '../package/writers.ts';
import { bytesOf, hevcStream, hevcTrack, Recorder, vp8Stream } from './webcodecs/subject.ts';

test('mediabunny plays HEVC in a window: VideoFrames of the worker, in order', async () => {
  await registerHevcDecoder();
  const input = new Input({ formats: ALL_FORMATS, source: new UrlSource('/fixtures/clips/stage-h265.mp4') });
  const video = (await input.getPrimaryVideoTrack())!;
  expect(await video.canDecode()).toBe(true);
  const times: number[] = [];
  for await (const sample of new VideoSampleSink(video).samples()) {
    times.push(Math.round(sample.timestamp * 1_000));
    const frame = sample.toVideoFrame();
    expect([frame.displayWidth, frame.displayHeight]).toEqual([640, 360]);
    frame.close();
    sample.close();
  }
  expect(times).toEqual(Array.from({ length: 75 }, (_, i) => i * 40));
});

test('registerHevc() replaces VideoDecoder and passes other codecs to the browser, and unregister() restores it', async () => {
  const own = VideoDecoder;
  expect((await own.isConfigSupported({ codec: 'hvc1.1.6.L93.B0' })).supported).toBe(false); // this Chromium has no HEVC
  expect((await probeBrowserHevc()).profiles).toEqual([]);
  const registered = await registerHevc();
  expect(VideoDecoder).not.toBe(own);
  expect((await VideoDecoder.isConfigSupported({ codec: 'hvc1.1.6.L93.B0' })).supported).toBe(true);
  expect((await VideoDecoder.isConfigSupported({ codec: 'vp8' })).supported).toBe(true);
  expect(registered.browserProfiles).toEqual([]);
  registered.unregister();
  expect(VideoDecoder).toBe(own);
});

test('after registerHevc() one decoder decodes HEVC and VP8 in turn and keeps the order of pictures', async () => {
  const registered = await registerHevc();
  const [hevc, vp8] = [await hevcStream('clips/stage-h265.mp4', 640, 360), await vp8Stream(128, 96)];
  const seen: number[] = [];
  const recorder = new Recorder({ Decoder: VideoDecoder, stream: hevc });
  const { decoder, errors, decodeAll } = recorder;
  recorder.onFrame = ({ displayWidth }) => seen.push(displayWidth);
  const order = [hevc, vp8, hevc, vp8];
  for (const stream of order) {
    decoder.configure(stream.config);
    decodeAll(stream);
  }
  await decoder.flush();
  expect(errors).toEqual([]);
  expect(seen).toEqual(order.flatMap((stream) => stream.chunks.map(() => stream.width)));
  // reset() drops the pending pictures of an older decoder
  decoder.decode(new EncodedVideoChunk(vp8.chunks[0]!));
  decoder.configure(hevc.config);
  decoder.decode(new EncodedVideoChunk(hevc.chunks[0]!));
  const flushed = decoder.flush();
  decoder.reset();
  await expect(flushed).rejects.toMatchObject({ name: 'AbortError' });
  expect([decoder.state, decoder.decodeQueueSize]).toEqual(['unconfigured', 0]);
  const before = seen.length;
  decoder.configure(vp8.config);
  decoder.decode(new EncodedVideoChunk(vp8.chunks[0]!));
  await decoder.flush();
  expect(seen.slice(before)).toEqual([128]);
  decoder.close();
  registered.unregister();
});

test('HEVC that the browser supports is decoded by the browser, unless the package is preferred', async () => {
  const own = VideoDecoder;
  const configured: string[] = [];
  /** A browser with HEVC; its decoder is a dummy. */
  class Capable extends EventTarget {
    state = 'unconfigured';
    decodeQueueSize = 0;
    static isConfigSupported = (config: VideoDecoderConfig): Promise<VideoDecoderSupport> => Promise.resolve({ supported: true, config });
    configure({ codec }: VideoDecoderConfig): void {
      configured.push(codec);
      this.state = 'configured';
    }
    close(): void {
      this.state = 'closed';
    }
  }
  const codec = 'hvc1.1.6.L93.B0';
  const init = { output: (frame: VideoFrame) => frame.close(), error: () => undefined };
  try {
    globalThis.VideoDecoder = Capable as unknown as typeof VideoDecoder;
    const registered = await registerHevc();
    expect(registered.browserProfiles).toEqual([1, 2, 3, 4]);
    const first = new VideoDecoder(init);
    first.configure({ codec });
    expect(configured).toEqual([codec]);
    first.close();
    registered.unregister();
    const preferred = await registerHevc({ prefer: 'package' });
    const second = new VideoDecoder(init);
    second.configure({ codec });
    await second.flush();
    expect(configured).toEqual([codec]);
    second.close();
    preferred.unregister();
  } finally {
    globalThis.VideoDecoder = own;
  }
  expect(HevcVideoDecoder.unsupportedReason({ codec: 'avc1.42001E' })).toMatch(/not a codec string of HEVC/);
});

test('one call converts a HEIC to a VideoFrame, rotated and in the file’s colours', async () => {
  const { config, chunks } = await hevcStream('clips/stage-h265.mp4', 640, 360, 1);
  const options = { description: bytesOf(config.description!), tiles: [bytesOf(chunks[0]!.data)], tileWidth: 640, tileHeight: 360 };
  const upright = await decodeHeic(writeHeic(options));
  const turned = await decodeHeic(writeHeic({ ...options, irot: 3, nclx: [1, 13, 6, true] }));
  if (!upright.ok || !turned.ok) throw new Error('not decoded');
  const { frame } = turned.value;
  expect(frame.colorSpace.toJSON()).toEqual({ primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'smpte170m', fullRange: true });
  expect([turned.value.rotation, turned.value.flip]).toEqual([0, false]); // the frame itself is already rotated
  expect([frame.displayWidth, frame.displayHeight]).toEqual([360, 640]);
  // In the upright picture the first row is the last column of the stored one, rotated by 90 degrees clockwise.
  const same = await decodeHeic(writeHeic({ ...options, nclx: [1, 13, 6, true] }));
  if (!same.ok) throw new Error('not decoded');
  const [from, to] = [pixels(same.value.frame, 640, 360), pixels(frame, 360, 640)];
  for (const [x, y] of [
    [20, 20],
    [600, 30],
    [320, 340],
  ] as const)
    // oxfmt-ignore
    for (let i = 0; i < 3; i++) expect(Math.abs(from[(y * 640 + x) * 4 + i]! - to[(x * 360 + 359 - y) * 4 + i]!)).toBeLessThanOrEqual(6);
  for (const still of [upright, turned, same]) still.value.frame.close();
});

let ending: (() => void) | undefined;
afterEach(() => {
  ending?.();
  ending = undefined;
});

type Stage = ReturnType<typeof stage>;

function stage() {
  const [video, canvas] = [document.createElement('video'), document.createElement('canvas')];
  video.muted = true;
  document.body.replaceChildren(video, canvas);
  const errors: DOMException[] = [];
  return { video, canvas, errors, installed: installHevcMediaSource(video, canvas, { onError: (error) => errors.push(error) }) };
}

const pixels = (source: CanvasImageSource, width: number, height: number): Uint8ClampedArray => {
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
};

/** Largest mean difference of two drawings over the colour components. */
const difference = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;

/** The decoder's own pictures of a file, scaled down. */
async function thumbnails(path: string): Promise<Uint8ClampedArray[]> {
  const { config, samples } = await hevcTrack(path);
  const drawn: Uint8ClampedArray[] = [];
  const output = (frame: VideoFrame): void => {
    // As on the page: first in its own size.
    const whole = new OffscreenCanvas(640, 360);
    whole.getContext('2d', { alpha: false })!.drawImage(frame, 0, 0);
    drawn.push(pixels(whole, 64, 36));
    frame.close();
  };
  const decoder = new HevcVideoDecoder({ output, error: () => undefined }); // flush() rejects.
  decoder.configure(config);
  for (const sample of samples) decoder.decode(new EncodedVideoChunk({ ...sample, data: bytesOf(sample.data) }));
  await decoder.flush();
  decoder.close();
  return drawn;
}

/** Number of pictures between `due` and the picture on the canvas; if several are as similar, the nearest to `due` counts. */
function away(canvas: HTMLCanvasElement, pictures: readonly Uint8ClampedArray[], due: number): number {
  if (canvas.width !== 640) return Number.POSITIVE_INFINITY;
  const now = pixels(canvas, 64, 36);
  const differences = pictures.map((picture) => difference(now, picture));
  const least = Math.min(...differences);
  return Math.min(...differences.flatMap((value, number) => (value <= least + 0.1 ? [Math.abs(number - due)] : [])));
}

/** Plays, pauses and seeks: the canvas shows the picture of the element's time, 25 a second. */
async function playsInStep({ video, canvas, errors }: Stage, pictures: readonly Uint8ClampedArray[], firstMs: number): Promise<void> {
  await video.play();
  await expect.poll(() => video.currentTime, { timeout: 50_000 }).toBeGreaterThan(0.6);
  video.pause();
  const distance = (): number => away(canvas, pictures, Math.floor((video.currentTime * 1_000 - firstMs) / 40));
  await expect.poll(distance, { timeout: 50_000 }).toBeLessThanOrEqual(1);
  for (const seconds of [2.3, 0.5]) {
    video.currentTime = seconds;
    await expect.poll(distance, { timeout: 50_000 }).toBeLessThanOrEqual(1);
  }
  expect(errors).toEqual([]);
}

test('hls.js plays MPEG-TS with HEVC: sound by the browser, pictures on the canvas, in sync and after seeks', async () => {
  const transport = await remuxed(new UrlSource('/fixtures/clips/stage-h265.mp4'), new MpegTsOutputFormat());
  const segment = URL.createObjectURL(new Blob([transport], { type: 'video/mp2t' }));
  const list = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${segment}\n#EXT-X-ENDLIST\n`;

  const here = stage();
  const hls = new HlsPlayer({ enableWorker: false });
  const failures: string[] = [];
  hls.on(Events.ERROR, (_event, { details, fatal }) => {
    if (fatal) failures.push(details);
  });
  ending = () => {
    hls.destroy();
    here.installed.uninstall();
  };
  hls.loadSource(URL.createObjectURL(new Blob([list], { type: 'application/vnd.apple.mpegurl' })));
  hls.attachMedia(here.video);
  await playsInStep(here, await thumbnails('clips/stage-h265.mp4'), 0);
  expect(failures).toEqual([]);
});

test('mpegts.js plays FLV with HEVC: pictures on the canvas, in sync', async () => {
  const here = stage();
  const path = 'streams/sync-640x360-h265-hvc1.flv';
  const player = mpegts.createPlayer(
    { type: 'flv', url: new URL(`/fixtures/${path}`, location.href).href, isLive: false },
    { enableWorker: false },
  );
  ending = () => {
    player.destroy();
    here.installed.uninstall();
  };
  player.attachMediaElement(here.video);
  player.load();
  // The stream reorders: decoding begins at 0, the first picture is shown two pictures later.
  await playsInStep(here, await thumbnails(path), 80);
});

test('the decoder of a stream is closed when the element leaves its MediaSource', async () => {
  const here = stage();
  const closed = vi.spyOn(HevcVideoDecoder.prototype, 'close');
  const source = new MediaSource();
  ending = () => {
    closed.mockRestore();
    here.installed.uninstall();
  };
  here.video.src = URL.createObjectURL(source);
  await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
  const buffer = source.addSourceBuffer('video/mp4; codecs="hvc1.2.4.L93.B0"');
  buffer.timestampOffset = -0.08; // The first picture of the file is at 80 ms.
  buffer.appendBuffer(await (await fetch('/fixtures/clips/stage-h265-fragments.mp4')).arrayBuffer());
  await expect.poll(() => here.canvas.width, { timeout: 50_000 }).toBe(640);
  expect(closed).not.toHaveBeenCalled();
  // hls.js does the same for another address: it removes only the buffers that `sourceBuffers` lists.
  here.video.removeAttribute('src');
  here.video.load();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test('after uninstalling MediaSource answers as before, and other types are always answered by the browser', () => {
  const type = 'video/mp4; codecs="hvc1.1.6.L93.B0"';
  const own = (): unknown => Object.getOwnPropertyDescriptor(MediaSource, 'isTypeSupported')?.value;
  const before = own();
  expect(MediaSource.isTypeSupported(type)).toBe(false);
  const avc = MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"');
  const { installed } = stage();
  expect(MediaSource.isTypeSupported(type)).toBe(true);
  expect(MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0,mp4a.40.2"')).toBe(false);
  expect(MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"')).toBe(avc);
  installed.uninstall();
  expect(own()).toBe(before);
  expect(MediaSource.isTypeSupported(type)).toBe(false);
});
