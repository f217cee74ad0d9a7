import type { Build, Profiles } from './build.ts';
import { nodeModule } from './threads.ts';
import { err, type HevcResult, ok } from './result.ts';

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
