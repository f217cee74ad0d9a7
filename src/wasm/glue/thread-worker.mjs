/**
 * A thread of the decoder: the same module and memory as the thread that calls the API, its own stack and TLS block.
 * Plain JavaScript, because Node runs it as it stands and browsers through the bundler.
 *
 * in:  { module, memory, decoder, index, stack, stackBytes }   once
 * out: { kind: 'ready' }, then nothing until hevc_threads_stop; { kind: 'trapped', detail }
 */

const port = globalThis.postMessage
  ? {
      listen: (use) => globalThis.addEventListener('message', (event) => use(event.data), { once: true }),
      post: (message) => globalThis.postMessage(message),
    }
  : await (async () => {
      const name = 'node:worker_threads'; // a variable, so that no bundler takes it along
      const { parentPort } = await import(/* @vite-ignore */ name);
      return {
        listen: (use) => parentPort.once('message', use),
        post: (message) => parentPort.postMessage(message),
      };
    })();

port.listen(({ module, memory, decoder, index, stack, stackBytes }) => {
  let exports;
  try {
    exports = new WebAssembly.Instance(module, { env: { memory } }).exports;
    const tlsBytes = exports.__tls_size?.value ?? 0;
    const align = Math.max(exports.__tls_align?.value ?? 1, 16);
    exports.__stack_pointer.value = (stack + stackBytes) & -16; // grows down, towards the TLS block
    if (tlsBytes > 0) exports.__wasm_init_tls((stack + align - 1) & -align);
    port.post({ kind: 'ready' });
    exports.hevc_thread_main(decoder, index);
  } catch (error) {
    if (exports) exports.__stack_pointer.value = (stack + stackBytes) & -16;
    exports?.hevc_thread_died?.(decoder, index);
    port.post({ kind: 'trapped', detail: String(error) });
  }
});
