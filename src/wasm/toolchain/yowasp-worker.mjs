/** One LLVM per worker: it is a WebAssembly module itself and runs in the calling thread. */
import { commands } from '@yowasp/clang';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';

/** 'a/b.c' -> { a: { 'b.c': … } }, the shape of LLVM's virtual file system. */
function toTree(files) {
  const tree = {};
  for (const [name, content] of Object.entries(files)) {
    const parts = path.posix.normalize(name).split('/');
    let at = tree;
    for (const part of parts.slice(0, -1)) at = at[part] ??= {};
    at[parts.at(-1)] = content;
  }
  return tree;
}

parentPort.on('message', (job) => void run(job));

/** Never rejects: an error is the answer. */
async function run({ command, flags, files, output }) {
  let messages = '';
  const decoder = new TextDecoder();
  const stderr = (bytes) => {
    if (bytes) messages += decoder.decode(bytes, { stream: true });
  };
  try {
    const tree = await commands[command](flags, toTree(files), { stderr, stdout: stderr, fetchProgress: () => undefined });
    parentPort.postMessage({ ok: true, bytes: tree[output] });
  } catch (error) {
    parentPort.postMessage({ ok: false, messages: `${messages}${error instanceof Error ? error.message : error}` });
  }
}
