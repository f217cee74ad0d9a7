import { ALL_FORMATS, Input, UrlSource, VideoSampleSink } from 'mediabunny';
import { expect, test } from 'vitest';
import { decodeHeic, HevcVideoDecoder, probeBrowserHevc, registerHevc } from '../../src/wasm/glue/index.ts';
import { registerHevcDecoder } from '../../src/wasm/glue/mediabunny.ts';
import { writeHeic } from '../wasm/package/heic-writer.ts';
import { bytesOf, hevcStream, vp8Stream } from './webcodecs/media.ts';
import type { Stream } from './webcodecs/subject.ts';

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
  const streams: Stream[] = [await hevcStream('clips/stage-h265.mp4', 640, 360), await vp8Stream(128, 96)];
  const seen: number[] = [];
  const errors: DOMException[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => {
      seen.push(frame.displayWidth);
      frame.close();
    },
    error: (error) => errors.push(error),
  });
  const [hevc, vp8] = [streams[0]!, streams[1]!];
  const order = [hevc, vp8, hevc, vp8];
  for (const stream of order) {
    decoder.configure(stream.config);
    for (const chunk of stream.chunks) decoder.decode(new EncodedVideoChunk(chunk));
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
  const drawn = (source: VideoFrame): OffscreenCanvasRenderingContext2D => {
    const context = new OffscreenCanvas(source.displayWidth, source.displayHeight).getContext('2d')!;
    context.drawImage(source, 0, 0);
    return context;
  };
  const same = await decodeHeic(writeHeic({ ...options, nclx: [1, 13, 6, true] }));
  if (!same.ok) throw new Error('not decoded');
  const [from, to] = [drawn(same.value.frame), drawn(frame)];
  for (const [x, y] of [
    [20, 20],
    [600, 30],
    [320, 340],
  ] as const) {
    const [want, got] = [from.getImageData(x, y, 1, 1).data, to.getImageData(359 - y, x, 1, 1).data];
    for (let i = 0; i < 3; i++) expect(Math.abs(want[i]! - got[i]!)).toBeLessThanOrEqual(6);
  }
  for (const still of [upright, turned, same]) still.value.frame.close();
});
