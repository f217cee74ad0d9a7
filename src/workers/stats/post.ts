import { utf8Bytes, type ReportRequest } from '../../core/reports/beacons.ts';
import { retryAfterMs } from '../../player/base/backoff.ts';
import type { Platform } from '../platform.ts';
import type { PostResult } from './stats.ts';

/** Timeout of a report in milliseconds. */
const POST_TIMEOUT_MS = 10_000;
/** Keepalive requests share 64 KiB with the page's beacons: a larger request is sent without keepalive. */
const MAX_KEEPALIVE_BYTES = 16_384;
/** 4xx statuses after which a later attempt may succeed. */
const RETRIED_STATUSES: readonly number[] = [401, 403, 404, 408, 425, 429];

const isPage = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** Sends one request of reports. Never rejects. */
export async function postReport(
  { url, body, contentType }: ReportRequest,
  { fetch, after, epochMs }: Pick<Platform, 'fetch' | 'after' | 'epochMs'>,
): Promise<PostResult> {
  const abort = new AbortController();
  const cancel = after(POST_TIMEOUT_MS, () => abort.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
      credentials: 'same-origin',
      keepalive: utf8Bytes(body) <= MAX_KEEPALIVE_BYTES,
      signal: abort.signal,
    });
    // A captive portal answers every request with a page, which is no receipt.
    if (response.ok) return isPage(response) ? 'failed' : 'sent';
    if (response.status >= 400 && response.status < 500 && !RETRIED_STATUSES.includes(response.status)) return 'refused';
    const afterMs = retryAfterMs(response.headers.get('retry-after'), epochMs(), Date.parse);
    return afterMs === null ? 'failed' : { retryAfterMs: afterMs };
  } catch {
    return 'failed';
  } finally {
    cancel();
    // Releases the body, which is not read.
    abort.abort();
  }
}
