/** The workers of a decoder with threads, the same for browsers and Node. */
import { spawnModule } from './spawn.ts';
/** As HEVC_MAX_WORKERS of ../hevc/thread_stack.c. */
export const WORKERS_MAX = 8;
/** A worker that has not answered by then is given up, and the decoder runs on the ones that have. */
const START_DEADLINE_MS = 4000;
function spawn(script) {
    if (script)
        return spawnModule(script, undefined);
    const here = import.meta.url; // a variable, so that no bundler takes the file along twice
    return spawnModule(new URL('./thread-worker.mjs', here), () => new Worker(new URL('./thread-worker.mjs', import.meta.url), { type: 'module', name: 'hevc' }));
}
/** Resolves once every worker has either entered the decoder or failed to; the value has only those that run. `script`: another address than the one beside this file. */
export async function startThreads(starts, script) {
    const started = await Promise.all(starts.map(async (start) => {
        let worker;
        try {
            worker = spawn(script);
        }
        catch {
            return undefined; // no nested workers here, or no file for them: fewer threads, the same pictures
        }
        const ready = await new Promise((resolve) => {
            const timer = setTimeout(() => resolve(false), START_DEADLINE_MS);
            const settle = (value) => {
                clearTimeout(timer);
                resolve(value);
            };
            worker.onMessage((message) => settle(message.kind === 'ready'));
            worker.onError(() => settle(false));
            worker.post(start);
        });
        if (ready)
            return worker;
        worker.terminate();
        return undefined;
    }));
    return started.filter((thread) => thread !== undefined);
}
