import { expect, test } from 'vitest';
import { HevcVideoDecoder, readTrack, type HevcTrack } from '../../src/wasm/glue/index.ts';

async function track(path: string): Promise<HevcTrack> {
  const response = await fetch(`/fixtures/${path}`);
  const read = readTrack(new Uint8Array(await response.arrayBuffer()));
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}

interface Recorded {
  readonly decoder: HevcVideoDecoder;
  readonly frames: VideoFrame[];
  readonly errors: DOMException[];
}

function record(): Recorded {
  const frames: VideoFrame[] = [];
  const errors: DOMException[] = [];
  const decoder = new HevcVideoDecoder({ threads: 3, output: (frame) => frames.push(frame), error: (error) => errors.push(error) });
  return { decoder, frames, errors };
}

const decodeAll = (decoder: HevcVideoDecoder, { samples }: HevcTrack): void => {
  for (const sample of samples) decoder.decode(new EncodedVideoChunk(sample));
};

test('the page gets VideoFrames of a worker with threads: times, colours, rectangle, 8 and 10 bits', async () => {
  for (const [path, format] of [
    ['clips/stage-h265.mp4', 'I420'],
    ['clips/stage-h265-fragments.mp4', 'I420P10'],
  ] as const) {
    const stream = await track(path);
    const { decoder, frames, errors } = record();
    decoder.configure(stream.config);
    decodeAll(decoder, stream);
    await decoder.flush();
    expect(errors).toEqual([]);
    expect(decoder.info).toMatchObject({ place: 'worker', build: 'simd-mt', threads: 3 });
    expect(frames.map((frame) => frame.timestamp)).toEqual(stream.samples.map((sample) => sample.timestamp).sort((a, b) => a - b));
    const first = frames[0]!;
    expect(first).toBeInstanceOf(VideoFrame);
    expect(first.format).toBe(format);
    expect(first.duration).toBe(40_000);
    expect(first.colorSpace.toJSON()).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false });
    expect(first.visibleRect?.toJSON()).toMatchObject({ x: 0, y: 0, width: 640, height: 360 });
    for (const frame of frames) frame.close();
    decoder.close();
  }
});

test('a frame is drawn in the colours of the stream', async () => {
  const stream = await track('streams/sync-640x360-h265-id12.flv');
  const { decoder, frames } = record();
  decoder.configure(stream.config);
  decoder.decode(new EncodedVideoChunk(stream.samples[0]!));
  await decoder.flush();
  const canvas = new OffscreenCanvas(640, 360);
  const context = canvas.getContext('2d')!;
  context.drawImage(frames[0]!, 0, 0);
  const drawn = context.getImageData(0, 0, 640, 360).data;
  expect(new Set(drawn).size).toBeGreaterThan(8); // a picture, not a single colour
  frames[0]!.close();
  decoder.close();
});

test('a reset during a flush drops older pictures of the worker, and the next stream is complete', async () => {
  const stream = await track('clips/stage-h265.mp4');
  const { decoder, frames } = record();
  decoder.configure(stream.config);
  decodeAll(decoder, stream);
  const flushed = decoder.flush();
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  decoder.reset();
  await expect(flushed).rejects.toMatchObject({ name: 'AbortError' });
  const before = frames.length;
  decoder.configure(stream.config);
  decodeAll(decoder, stream);
  await decoder.flush();
  expect(frames.length - before).toBe(stream.samples.length);
  for (const frame of frames) frame.close();
  decoder.close();
});

test('damage closes the decoder with an EncodingError across the worker too', async () => {
  const stream = await track('clips/stage-h265.mp4');
  const { decoder, frames, errors } = record();
  decoder.configure(stream.config);
  decoder.decode(new EncodedVideoChunk(stream.samples[0]!));
  decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 1, data: new ArrayBuffer(0) }));
  await expect(decoder.flush()).rejects.toMatchObject({ name: 'EncodingError' });
  expect(errors.map((error) => error.name)).toEqual(['EncodingError']);
  expect(decoder.state).toBe('closed');
  for (const frame of frames) frame.close();
});
