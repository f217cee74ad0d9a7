import type { ErrorCode } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { unwrapCallback } from '../core/room/callback-text.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** `include` sends cookies to other origins too (document 1, section 7: the ad query). */
  readonly credentials: 'include' | 'same-origin';
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One request, no retry: whoever asks decides whether to ask again. Never rejects. */
export async function fetchJson(request: Request, ask: typeof fetch = fetch): Promise<Result<unknown>> {
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, request.timeoutMs);
  const where = request.url.replace(/\?.*$/, '');
  const fail = (code: ErrorCode, detail: string): Result<never> => err(code, `${where}: ${detail}`);
  try {
    const response = await ask(request.url, {
      method: request.method,
      credentials: request.credentials,
      cache: 'no-store',
      signal: abort.signal,
      ...(request.body && { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) return fail('HTTP_STATUS', String(response.status));
    const text = await readBounded(response, request.maxBytes);
    if (text === null) return fail('HTTP_TOO_LONG', `over ${request.maxBytes} bytes`);
    const parsed = unwrapCallback(text);
    return parsed.ok ? ok(parsed.value) : fail(parsed.error.code, parsed.error.detail);
  } catch (cause) {
    return isLate ? fail('HTTP_TIMEOUT', `${request.timeoutMs} ms`) : fail('HTTP_NETWORK', String(cause));
  } finally {
    clearTimeout(timer);
    // Also lets go of a body that was not read to its end.
    abort.abort();
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(value, { stream: true });
  }
}
