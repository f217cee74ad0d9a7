import { expect, test } from 'vitest';
import type { Decoder } from '../../../src/wasm/glue/decoder.ts';
import type { Picture } from '../../../src/wasm/glue/picture.ts';
import type { DecodeToRender } from '../../../src/workers/decode/api.ts';
import { BufferPool } from '../../../src/workers/decode/buffer-pool.ts';
import { PostedLane } from '../../../src/workers/decode/picture-lane.ts';

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
