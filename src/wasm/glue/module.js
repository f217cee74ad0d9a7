import { err, ok } from './result.ts';
import { nodeModule } from './node.ts';
/** Written out one by one: bundlers follow only literal URLs. */
const URLS = {
    'simd-mt': () => new URL('../dist/hevc-simd-mt.wasm', import.meta.url),
    simd: () => new URL('../dist/hevc-simd.wasm', import.meta.url),
    baseline: () => new URL('../dist/hevc-baseline.wasm', import.meta.url),
};
/** One compilation per build and realm; workers are handed the compiled module. */
const compiled = new Map();
/** `base`: another folder than dist/, ending in a slash, or one module; for builds that are not among the three. */
export function loadModule(build, base) {
    const url = base?.pathname.endsWith('.wasm') ? base : base ? new URL(`hevc-${build}.wasm`, base) : URLS[build]();
    const known = compiled.get(url.href);
    if (known)
        return known;
    const loading = compile(url);
    compiled.set(url.href, loading);
    void loading.then((result) => {
        if (!result.ok)
            compiled.delete(url.href); // a lost network may come back
    });
    return loading;
}
async function compile(url) {
    try {
        if (url.protocol === 'file:') {
            const files = nodeModule('node:fs/promises');
            return ok(await WebAssembly.compile(await files.readFile(url)));
        }
        const response = await fetch(url);
        if (!response.ok)
            return err('MODULE_LOAD_FAILED', `${url.pathname}: status ${response.status}`);
        const isWasm = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
        return ok(isWasm ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer()));
    }
    catch (error) {
        return err('MODULE_LOAD_FAILED', `${url.pathname}: ${String(error)}`);
    }
}
