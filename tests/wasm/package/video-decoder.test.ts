import { expect, test } from 'vitest';
import { EncodedHevcChunk, HevcVideoDecoder, type HevcDecoderConfig, type HevcFrame } from '../../../src/wasm/glue/index.ts';
import { chunksOf, CONFIG, DIRECT, expectedMd5, md5OfAll, nextTurn, record, STAGE, track } from './streams.ts';

const CHUNKS = chunksOf(STAGE);
const KEY = CHUNKS[0]!;
const INVALID_STATE = { name: 'InvalidStateError' };

/** A chunk of the stream with overwritten slice data; its lengths and headers stay. */
function corrupt(index: number): EncodedHevcChunk {
  const sample = STAGE.samples[index]!;
  const data = new Uint8Array(sample.data);
  data.fill(0xde, 12);
  return new EncodedHevcChunk({ ...sample, data });
}

/** The keyframe of the stream at another time; repeatable, because it is an IDR. */
const keyAt = (timestamp: number, duration = 0): EncodedHevcChunk =>
  new EncodedHevcChunk({ type: 'key', timestamp, duration, data: STAGE.samples[0]!.data });

test('a config without a codec, with a size of 0 or half a size, or with a detached description is a TypeError and changes nothing', async () => {
  const detached = new ArrayBuffer(32);
  structuredClone(detached, { transfer: [detached] });
  const invalid = [
    {} as HevcDecoderConfig,
    { codec: '  ' },
    { ...CONFIG, codedWidth: 0 },
    { codec: CONFIG.codec, codedWidth: 640 },
    { codec: CONFIG.codec, codedWidth: -1, codedHeight: 2 },
    { ...CONFIG, displayAspectWidth: 0, displayAspectHeight: 9 },
    { ...CONFIG, displayAspectHeight: 9 },
    { ...CONFIG, hardwareAcceleration: 'always' as 'prefer-hardware' },
    { ...CONFIG, description: detached },
  ];
  for (const config of invalid) {
    await expect(HevcVideoDecoder.isConfigSupported(config)).rejects.toThrow(TypeError);
    const { decoder, errors } = record();
    expect(() => decoder.configure(config)).toThrow(TypeError);
    expect(decoder.state).toBe('unconfigured');
    expect(errors).toEqual([]);
  }
});

test('unsupported codecs and descriptions are reported, and close a decoder that is configured with them', async () => {
  const unsupported = [
    { codec: 'avc1.42001E' },
    { codec: 'hvc1' },
    { codec: 'video/mp4; codecs="hvc1.1.6.L93.B0"' },
    { codec: 'hvc1.4.10.L93.90' }, // Format range extensions: 16 bits.
    { codec: 'hvc1.1.6.L255.B0' },
    { codec: CONFIG.codec, codedWidth: 20_000, codedHeight: 100 },
    { codec: CONFIG.codec, description: new Uint8Array(10) },
  ];
  for (const config of unsupported) {
    expect((await HevcVideoDecoder.isConfigSupported(config)).supported).toBe(false);
    const { decoder, errors } = record();
    decoder.configure(config);
    expect(decoder.state).toBe('configured');
    expect(errors).toEqual([]);
    await expect(decoder.flush()).rejects.toMatchObject({ name: 'NotSupportedError' });
    expect(errors).toMatchObject([{ name: 'NotSupportedError' }]);
    expect(errors[0]).toBeInstanceOf(DOMException);
    expect(decoder.state).toBe('closed');
  }
});

test('isConfigSupported answers with a copy of the known members', async () => {
  const config = { ...CONFIG, colorSpace: { primaries: 'bt709' }, somethingOfTheFuture: 1 };
  const { supported, config: copy } = await HevcVideoDecoder.isConfigSupported(config);
  expect(supported).toBe(true);
  expect(copy).toMatchObject({ codec: CONFIG.codec, codedWidth: 640, codedHeight: 360 });
  expect(copy.colorSpace).toEqual({ primaries: 'bt709', transfer: null, matrix: null, fullRange: null });
  expect(copy).not.toHaveProperty('somethingOfTheFuture');
  expect(copy.description).not.toBe(CONFIG.description);
  expect(new Uint8Array(copy.description as ArrayBuffer)).toEqual(CONFIG.description);
  // Main Intra, which x265 writes as a subset of the format range extensions.
  expect((await HevcVideoDecoder.isConfigSupported(track('hevc/intra-only.265').config)).supported).toBe(true);
  const crop = { codec: 'hev1.2.4.H153.90', codedWidth: 1920, codedHeight: 1088, displayAspectWidth: 1920, displayAspectHeight: 1080 };
  expect(await HevcVideoDecoder.isConfigSupported(crop)).toEqual({ supported: true, config: crop });
});

test('the constructor requires both callbacks', () => {
  const use = (): void => undefined;
  expect(() => new HevcVideoDecoder({ output: use } as never)).toThrow(TypeError);
  expect(() => new HevcVideoDecoder({ error: use } as never)).toThrow(TypeError);
  expect(() => new HevcVideoDecoder(undefined as never)).toThrow(TypeError);
});

test('an unconfigured decoder accepts only reset() and configure()', async () => {
  const { decoder } = record();
  expect(decoder.state).toBe('unconfigured');
  decoder.reset();
  expect(decoder.state).toBe('unconfigured');
  expect(() => decoder.decode(KEY)).toThrow(expect.objectContaining(INVALID_STATE));
  await expect(decoder.flush()).rejects.toMatchObject(INVALID_STATE);
});

test('a closed decoder accepts nothing', async () => {
  const { decoder, errors } = record();
  decoder.close();
  expect(decoder.state).toBe('closed');
  for (const call of [() => decoder.configure(CONFIG), () => decoder.reset(), () => decoder.close(), () => decoder.decode(KEY)]) {
    expect(call).toThrow(expect.objectContaining(INVALID_STATE));
  }
  await expect(decoder.flush()).rejects.toMatchObject(INVALID_STATE);
  expect(errors).toEqual([]); // Closing on request is not an error.
});

test('a key chunk is required after configure(), reset() and flush(), and its bytes are checked', async () => {
  const { decoder, frames } = record();
  const delta = CHUNKS[1]!;
  const dataError = expect.objectContaining({ name: 'DataError' });
  decoder.configure(CONFIG);
  expect(() => decoder.decode(delta)).toThrow(dataError);
  const { data, timestamp } = STAGE.samples[1]!;
  expect(() => decoder.decode(new EncodedHevcChunk({ type: 'key', timestamp, data }))).toThrow(dataError);
  decoder.decode(KEY);
  decoder.decode(delta);
  const flushed = decoder.flush();
  expect(() => decoder.decode(delta)).toThrow(dataError);
  await flushed;
  decoder.reset();
  decoder.configure(CONFIG);
  expect(() => decoder.decode(delta)).toThrow(dataError);
  expect(frames.length).toBe(2);
  expect(decoder.state).toBe('configured');
});

test('a flush outputs all pictures in order, each with its own time, before it resolves', async () => {
  const { decoder, frames, errors, log } = record();
  decoder.configure(CONFIG);
  for (const chunk of CHUNKS) decoder.decode(chunk);
  await decoder.flush().then(() => log.push('flushed'));
  expect(errors).toEqual([]);
  expect(frames.map((frame) => frame.timestamp)).toEqual(CHUNKS.map((chunk) => chunk.timestamp).sort((a, b) => a - b));
  expect(frames.every((frame) => frame.duration === 40_000)).toBe(true);
  expect(log.at(-1)).toBe('flushed');
  decoder.decode(KEY); // The decoder continues.
  await decoder.flush();
  expect(frames.length).toBe(CHUNKS.length + 1);
});

test('times are returned unchanged: negative, equal or out of order', async () => {
  const { decoder, frames } = record();
  decoder.configure(CONFIG);
  const times = [-42, 7, 7, 3, 9_007_199_254_740_000, 0];
  times.forEach((timestamp, duration) => decoder.decode(keyAt(timestamp, duration)));
  await decoder.flush();
  expect(frames.map((frame) => [frame.timestamp, frame.duration])).toEqual(times.map((time, i) => [time, i]));
});

test('reset() drops the queue and rejects flushes at once; a new configure() starts from the beginning', async () => {
  const frames: HevcFrame[] = [];
  let onFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (onFirst = resolve));
  const { decoder, errors } = record({
    output: (frame: HevcFrame) => {
      frames.push(frame);
      onFirst();
    },
  });
  decoder.configure(CONFIG);
  for (let i = 0; i < 16; i++) decoder.decode(keyAt(0));
  const flushed = decoder.flush();
  // Continues before the next output, so that fast pictures are not flushed before the reset.
  await first;
  decoder.reset();
  const before = frames.length;
  expect(decoder.state).toBe('unconfigured');
  expect(decoder.decodeQueueSize).toBe(0);
  await expect(flushed).rejects.toMatchObject({ name: 'AbortError' });
  decoder.configure(CONFIG);
  for (let i = 0; i < 4; i++) decoder.decode(keyAt(1));
  await decoder.flush();
  expect(frames.slice(before).map((frame) => frame.timestamp)).toEqual([1, 1, 1, 1]);
  expect(errors).toEqual([]);
});

test('reset() within the output callback ends the output, and a flush called there resolves', async () => {
  const seen: number[] = [];
  let second: Promise<void> | undefined;
  const { decoder } = record({
    output: (frame: HevcFrame) => {
      seen.push(frame.timestamp);
      if (second) return;
      decoder.reset();
      decoder.configure(CONFIG);
      decoder.decode(KEY);
      second = decoder.flush();
    },
  });
  decoder.configure(CONFIG);
  decoder.decode(KEY);
  decoder.decode(CHUNKS[1]!);
  await expect(decoder.flush()).rejects.toMatchObject({ name: 'AbortError' });
  await second;
  expect(seen).toEqual([0, 0]);
});

test('reset() directly after flush() ends the output', async () => {
  const { decoder, frames } = record();
  decoder.configure(CONFIG);
  for (const chunk of CHUNKS.slice(0, 3)) decoder.decode(chunk);
  await expect.poll(() => decoder.decodeQueueSize).toBe(0);
  for (let i = 0; i < 20; i++) await nextTurn();
  const before = frames.length;
  expect(before).toBeLessThan(3); // The others wait for later pictures.
  const flushed = decoder.flush();
  decoder.reset();
  await expect(flushed).rejects.toMatchObject({ name: 'AbortError' });
  for (let i = 0; i < 20; i++) await nextTurn();
  expect(frames.length).toBe(before);
});

test('close() rejects flushes, and neither callback runs after it', async () => {
  const { decoder, log } = record();
  decoder.configure(CONFIG);
  decoder.decode(KEY);
  decoder.decode(corrupt(1));
  const flushed = decoder.flush();
  decoder.close();
  await expect(flushed).rejects.toMatchObject({ name: 'AbortError' });
  for (let i = 0; i < 20; i++) await nextTurn();
  expect(log).toEqual([]);
});

test('a chunk without bytes and one with damaged slices close the decoder with an EncodingError, reported before the flush is rejected', async () => {
  const empty = new EncodedHevcChunk({ type: 'key', timestamp: 1, data: new ArrayBuffer(0) });
  for (const bad of [empty, corrupt(1), corrupt(2)]) {
    const { decoder, frames, errors, log } = record();
    decoder.configure(CONFIG);
    decoder.decode(KEY);
    decoder.decode(bad);
    for (const chunk of CHUNKS.slice(3, 8)) decoder.decode(chunk);
    const flushed = decoder.flush();
    await expect(flushed.finally(() => log.push('settled'))).rejects.toMatchObject({ name: 'EncodingError' });
    expect(errors.map((error) => error.name)).toEqual(['EncodingError']);
    expect(log.slice(-2)).toEqual(['EncodingError', 'settled']);
    expect(frames.length).toBeLessThanOrEqual(1);
    expect(decoder.state).toBe('closed');
  }
});

test("with onDamage 'conceal' damage is reported and the stream continues", async () => {
  const damage: string[] = [];
  const { decoder, frames, errors } = record({ onDamage: 'conceal', damage: ({ why }) => damage.push(why) });
  decoder.configure(CONFIG);
  CHUNKS.forEach((chunk, i) => decoder.decode(i === 3 ? corrupt(3) : chunk));
  await decoder.flush();
  expect(errors).toEqual([]);
  expect(damage.length).toBeGreaterThan(0);
  expect(frames.length).toBeGreaterThanOrEqual(CHUNKS.length - 1);
});

test('decodeQueueSize counts chunks that the decoder has not started, and is smaller at each dequeue event', async () => {
  const { decoder, frames } = record();
  expect(decoder.decodeQueueSize).toBe(0);
  decoder.configure(CONFIG);
  expect(decoder.decodeQueueSize).toBe(0);
  const sizes: number[] = [];
  decoder.ondequeue = () => sizes.push(decoder.decodeQueueSize);
  let events = 0;
  decoder.addEventListener('dequeue', () => events++);
  for (const chunk of CHUNKS) decoder.decode(chunk);
  expect(decoder.decodeQueueSize).toBe(CHUNKS.length);
  await decoder.flush();
  expect(decoder.decodeQueueSize).toBe(0);
  expect(frames.length).toBe(CHUNKS.length);
  expect(sizes.at(-1)).toBe(0);
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => b - a));
  expect(events).toBe(sizes.length);
  decoder.ondequeue = null;
  for (const chunk of CHUNKS) decoder.decode(chunk);
  decoder.reset();
  expect(decoder.decodeQueueSize).toBe(0);
  await expect.poll(() => events).toBe(sizes.length + 1); // The event of the reset, in a separate task.
});

test('configure, reset, configure does not stall', async () => {
  const { decoder, frames } = record();
  decoder.configure(CONFIG);
  decoder.reset();
  decoder.configure(CONFIG);
  decoder.decode(KEY);
  await decoder.flush();
  expect(frames).toMatchObject([{ timestamp: KEY.timestamp, duration: KEY.duration }]);
});

test('with a new config in the middle the earlier pictures are output first', async () => {
  const { decoder, frames } = record();
  const tenBits = track('clips/stage-h265-fragments.mp4');
  decoder.configure(CONFIG);
  for (const chunk of CHUNKS.slice(0, 8)) decoder.decode(chunk);
  decoder.configure(tenBits.config);
  for (const chunk of chunksOf(tenBits).slice(0, 8)) decoder.decode(chunk);
  decoder.configure({ codec: 'vp8' });
  await expect(decoder.flush()).rejects.toMatchObject({ name: 'NotSupportedError' });
  expect(frames.map((frame) => frame.format)).toEqual([
    ...Array.from({ length: 8 }, () => 'I420'),
    ...Array.from({ length: 8 }, () => 'I420P10'),
  ]);
});

test('low latency outputs a picture without a flush; so does a decoder without further work', async () => {
  for (const optimizeForLatency of [true, false]) {
    const { decoder, frames } = record();
    decoder.configure({ ...DIRECT.config, optimizeForLatency });
    decoder.decode(chunksOf(DIRECT)[0]!);
    await expect.poll(() => frames.length).toBe(1);
    decoder.close();
  }
});

test('an exception in the output callback is reported, and no other picture is lost', async () => {
  const seen: number[] = [];
  const reported: unknown[] = [];
  const scope = globalThis as { reportError?: (error: unknown) => void };
  scope.reportError = (error) => reported.push(error);
  try {
    const { decoder } = record({
      output: (frame: HevcFrame) => {
        seen.push(frame.timestamp);
        throw new Error('of the application');
      },
    });
    decoder.configure(CONFIG);
    for (const chunk of CHUNKS.slice(0, 4)) decoder.decode(chunk);
    await decoder.flush();
  } finally {
    delete scope.reportError;
  }
  expect(seen.length).toBe(4);
  expect(reported.length).toBe(4);
});

test('raw streams, length-prefixed ones and threads give the pictures of the manifest', async () => {
  for (const [file, threads] of [
    ['b8-pyramid', 1],
    ['open-gop', 1],
    ['crop-vui', 1],
    ['wpp-ctu16', 3],
    ['main10', 1],
    ['intra-only', 1],
  ] as const) {
    const { decoder, frames, errors } = record({ threads });
    const stream = track(`hevc/${file}.265`);
    decoder.configure(stream.config);
    for (const chunk of chunksOf(stream)) decoder.decode(chunk);
    await decoder.flush();
    decoder.close();
    expect(errors, file).toEqual([]);
    expect(decoder.info).toMatchObject({ place: 'here', build: threads === 1 ? 'simd' : 'simd-mt', threads });
    expect(md5OfAll(frames), file).toBe(expectedMd5(`${file}.265`));
  }
});
