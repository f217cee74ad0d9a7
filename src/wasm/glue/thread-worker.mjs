/**
 * A thread of the decoder: the same module and memory as the thread that calls the API, its own stack and TLS block.
 * Plain JavaScript, because Node runs it without a build and browsers through the bundler.
 *
 * in:  { module, memory, decoder, index, stack, stackBytes }   once
 * out: { kind: 'ready' }, then nothing until hevc_threads_stop; { kind: 'trapped', detail }
 */

function run({ module, memory, decoder, index, stack, stackBytes }, post) {
  let exports;
  try {
    exports = new WebAssembly.Instance(module, { env: { memory } }).exports;
    const tlsBytes = exports.__tls_size?.value ?? 0;
    const align = Math.max(exports.__tls_align?.value ?? 1, 16);
    exports.__stack_pointer.value = (stack + stackBytes) & -16; // Grows down, towards the TLS block.
    if (tlsBytes > 0) exports.__wasm_init_tls((stack + align - 1) & -align);
    post({ kind: 'ready' });
    exports.hevc_thread_main(decoder, index);
  } catch (error) {
    if (exports) exports.__stack_pointer.value = (stack + stackBytes) & -16;
    exports?.hevc_thread_died?.(decoder, index);
    post({ kind: 'trapped', detail: String(error) });
  }
}

if (typeof globalThis.postMessage === 'function') {
  const post = (message) => globalThis.postMessage(message);
  globalThis.addEventListener('message', ({ data }) => run(data, post), { once: true });
} else {
  const { parentPort } = globalThis.process.getBuiltinModule('node:worker_threads');
  parentPort.once('message', (data) => run(data, (message) => parentPort.postMessage(message)));
}

export default run; // Not imported by any module; marks this file as a module for tools.
