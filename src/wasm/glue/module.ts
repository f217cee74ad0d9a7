import { nodeModule } from './threads.ts';
import { err, type HevcResult, ok } from './result.ts';

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

/** Written out one by one, because bundlers follow only literal URLs. */
const URLS: Record<Profiles, Record<Build, () => URL>> = {
  main: {
    'simd-mt': () => new URL('../dist/hevc-simd-mt.wasm', import.meta.url),
    simd: () => new URL('../dist/hevc-simd.wasm', import.meta.url),
    baseline: () => new URL('../dist/hevc-baseline.wasm', import.meta.url),
  },
  range: {
    'simd-mt': () => new URL('../dist/hevc-range-simd-mt.wasm', import.meta.url),
    simd: () => new URL('../dist/hevc-range-simd.wasm', import.meta.url),
    baseline: () => new URL('../dist/hevc-range-baseline.wasm', import.meta.url),
  },
};

/** True if `base` is a module instead of a folder of modules. */
export const isModuleUrl = (base: URL | undefined): boolean => base?.pathname.endsWith('.wasm') ?? false;

/** One compilation per build and realm; workers receive the compiled module. */
const compiled = new Map<string, Promise<HevcResult<WebAssembly.Module>>>();

/** `base`: another folder than dist/ with a trailing slash, or one module; for builds outside dist/. */
export function loadModule(build: Build, base?: URL, profiles: Profiles = 'main'): Promise<HevcResult<WebAssembly.Module>> {
  const name = `hevc-${profiles === 'range' ? 'range-' : ''}${build}.wasm`;
  const url = base === undefined ? URLS[profiles][build]() : isModuleUrl(base) ? base : new URL(name, base);
  const known = compiled.get(url.href);
  if (known) return known;
  const loading = compile(url);
  compiled.set(url.href, loading);
  void loading.then((result) => {
    if (!result.ok) compiled.delete(url.href); // The network may recover, so a failure is not cached.
  });
  return loading;
}

async function compile(url: URL): Promise<HevcResult<WebAssembly.Module>> {
  try {
    if (url.protocol === 'file:') {
      const files = nodeModule('node:fs/promises') as { readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> };
      return ok(await WebAssembly.compile(await files.readFile(url)));
    }
    const response = await fetch(url);
    if (!response.ok) return err('MODULE_LOAD_FAILED', `${url.pathname}: status ${response.status}`);
    const isWasm = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
    return ok(
      // compileStreaming() needs the MIME type of WebAssembly, which some servers do not send.
      isWasm ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer()),
    );
  } catch (error) {
    return err('MODULE_LOAD_FAILED', `${url.pathname}: ${String(error)}`);
  }
}
