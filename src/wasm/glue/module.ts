import { err, ok, type HevcResult } from './result.ts';
import type { Build, Profiles } from './build.ts';
import { nodeModule } from './node.ts';

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
