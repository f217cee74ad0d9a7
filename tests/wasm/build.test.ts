import { expect, test } from 'vitest';
import { BUILD_REASONS, chooseBuild, probeCapabilities, type Capabilities } from '../../src/wasm/glue/build.ts';
import { INITIAL_BYTES, openMemory } from '../../src/wasm/glue/memory.ts';

const all: Capabilities = { place: 'worker', simd: true, sharedMemory: true };

test.each([
  [all, 2, 'simd-mt', 'threads'],
  [{ ...all, place: 'node' }, 4, 'simd-mt', 'threads'],
  [all, 1, 'simd', 'one thread asked for'],
  [{ ...all, place: 'window' }, 4, 'simd', 'a window may not wait'],
  [{ ...all, sharedMemory: false }, 4, 'simd', 'no shared memory'],
  [{ ...all, simd: false }, 4, 'baseline', 'no SIMD'],
] as const)('%o with %i threads runs %s: %s', (can, threads, build, why) => {
  expect(chooseBuild(can, threads)).toEqual({ build, why });
});

test('every reason is reachable, or given by the caller', () => {
  const seen = new Set<string>(['asked for']);
  for (const place of ['worker', 'window', 'node'] as const)
    for (const simd of [false, true])
      for (const sharedMemory of [false, true])
        for (const threads of [1, 2]) seen.add(chooseBuild({ place, simd, sharedMemory }, threads).why);
  expect([...seen].sort()).toEqual([...BUILD_REASONS].sort());
});

test('this Node has every capability', () => {
  expect(probeCapabilities()).toEqual({ place: 'node', simd: true, sharedMemory: true });
});

test('a refused memory is requested again at half the size', () => {
  const asked: number[] = [];
  const opened = openMemory(1024 ** 3, true, (descriptor) => {
    asked.push(descriptor.maximum! * 65_536);
    if (asked.length < 3) throw new RangeError('no address space');
    return new WebAssembly.Memory({ ...descriptor, shared: false });
  });
  expect(asked).toEqual([1024 ** 3, 512 * 1024 ** 2, 256 * 1024 ** 2]);
  expect(opened.ok && opened.value.maxBytes).toBe(256 * 1024 ** 2);
  expect(opened.ok && opened.value.memory.buffer.byteLength).toBe(INITIAL_BYTES);
});

test('a memory that is never granted is an error, not an exception', () => {
  const opened = openMemory(256 * 1024 ** 2, true, () => {
    throw new RangeError('no address space');
  });
  expect(opened).toEqual({ ok: false, error: { code: 'DECODER_MEMORY', detail: 'RangeError: no address space' } });
});
