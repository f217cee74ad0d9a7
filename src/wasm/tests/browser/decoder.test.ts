import { expect, test } from 'vitest';
import { decodeStream } from '../../cli/decode-stream.ts';
import { splitAccessUnits } from '../../glue/access-units.ts';
import { Decoder } from '../../glue/decoder.ts';
import { HevcVideoDecoder, readTrack, type HevcTrack } from '../../glue/index.ts';
import { fetchStream } from './webcodecs/subject.ts';

const readUnits = async (name: string): Promise<Uint8Array[]> => [...splitAccessUnits(await fetchStream(`hevc/${name}.265`))];

test('the window decodes exactly, on one thread because it must not block', async () => {
  const opened = await Decoder.open({ threads: 4, checkHash: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  expect(decoder.choice).toEqual({ build: 'simd', why: 'a window may not wait' });
  const hashes = new Set<string>();
  const outcome = await decodeStream(decoder, await readUnits('main10-weight'), (picture) => hashes.add(picture.hash));
  expect(outcome).toEqual({ pictures: 16, errors: 0, firstError: undefined });
  expect([...hashes]).toEqual(['matches']);
  decoder.close();
});

test('a worker decodes exactly on three threads in shared memory', async () => {
  expect(crossOriginIsolated).toBe(true);
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' });
  const units = await readUnits('wpp-ctu16');
  const reply = await new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', reject);
    worker.postMessage(units);
  });
  expect(reply).toEqual({
    choice: { build: 'simd-mt', why: 'threads' },
    threads: 3,
    shared: true,
    outcome: { pictures: 6, errors: 0, firstError: undefined },
    hashes: ['matches'],
  });
  worker.terminate();
});

async function track(path: string): Promise<HevcTrack> {
  const read = readTrack(await fetchStream(path));
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
