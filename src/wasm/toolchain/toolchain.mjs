/**
 * Two ways to run clang and wasm-ld with one interface: `id` (part of every cache key), `compile`, `link`, `close`. The npm package gives
 * the committed bytes, identical on every machine. The system's tools are faster and only for development.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

/** Each worker holds LLVM as a wasm module (about 400 MB); more than two gain nothing on the build machines. */
const MAX_WORKERS = 2;

/** Runs `job` for at most `limit` callers at a time. */
function limited(limit, job) {
  let running = 0;
  const waiting = [];
  return async (...args) => {
    if (running >= limit) await new Promise((resolve) => waiting.push(resolve));
    running++;
    try {
      return await job(...args);
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

export function yowaspId() {
  const entry = createRequire(import.meta.url).resolve('@yowasp/clang');
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'));
  return `yowasp-clang ${version}`;
}

/** The worker is plain JavaScript: without the modules that `--import` names for the caller, which may need a loader. */
const PLAIN_SCRIPT = { execArgv: [] };

export function openYowaspToolchain() {
  /** @type {{ worker: Worker, busy: boolean }[]} */
  const pool = [];

  const run = limited(Math.min(MAX_WORKERS, os.availableParallelism()), (command, flags, files, output) => {
    let slot = pool.find((s) => !s.busy);
    if (!slot) {
      slot = { worker: new Worker(new URL('./yowasp-worker.mjs', import.meta.url), PLAIN_SCRIPT), busy: false };
      slot.worker.setMaxListeners(0);
      pool.push(slot);
    }
    slot.busy = true;
    const { worker } = slot;
    return new Promise((resolve, reject) => {
      const settle = (use, value) => {
        worker.off('message', onMessage);
        worker.off('error', onError);
        slot.busy = false;
        use(value);
      };
      const onMessage = (reply) =>
        reply.ok
          ? settle(resolve, Buffer.from(reply.bytes))
          : settle(reject, new Error(`${command} ${flags.join(' ')}\n${reply.messages}`));
      const onError = (error) => settle(reject, error);
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.postMessage({ command, flags, files, output });
    });
  });

  return {
    id: yowaspId(),
    compile: (flags, files) => run('clang', flags, files, 'out.o'),
    link: (flags, objects) => run('wasm-ld', [...flags, ...Object.keys(objects), '-o', 'out.wasm'], objects, 'out.wasm'),
    close: async () => void (await Promise.all(pool.map(({ worker }) => worker.terminate()))),
  };
}

/** Debian's names first, then the plain ones. */
const CLANGS = ['clang-14', 'clang'];
const LINKERS = ['wasm-ld-14', 'wasm-ld'];

function firstThatRuns(names) {
  for (const name of names) {
    try {
      return { name, version: execFileSync(name, ['--version'], { encoding: 'utf8' }).split('\n')[0] };
    } catch {
      continue; // not installed under this name
    }
  }
  throw new Error(`none of ${names.join(', ')} is installed`);
}

export function openSystemToolchain() {
  const clang = firstThatRuns(CLANGS);
  const linker = firstThatRuns(LINKERS);
  const runFile = promisify(execFile);
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'footlight-wasm-'));
  let serial = 0;

  const run = limited(os.availableParallelism(), async (tool, flags, files, output) => {
    const dir = path.join(temporary, String(serial++));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), content);
    }
    try {
      await runFile(tool, flags, { cwd: dir, maxBuffer: 1 << 26 });
    } catch (error) {
      throw new Error(`${tool} ${flags.join(' ')}\n${error.stderr ?? error}`, { cause: error });
    }
    const bytes = readFileSync(path.join(dir, output));
    rmSync(dir, { recursive: true });
    return bytes;
  });

  return {
    id: `${clang.version} ${linker.version}`,
    compile: (flags, files) => run(clang.name, flags, files, 'out.o'),
    link: (flags, objects) => run(linker.name, [...flags, ...Object.keys(objects), '-o', 'out.wasm'], objects, 'out.wasm'),
    close: async () => rmSync(temporary, { recursive: true, force: true }),
  };
}
