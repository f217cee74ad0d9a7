import { expect, test } from 'vitest';
import { Stretch } from '../../workers/audio/stretch.ts';
import { SharedMetrics, METRICS, METRICS_BYTES } from '../../shared-memory/shared-metrics.ts';
import { FRAME_QUEUE_BYTES, FRAME_SLOTS, FrameQueue, FrameState, type FrameFields } from '../../shared-memory/frame-queue.ts';
import { PcmRing, pcmRingBytes } from '../../shared-memory/pcm-ring.ts';
import { seededRandom } from '../../../wasm/cli/mutate.ts';

const fields = (handle: number): FrameFields => ({
  HANDLE: handle,
  PLANE_Y: 1,
  PLANE_CB: 2,
  PLANE_CR: 3,
  STRIDE_Y: 4,
  STRIDE_C: 5,
  WIDTH: 6,
  HEIGHT: 7,
  BIT_DEPTH: 8,
  CHROMA: 1,
  MATRIX: 1,
  FULL_RANGE: 0,
  PRIMARIES: 1,
  TRANSFER: 1,
  PEAK_NITS: 0,
  SAR_WIDTH: 0,
  SAR_HEIGHT: 0,
  IS_KEY: 0,
  DAMAGED: 0,
  MEMORY: 1,
});

test('frame queue: earliest presentation time first, back-pressure when full, each handle returned once', () => {
  const buffer = new SharedArrayBuffer(FRAME_QUEUE_BYTES);
  const producer = new FrameQueue(buffer);
  const consumer = new FrameQueue(buffer);
  const slots = new Int32Array(FRAME_SLOTS);
  for (const [pts, handle] of [
    [80, 1],
    [0, 2],
    [40, 3],
  ] as const)
    expect(producer.publish(pts, fields(handle))).toBe(true);
  expect(consumer.ready(slots)).toBe(3);
  expect([0, 1, 2].map((i) => consumer.field(slots[i]!, 'HANDLE'))).toEqual([2, 3, 1]);
  expect(consumer.take(slots[0]!)).toBe(true);
  expect(consumer.take(slots[0]!)).toBe(false);
  consumer.giveBack(slots[0]!);
  const released: number[] = [];
  expect(producer.reclaim((handle) => released.push(handle))).toBe(1);
  expect(producer.reclaim((handle) => released.push(handle))).toBe(0);
  expect(released).toEqual([2]);
  let published = 0;
  while (producer.publish(100 + published, fields(published))) published++;
  expect(published).toBe(FRAME_SLOTS - 2);
  expect(consumer.count(FrameState.READY)).toBe(FRAME_SLOTS);
});

test('shared metrics: fields do not overlap and unknown times are NaN', () => {
  const metrics = new SharedMetrics(new SharedArrayBuffer(METRICS_BYTES));
  metrics.clear();
  expect(new Set(Object.values(METRICS)).size).toBe(Object.keys(METRICS).length);
  expect(Math.max(...Object.values(METRICS)) * 8).toBeLessThan(METRICS_BYTES);
  expect(metrics.get('MEDIA_MS')).toBeNaN();
});

test('PCM ring: samples are read once and in order, over many wraps, for any sizes', () => {
  const random = seededRandom(7);
  const channels = 2;
  const ring = new PcmRing(new SharedArrayBuffer(pcmRingBytes(256, channels)), channels);
  let written = 0;
  let read = 0;
  for (let round = 0; round < 2_000; round++) {
    const frames = Math.floor(random() * 200);
    const left = Float32Array.from({ length: frames }, (_, i) => written + i);
    written += ring.write([left, left.map((v) => -v)], frames);
    const take = Math.min(ring.bufferedFrames, Math.floor(random() * 200));
    // One assertion a round: 340,000 take two seconds.
    const isWrong = (i: number): boolean => ring.peek(i, 0) !== read + i || ring.peek(i, 1) !== -(read + i);
    expect(Array.from({ length: take }, (_, i) => i).filter(isWrong)).toEqual([]);
    ring.consume(take);
    read += take;
  }
  expect(written - read).toBe(ring.bufferedFrames);
});

test('PCM ring: a skip discards only the samples before it', () => {
  const ring = new PcmRing(new SharedArrayBuffer(pcmRingBytes(256, 1)), 1);
  ring.write([Float32Array.from({ length: 100 }, (_, i) => i)], 100);
  ring.skipTo(40);
  expect(ring.applySkip()).toBe(true);
  expect(ring.applySkip()).toBe(false);
  expect(ring.peek(0, 0)).toBe(40);
  ring.skipTo(5_000);
  ring.applySkip();
  expect(ring.bufferedFrames).toBe(0);
});

function play(rate: number, seconds: number): { heard: Float32Array; consumed: number } {
  const sampleRate = 48_000;
  const ring = new PcmRing(new SharedArrayBuffer(pcmRingBytes(2 ** 20, 1)), 1);
  const total = sampleRate * seconds;
  ring.write([Float32Array.from({ length: total }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / sampleRate))], total);
  const stretch = new Stretch(ring, sampleRate);
  const heard: number[] = [];
  const block = [new Float32Array(128)];
  for (let i = 0; i < (sampleRate * (seconds - 1)) / rate / 128; i++) {
    const made = stretch.read(block, 128, rate);
    heard.push(...block[0]!.subarray(0, made));
  }
  return { heard: Float32Array.from(heard), consumed: ring.readIndex };
}

test('sound at rate 1 passes unchanged', () => {
  const { heard, consumed } = play(1, 2);
  expect(consumed).toBe(heard.length);
  expect(heard.every((value, i) => value === Math.fround(Math.sin((2 * Math.PI * 440 * i) / 48_000)))).toBe(true);
});

test.each([1.1, 0.97])('sound at rate %d consumes at that rate and keeps its pitch', (rate) => {
  const { heard, consumed } = play(rate, 4);
  expect(consumed / heard.length).toBeCloseTo(rate, 1);
  let crossings = 0;
  for (let i = 1; i < heard.length; i++) if (heard[i - 1]! < 0 && heard[i]! >= 0) crossings++;
  expect(Math.abs(crossings / (heard.length / 48_000) - 440)).toBeLessThan(6);
  const loudest = heard.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  expect(loudest).toBeLessThanOrEqual(1.001);
});
