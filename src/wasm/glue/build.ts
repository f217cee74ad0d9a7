/** Selects one of the three builds, with the reason. */

export const BUILDS = ['simd-mt', 'simd', 'baseline'] as const;
export type Build = (typeof BUILDS)[number];

/** Profiles of version 1, or every profile that the decoder supports: 4:0:0 to 4:4:4 in 8 to 12 bits, slightly slower. */
export type Profiles = 'main' | 'range';

/** The caller's context; a window must not block, so it gets no threads. */
export type Place = 'worker' | 'window' | 'node';

export interface Capabilities {
  readonly place: Place;
  readonly simd: boolean;
  /** Shared memory that can be posted to workers: `crossOriginIsolated` in browsers. */
  readonly sharedMemory: boolean;
}

export const BUILD_REASONS = [
  'threads',
  'one thread asked for',
  'a window may not wait',
  'no shared memory',
  'no SIMD',
  'asked for',
] as const;
export type BuildReason = (typeof BUILD_REASONS)[number];

export interface BuildChoice {
  readonly build: Build;
  readonly why: BuildReason;
}

export function chooseBuild(can: Capabilities, threads: number): BuildChoice {
  if (!can.simd) return { build: 'baseline', why: 'no SIMD' };
  if (threads <= 1) return { build: 'simd', why: 'one thread asked for' };
  if (can.place === 'window') return { build: 'simd', why: 'a window may not wait' };
  if (!can.sharedMemory) return { build: 'simd', why: 'no shared memory' };
  return { build: 'simd-mt', why: 'threads' };
}

/** A module whose only function is `() => v128.const 0; drop`. */
const SIMD_PROBE = Uint8Array.from(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
    [1, 4, 1, 0x60, 0, 0], // one type: () -> ()
    [3, 2, 1, 0], // one function of it
    [10, 23, 1, 21, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x0b], // v128.const, drop, end
  ].flat(),
);

export function probeCapabilities(): Capabilities {
  const scope = globalThis as {
    process?: { versions?: { node?: string } };
    document?: unknown;
    crossOriginIsolated?: boolean;
  };
  const node = scope.process?.versions?.node !== undefined;
  const place = scope.document !== undefined ? 'window' : node ? 'node' : 'worker';
  return {
    place,
    simd: WebAssembly.validate(SIMD_PROBE),
    sharedMemory: typeof SharedArrayBuffer === 'function' && (node || scope.crossOriginIsolated === true),
  };
}
