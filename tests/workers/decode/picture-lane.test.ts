import { expect, test } from 'vitest';
import { FRAME_QUEUE_BYTES, FRAME_SLOTS, FrameQueue } from '../../../src/shared-memory/frame-queue.ts';
import type { Decoder } from '../../../src/wasm/glue/decoder.ts';
import type { Picture } from '../../../src/wasm/glue/picture.ts';
import { SharedLane } from '../../../src/workers/decode/picture-lane.ts';

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
