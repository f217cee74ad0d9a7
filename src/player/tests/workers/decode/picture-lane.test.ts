import { expect, test } from 'vitest';
import { FRAME_QUEUE_BYTES, FRAME_SLOTS, FrameQueue } from '../../../shared-memory/frame-queue.ts';
import type { Decoder } from '../../../../wasm/glue/decoder.ts';
import type { Picture } from '../../../../wasm/glue/picture.ts';
import { SharedLane, BufferPool, PostedLane } from '../../../workers/decode/picture-lane.ts';
import type { DecodeToRender } from '../../../workers/decode/api.ts';
import { aheadFor } from '../../../workers/decode/video-decode.ts';

const SIDE = 16;

/** A grey picture at the start of the decoder's memory. */
const picture = (handle: number, epoch: number): Picture => ({
  handle,
  epoch,
  ptsMs: 0,
  width: SIDE,
  height: SIDE,
  chroma: 'monochrome',
  bitDepth: 8,
  bitDepthChroma: 8,
  bytesPerSample: 1,
  planes: [{ offset: 0, strideBytes: SIDE, width: SIDE, height: SIDE }],
  poc: 0,
  nalType: 1,
  temporalId: 0,
  key: false,
  damaged: false,
  hash: 'unchecked',
  colour: { primaries: 1, transfer: 1, matrix: 1, fullRange: false },
  sar: [1, 1],
  sequence: 0,
  sei: { offset: 0, bytes: 0 },
});

/** A lane with a decoder whose memory is shared. `rebuild` starts a new instance of the decoder, `grow` replaces only its buffer. */
function sharedLane() {
  const frames = new FrameQueue(new SharedArrayBuffer(FRAME_QUEUE_BYTES));
  const lane = new SharedLane(frames, FRAME_SLOTS, () => undefined);
  const slots = new Int32Array(FRAME_SLOTS);
  const released: number[] = [];
  let memory = new SharedArrayBuffer(SIDE * SIDE);
  let epoch = 0;
  const decoder = {
    memory: () => memory,
    get epoch() {
      return epoch;
    },
    // As the decoder does: a picture of an older epoch is already released.
    release: (given: Pick<Picture, 'handle' | 'epoch'>) => void (given.epoch === epoch && released.push(given.handle)),
  } as unknown as Decoder;
  return {
    send: (handle: number) => lane.send(decoder, memory, picture(handle, epoch)),
    reclaim: () => lane.reclaim(decoder),
    released: () => released.splice(0),
    grow: () => void (memory = new SharedArrayBuffer(memory.byteLength + SIDE * SIDE)),
    rebuild() {
      memory = new SharedArrayBuffer(SIDE * SIDE);
      epoch++;
    },
    /** The render worker returns all pictures that wait. */
    show() {
      const count = frames.ready(slots);
      for (const slot of slots.subarray(0, count)) {
        frames.take(slot);
        frames.giveBack(slot);
      }
    },
  };
}

test('P29 a picture from before a rebuild of the decoder releases no picture of the new instance when it returns', () => {
  const it = sharedLane();
  it.send(256);
  it.rebuild();
  it.show();
  it.reclaim();
  expect(it.released()).toEqual([]);

  it.send(256);
  it.rebuild();
  it.send(256);
  it.show();
  it.reclaim();
  expect(it.released()).toEqual([256]);
});

test('P29 pictures are released when they return, also if the memory of the decoder has grown since', () => {
  const it = sharedLane();
  it.send(256);
  it.grow();
  it.send(257);
  it.show();
  it.reclaim();
  expect(it.released()).toEqual([256, 257]);
});

/** Like a message: the sender's buffer is empty afterwards. */
const travel = (buffer: ArrayBuffer): ArrayBuffer => structuredClone(buffer, { transfer: [buffer] });

test('P29 the number of travelling buffers is bounded, and they are reused', () => {
  const pool = new BufferPool(3);
  const away = [pool.take(100), pool.take(100), pool.take(100)].map((buffer) => travel(buffer!));
  expect([pool.away, pool.take(100)]).toEqual([3, undefined]);
  const first = away[0]!;
  pool.giveBack(first);
  expect(pool.away).toBe(2);
  expect(pool.take(100)).toBe(first);
  for (const buffer of away.slice(1)) pool.giveBack(buffer);
  pool.giveBack(first);
  expect(pool.away).toBe(0);
  // Buffers that were never taken.
  pool.giveBack(new ArrayBuffer(100));
  expect(pool.away).toBe(0);
});

test('P29 another picture size allocates other buffers, and returned ones of the old size are dropped', () => {
  const pool = new BufferPool(2);
  const small = pool.take(100)!;
  const large = pool.take(400)!;
  expect(large.byteLength).toBe(400);
  pool.giveBack(small);
  expect(pool.take(400)).not.toBe(small);
  pool.giveBack(large);
  expect(pool.take(400)).toBe(large);
  // A buffer lost on the way is not kept as an empty one.
  travel(large);
  pool.giveBack(large);
  expect(pool.take(400)?.byteLength).toBe(400);
});

/** 6x4 samples, rows of 16 bytes in the decoder's memory. */
function decoded(): { memory: ArrayBuffer; picture: Picture; released: number[]; decoder: Decoder } {
  const memory = Uint8Array.from({ length: 256 }, (_, i) => i).buffer;
  const plane = (offset: number, width: number, height: number) => ({ offset, strideBytes: 16, width, height });
  const picture = {
    handle: 7,
    ptsMs: 40,
    width: 6,
    height: 4,
    bytesPerSample: 1,
    bitDepth: 8,
    planes: [plane(0, 6, 4), plane(100, 3, 2), plane(140, 3, 2)],
    colour: { primaries: 1, transfer: 1, matrix: 1, fullRange: true },
    sar: [4, 3],
    sei: { offset: 0, bytes: 0 },
    sequence: 1,
    key: true,
    damaged: false,
  } as unknown as Picture;
  const released: number[] = [];
  return { memory, picture, released, decoder: { release: ({ handle }: Picture) => released.push(handle) } as unknown as Decoder };
}

test('P29 without shared memory a picture is copied once, its slot in the decoder is free immediately, and the buffer is transferred', () => {
  const sent: [DecodeToRender, Transferable[] | undefined][] = [];
  const { memory, picture, released, decoder } = decoded();
  const lane = new PostedLane(2, (message, transfer) => sent.push([structuredClone(message, { transfer: transfer ?? [] }), transfer]));
  expect(lane.send(decoder, memory, picture)).toBe(true);
  expect(released).toEqual([7]);
  const [message] = sent[0]!;
  if (message.type !== 'picture') throw new Error(message.type);
  const { fields, buffer, ptsMs } = message;
  expect([ptsMs, fields.WIDTH, fields.HEIGHT, fields.CHROMA, fields.FULL_RANGE, fields.SAR_WIDTH, fields.SAR_HEIGHT]).toEqual([
    40, 6, 4, 1, 1, 4, 3,
  ]);
  const row = (offset: number, stride: number, y: number, samples: number): number[] => [
    ...new Uint8Array(buffer, offset + stride * y, samples),
  ];
  expect(row(fields.PLANE_Y, fields.STRIDE_Y, 3, 6)).toEqual([48, 49, 50, 51, 52, 53]);
  expect(row(fields.PLANE_CB, fields.STRIDE_C, 1, 3)).toEqual([116, 117, 118]);
  expect(row(fields.PLANE_CR, fields.STRIDE_C, 0, 3)).toEqual([140, 141, 142]);

  expect(lane.send(decoder, memory, picture)).toBe(true);
  // The decoder waits (back-pressure).
  expect(lane.send(decoder, memory, picture)).toBe(false);
  expect([lane.ahead(), sent.length, released.length]).toEqual([2, 2, 2]);
  lane.onReleased({ type: 'released', buffers: [buffer] });
  expect(lane.ahead()).toBe(1);
  expect(lane.send(decoder, memory, picture)).toBe(true);
});

/** Repeated here, so that a change of the limit fails a test. */
const MAX_AHEAD = 6;

const bytesOf = (width: number, height: number, bytesPerSample: number): number => width * height * 1.5 * bytesPerSample;

test('P29 six pictures are decoded ahead up to 1080p in 8 bits', () => {
  expect(aheadFor(bytesOf(854, 480, 1))).toBe(MAX_AHEAD);
  expect(aheadFor(bytesOf(1_920, 1_080, 1))).toBe(MAX_AHEAD);
});

test('P29 for larger pictures the number is smaller, but at least five', () => {
  expect(aheadFor(bytesOf(1_920, 1_080, 2))).toBe(5);
  expect(aheadFor(bytesOf(3_840, 2_160, 2))).toBe(5);
});
