/**
 * Client script for pages in a frame of the room. Load it with a <script> element; it makes `window.footlightFrame`.
 *
 *   footlightFrame.ready();                        // takes the loading cover away; pages that wait for it must call it within 10 s
 *   const { roomId, userId } = await footlightFrame.info();
 *   await footlightFrame.toast('Hello');
 *   footlightFrame.close();
 *
 * Each call is a Promise. It is rejected with an Error after 1000 ms without an answer, 5000 ms for `ajax`.
 * Types: frame-client.d.ts. Licence: MIT.
 */
(() => {
  const VERSION = 1;
  const CALLBACK_TIMEOUT_MS = 1000;
  const AJAX_TIMEOUT_MS = 5000;

  /** @type {Map<number, { resolve(value: unknown): void, reject(cause: Error): void }>} */
  const waiting = new Map();
  let lastId = 0;

  /**
   * Origin of the embedding page, or '*' if the browser does not report it. Both reach the same page, because a frame ends when its embedding
   * page changes. The referrer is not used: it is the previous page of this frame after a link inside the frame. 'null' is the origin of a
   * page that embeds the frame without a referrer.
   */
  function parentOrigin() {
    const origin = location.ancestorOrigins?.[0] ?? 'null';
    return origin === 'null' ? '*' : origin;
  }

  /**
   * @param {string} cmd
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<unknown>}
   */
  function call(cmd, fields = {}) {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const limitMs = cmd === 'ajax' ? AJAX_TIMEOUT_MS : CALLBACK_TIMEOUT_MS;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${cmd}: no answer in ${limitMs} ms`));
      }, limitMs);
      waiting.set(id, {
        resolve(value) {
          clearTimeout(timer);
          resolve(value);
        },
        reject(cause) {
          clearTimeout(timer);
          reject(cause);
        },
      });
      parent.postMessage({ footlight: VERSION, id, cmd, ...fields }, parentOrigin());
    });
  }

  addEventListener('message', (event) => {
    // Only messages of the embedding page are answers.
    if (event.source !== parent) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || data.footlight !== VERSION || typeof data.re !== 'number') return;
    const call = waiting.get(data.re);
    if (call === undefined) return;
    waiting.delete(data.re);
    if (data.ok === true) call.resolve(data.value);
    else call.reject(new Error(String(data.error)));
  });

  /** @type {import('./frame-client.js').FrameClient} */
  const client = {
    version: VERSION,
    ready: () => call('ready').then(() => undefined),
    close: () => call('close').then(() => undefined),
    hide: () => call('hide').then(() => undefined),
    info: () => /** @type {Promise<import('./frame-client.js').FrameInfo>} */ (call('info')),
    login: () => call('login').then(() => undefined),
    toast: (text) => call('toast', { text }).then(() => undefined),
    open: (key) => call('open', { key }).then(() => undefined),
    ajax: (path) => call('ajax', { path }),
  };
  // The room does not receive key events of this page. Safari reports a key of the input method only by the key code 229.
  addEventListener('keydown', (event) => {
    const isOfInputMethod = event.isComposing || event.keyCode === 229;
    if (event.key === 'Escape' && !event.defaultPrevented && !isOfInputMethod) call('escape').catch(() => undefined);
  });
  Object.defineProperty(window, 'footlightFrame', { value: client });
})();
