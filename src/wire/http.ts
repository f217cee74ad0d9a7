import type { MonitoredCall } from '../core/reports/ajax-monitor.ts';
import { retryAfterMs } from '../player/base/waits.ts';
import { err, type ErrorCode, ok, type Result } from '../core/errors.ts';
import { readBounded } from '../player/base/bounded-read.ts';
import { describe } from '../player/base/errors.ts';
import { unwrapCallback } from '../core/room/feature/callback-text.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /**
   * `include` sends cookies to other origins too: for the ad query (P8), and for calls in callback style, for which a script element would
   * have sent them (docs/deploy.md).
   */
  readonly credentials: 'include' | 'same-origin';
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The query of an address, from names and values. */
export const queryOf = (pairs: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(pairs).map(([key, value]) => [key, String(value)])).toString();

/** One request, no retry: the caller decides about retries. Never rejects. */
export async function fetchJson(request: Request, fetcher: typeof fetch = fetch): Promise<Result<unknown>> {
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, request.timeoutMs);
  const where = request.url.split('?', 1)[0] ?? '';
  const fail = (code: ErrorCode, detail: string): Result<never> => err(code, `${where}: ${detail}`);
  try {
    const response = await fetcher(request.url, {
      method: request.method,
      credentials: request.credentials,
      cache: 'no-store',
      signal: abort.signal,
      ...(request.body && { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) {
      const afterMs = retryAfterMs(response.headers.get('retry-after'), Date.now(), Date.parse);
      const { status } = response;
      return {
        ok: false,
        error: { code: 'HTTP_STATUS', detail: `${where}: ${status}`, status, ...(afterMs && { retryAfterMs: afterMs }) },
      };
    }
    const bytes = await readBounded(response.body, request.maxBytes);
    if (bytes === null) return fail('HTTP_TOO_LONG', `over ${request.maxBytes} bytes`);
    const parsed = unwrapCallback(new TextDecoder().decode(bytes));
    return parsed.ok ? ok(parsed.value) : fail(parsed.error.code, parsed.error.detail);
  } catch (cause) {
    return isLate ? fail('HTTP_TIMEOUT', `${request.timeoutMs} ms`) : fail('HTTP_NETWORK', describe(cause, 200));
  } finally {
    clearTimeout(timer);
    // Also cancels a response body that was not fully read.
    abort.abort();
  }
}

/** A call that is passed to the ajax monitor (S33): the stats worker decides which calls are reported. */
export async function monitoredJson(
  request: Request,
  platform: { readonly fetch: typeof fetch; readonly nowMs: () => number },
  onCall: (call: MonitoredCall) => void,
): Promise<Result<unknown>> {
  const sinceMs = platform.nowMs();
  const answer = await fetchJson(request, platform.fetch);
  onCall({ method: request.method, path: pathOf(request.url), status: statusOf(answer), tookMs: platform.nowMs() - sinceMs });
  return answer;
}

/** An invalid response counts as answered; `status` is set if it was not 2xx. */
function statusOf(answer: Result<unknown>): number {
  if (answer.ok) return ANSWERED;
  const { code, status } = answer.error;
  if (status !== undefined) return status;
  return code === 'HTTP_TIMEOUT' || code === 'HTTP_NETWORK' ? 0 : ANSWERED;
}
const ANSWERED = 200;

const pathOf = (url: string): string => url.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
