/** Module workers, the same for browsers and Node, and also where the script is of another origin. */
import { nodeModule } from './node.ts';
/**
 * Browsers start no worker from another origin's address; a blob of this origin may import it, when that server allows it by CORS.
 */
function ofAnotherOrigin(script) {
    const shim = URL.createObjectURL(new Blob([`import ${JSON.stringify(script.href)};`], { type: 'text/javascript' }));
    const worker = new Worker(shim, { type: 'module', name: 'hevc' });
    // Every script of this package speaks as soon as it runs; until then the import needs the address.
    worker.addEventListener('message', () => URL.revokeObjectURL(shim), { once: true });
    return worker;
}
/** An http address that is not of the page's origin; a bundler may have put something else in place of import.meta.url. */
const isForeign = (script) => /^https?:$/.test(script.protocol) && script.origin !== globalThis.origin;
/**
 * `start` holds the literal `new Worker(new URL(…, import.meta.url))` that bundlers follow; `script` is the same address for a blob,
 * written so that they do not.
 */
export function spawnModule(script, start) {
    if (typeof Worker === 'function') {
        const worker = start === undefined || isForeign(script) ? startByAddress(script) : startOwn(start, script);
        return {
            post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
            onMessage: (use) => worker.addEventListener('message', ({ data }) => use(data)),
            onError: (use) => worker.addEventListener('error', ({ message }) => use(message ?? 'the worker did not start')),
            hold: () => undefined,
            terminate: () => worker.terminate(),
        };
    }
    const threads = nodeModule('node:worker_threads');
    const worker = new threads.Worker(script, { execArgv: [] });
    worker.unref(); // a decoder left open does not keep the process alive
    return {
        post: (message, transfer = []) => worker.postMessage(message, transfer),
        onMessage: (use) => worker.on('message', use),
        onError: (use) => worker.on('error', (error) => use(String(error))),
        hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
        terminate: () => void worker.terminate(),
    };
}
const startByAddress = (script) => isForeign(script) ? ofAnotherOrigin(script) : new Worker(script, { type: 'module', name: 'hevc' });
/** The bundler's own address may be of another origin too, which only shows when the worker is refused. */
function startOwn(start, script) {
    try {
        return start();
    }
    catch (error) {
        if (isForeign(script))
            return ofAnotherOrigin(script);
        throw error;
    }
}
