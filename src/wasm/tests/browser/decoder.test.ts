import { expect, test } from 'vitest';
import { decodeStream } from '../../cli/decode-stream.ts';
import { splitAccessUnits } from '../../glue/access-units.ts';
import { Decoder } from '../../glue/decoder.ts';
import { HevcVideoDecoder } from '../../glue/index.ts';
import { fetchStream, hevcTrack } from './webcodecs/subject.ts';

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

test('the page gets VideoFrames of a worker with threads, in 8 and 10 bits, which are drawn', async () => {
  for (const [path, format] of [
    ['clips/stage-h265.mp4', 'I420'],
    ['clips/stage-h265-fragments.mp4', 'I420P10'],
  ] as const) {
    const { config, samples } = await hevcTrack(path);
    const frames: VideoFrame[] = [];
    const errors: DOMException[] = [];
    const decoder = new HevcVideoDecoder({ threads: 3, output: (frame) => frames.push(frame), error: (error) => errors.push(error) });
    decoder.configure(config);
    for (const sample of samples) decoder.decode(new EncodedVideoChunk(sample));
    await decoder.flush();
    expect(errors).toEqual([]);
    expect(decoder.info).toMatchObject({ place: 'worker', build: 'simd-mt', threads: 3 });
    expect(frames.length).toBe(samples.length);
    const first = frames[0]!;
    expect([first.format, first.duration]).toEqual([format, 40_000]);
    expect(first.colorSpace.toJSON()).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false });
    const context = new OffscreenCanvas(640, 360).getContext('2d')!;
    context.drawImage(first, 0, 0);
    expect(new Set(context.getImageData(0, 0, 640, 360).data).size).toBeGreaterThan(8); // A picture, not a single colour.
    for (const frame of frames) frame.close();
    decoder.close();
  }
});
