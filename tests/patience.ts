/** Loaded before each file of tests: a wait for a condition ends when it is met. Its limit only ends a test whose condition is never met. */
import { afterAll, expect, vi } from 'vitest';

const LIMIT_MS = 45_000;
const EVERY_MS = 10;
const { waitFor } = vi;
vi.waitFor = (check, options) => waitFor(check, { interval: EVERY_MS, ...(typeof options === 'number' ? {} : options), timeout: LIMIT_MS });

/** The clock of the platform, kept by the first file of a worker. */
const worker: { clock?: Performance } & typeof globalThis = globalThis;
const clock = (worker.clock ??= performance);

afterAll(() => {
  // Stubs are removed before the fake timers that they replaced: the other order puts a clock back that never advances.
  if (vi.isFakeTimers() || performance !== clock) throw new Error('this file leaves a replaced clock to the files after it');
});

const bytesOf = (value: unknown): Uint8Array | null =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null;
// Vitest compares two pictures as objects with half a million fields, which takes seconds. What is not the same is left to it.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    const [bytes, others] = [bytesOf(one), bytesOf(other)];
    if (bytes === null || others === null || Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return undefined;
    return bytes.length === others.length && bytes.every((byte, at) => byte === others[at]) ? true : undefined;
  },
]);
