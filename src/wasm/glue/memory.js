import { err, ok } from './result.ts';
const PAGE_BYTES = 65536;
/** What every build is linked for (../build.mjs): a memory of less cannot hold its data. */
export const INITIAL_BYTES = 4 * 1024 ** 2;
/** Below this not even 480p fits; a browser that refuses it has no memory to give. */
const SMALLEST_BYTES = 32 * 1024 ** 2;
/**
 * A memory that may grow to `maxBytes`. A shared memory reserves its maximum at once, which fails on machines with little address
 * space: the maximum is then halved until one is granted.
 */
export function openMemory(maxBytes, shared, create = (descriptor) => new WebAssembly.Memory(descriptor)) {
    let refusal = '';
    for (let bytes = maxBytes; bytes >= Math.min(SMALLEST_BYTES, maxBytes); bytes /= 2) {
        const maximum = Math.max(Math.floor(bytes / PAGE_BYTES), INITIAL_BYTES / PAGE_BYTES);
        try {
            const memory = create({ initial: INITIAL_BYTES / PAGE_BYTES, maximum, shared });
            return ok({ memory, maxBytes: maximum * PAGE_BYTES });
        }
        catch (error) {
            refusal = String(error);
        }
    }
    return err('DECODER_MEMORY', refusal);
}
