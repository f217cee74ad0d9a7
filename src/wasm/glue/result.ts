/** Results of the decoder's functions. Plain data, so that structured clone works. */

/** All named failures of the decoder. A code is never renamed and never reused. */
export const HEVC_ERRORS = {
  DECODER_UNSUPPORTED: 'the stream needs a profile or a tool outside Main, Main 10 and Main Still Picture',
  DECODER_DAMAGED: 'the bytes break the syntax, or a reference is missing; the next key picture decodes',
  DECODER_LIMIT: 'the stream or an access unit is larger than the limits given to open()',
  DECODER_MEMORY: 'the memory could not grow to what the stream needs',
  DECODER_TRAPPED: 'the module stopped; it is rebuilt and goes on at the next key picture',
  DECODER_ARGUMENT: 'a call with a wrong argument or out of order',
  MODULE_LOAD_FAILED: 'the WebAssembly module could not be fetched or compiled',
} as const;

export type HevcErrorCode = keyof typeof HEVC_ERRORS;

export interface HevcFailure {
  readonly code: HevcErrorCode;
  readonly detail: string;
}

export type HevcResult<T = void> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: HevcFailure };

export const ok = <T>(value: T): HevcResult<T> => ({ ok: true, value });
export const done: HevcResult = { ok: true, value: undefined };
export const err = (code: HevcErrorCode, detail = ''): HevcResult<never> => ({ ok: false, error: { code, detail } });

/** Runs `task` in a separate task, also in a hidden tab, where timers run only once a second. */
export function queueTask(task: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => void };
  if (setImmediate) {
    setImmediate(task);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
}

export const nextTask = (): Promise<void> => new Promise(queueTask);
