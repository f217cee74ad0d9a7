import { expect, test } from 'vitest';
import { UnitQueue, type Unit } from '../../../workers/decode/unit-queue.ts';
import { placeBlock } from '../../../workers/stream/sound.ts';

const unit = (ptsMs: number, isKey: boolean, bytes = 10): Unit => ({ data: new Uint8Array(bytes), ptsMs, isKey, record: undefined });

test('P29 nothing is queued before the first keyframe', () => {
  const queue = new UnitQueue();
  expect([queue.push(unit(0, false)), queue.push(unit(40, true)), queue.push(unit(80, false))]).toEqual([1, 0, 0]);
  expect(queue.length).toBe(2);
});

test('P29 the queue is bounded: an overflow drops up to the latest keyframe, or everything and waits for the next', () => {
  const queue = new UnitQueue(100);
  for (let i = 0; i < 10; i++) queue.push(unit(i * 40, i === 0 || i === 6));
  expect(queue.push(unit(400, false))).toBe(6);
  expect(queue.peek()?.ptsMs).toBe(240);
  const noKey = new UnitQueue(100);
  for (let i = 0; i < 10; i++) noKey.push(unit(i * 40, i === 0));
  expect(noKey.push(unit(400, false))).toBe(11);
  expect(noKey.push(unit(440, false))).toBe(1);
  expect(noKey.push(unit(480, true))).toBe(0);
  expect(noKey.bytes).toBe(10);
});

test('catching up skips to the latest due keyframe, never beyond', () => {
  const queue = new UnitQueue();
  for (let i = 0; i < 20; i++) queue.push(unit(i * 40, i % 5 === 0));
  expect(queue.dropToKey(450, false)).toBe(10);
  expect(queue.peek()?.ptsMs).toBe(400);
  expect(queue.dropToKey(450, false)).toBe(0);
});

test.each([
  [0, 20, { type: 'append' }],
  [0, 100, { type: 'silence', ms: 100 }],
  [100, 0, { type: 'cut', ms: 100 }],
  [0, 5_000, { type: 'restart' }],
  [5_000, 0, { type: 'restart' }],
] as const)('with the sound line at %d ms a block at %d ms is placed by the difference', (lineMs, ptsMs, expected) => {
  expect(placeBlock(lineMs, ptsMs)).toEqual(expected);
});
