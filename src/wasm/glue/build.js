/** Which of the three modules runs here, and why. */
export const BUILDS = ['simd-mt', 'simd', 'baseline'];
export const BUILD_REASONS = [
    'threads',
    'one thread asked for',
    'a window may not wait',
    'no shared memory',
    'no SIMD',
    'asked for',
];
export function chooseBuild(can, threads) {
    if (!can.simd)
        return { build: 'baseline', why: 'no SIMD' };
    if (threads <= 1)
        return { build: 'simd', why: 'one thread asked for' };
    if (can.place === 'window')
        return { build: 'simd', why: 'a window may not wait' };
    if (!can.sharedMemory)
        return { build: 'simd', why: 'no shared memory' };
    return { build: 'simd-mt', why: 'threads' };
}
/** A module whose only function is `() => v128.const 0; drop`. */
const SIMD_PROBE = Uint8Array.from([
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
    [1, 4, 1, 0x60, 0, 0], // one type: () -> ()
    [3, 2, 1, 0], // one function of it
    [10, 23, 1, 21, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x0b], // v128.const, drop, end
].flat());
export function probeCapabilities() {
    const scope = globalThis;
    const node = scope.process?.versions?.node !== undefined;
    const place = scope.document !== undefined ? 'window' : node ? 'node' : 'worker';
    return {
        place,
        simd: WebAssembly.validate(SIMD_PROBE),
        sharedMemory: typeof SharedArrayBuffer === 'function' && (node || scope.crossOriginIsolated === true),
    };
}
