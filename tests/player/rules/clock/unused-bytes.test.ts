import { expect, test } from 'vitest';
import { UnusedBytes } from '../../../../src/player/rules/clock/unused-bytes.ts';

/** Repeated here, so that a change of the limits fails a test. */
const UNUSED_MS = 3_000;
const UNUSED_S = 3;

const SECOND_BYTES = 150_000;

/** A player that has played 10 s, and whose buffer then stays at 10 s. */
function played(): UnusedBytes {
  const unused = new UnusedBytes();
  for (let s = 1; s <= 10; s++) expect(unused.isStuck({ nowMs: s * 1_000, bytes: s * SECOND_BYTES, endS: s })).toBe(false);
  return unused;
}
const after = (ms: number, streamS: number, endS = 10) => ({ nowMs: 10_000 + ms, bytes: (10 + streamS) * SECOND_BYTES, endS });

test('P25 a buffer that does not grow while the stream arrives at its usual rate is stuck', () => {
  const unused = played();
  expect(unused.isStuck(after(1_000, 1))).toBe(false);
  expect(unused.isStuck(after(2_000, 2))).toBe(false);
  expect(unused.isStuck(after(UNUSED_MS, UNUSED_S))).toBe(true);
});

test('P25 a slow network, a network without data and a burst are not stuck', () => {
  expect(played().isStuck(after(60_000, 0))).toBe(false);
  expect(played().isStuck(after(UNUSED_MS, UNUSED_S - 0.1))).toBe(false);
  expect(played().isStuck(after(UNUSED_MS - 1, 30))).toBe(false);
});

test('P25 growth of the buffer starts the count again', () => {
  const unused = played();
  expect(unused.isStuck(after(UNUSED_MS - 1, 5))).toBe(false);
  expect(unused.isStuck(after(UNUSED_MS, 6, 10.04))).toBe(false);
  expect(unused.isStuck(after(2 * UNUSED_MS - 1, 20, 10.04))).toBe(false);
  expect(unused.isStuck(after(2 * UNUSED_MS, 20, 10.04))).toBe(true);
});
