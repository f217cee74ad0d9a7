import { err, ok, type HevcResult } from './result.ts';

const PAGE_BYTES = 65_536;

/** Initial memory of every build (../build.mjs); a smaller memory cannot hold its data. */
export const INITIAL_BYTES = 4 * 1024 ** 2;

/** Not enough even for 480p; a browser that refuses it is out of memory. */
const SMALLEST_BYTES = 32 * 1024 ** 2;

/**
 * A memory that may grow to `maxBytes`. A shared memory reserves its maximum at once, which fails on machines with little address space;
 * the maximum is then halved until it succeeds.
 */
export function openMemory(
  maxBytes: number,
  shared: boolean,
  create = (descriptor: WebAssembly.MemoryDescriptor) => new WebAssembly.Memory(descriptor),
): HevcResult<{ memory: WebAssembly.Memory; maxBytes: number }> {
  let refusal = '';
  for (let bytes = maxBytes; bytes >= Math.min(SMALLEST_BYTES, maxBytes); bytes /= 2) {
    const maximum = Math.max(Math.floor(bytes / PAGE_BYTES), INITIAL_BYTES / PAGE_BYTES);
    try {
      const memory = create({ initial: INITIAL_BYTES / PAGE_BYTES, maximum, shared });
      return ok({ memory, maxBytes: maximum * PAGE_BYTES });
    } catch (error) {
      refusal = String(error);
    }
  }
  return err('DECODER_MEMORY', refusal);
}
