import { utf8Bytes } from '../../core/reports/beacons.ts';
import type { ReportRequest } from '../../core/reports/endpoints.ts';
import type { Platform } from '../platform.ts';
import type { PostResult } from './stats.ts';

/** Timeout of a report in milliseconds. */
const POST_TIMEOUT_MS = 10_000;
/** Keepalive requests share 64 KiB with the page's beacons: a larger request is sent without keepalive. */
const MAX_KEEPALIVE_BYTES = 16_384;
/** 4xx statuses after which a later attempt may succeed. */
const RETRIED_STATUSES: readonly number[] = [401, 403, 404, 408, 425, 429];

/** Sends one request of reports. Never rejects. */
export async function postReport(
  { url, body, contentType }: ReportRequest,
  { fetch, after }: Pick<Platform, 'fetch' | 'after'>,
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
    if (response.ok) return 'sent';
    return response.status >= 400 && response.status < 500 && !RETRIED_STATUSES.includes(response.status) ? 'refused' : 'failed';
  } catch {
    return 'failed';
  } finally {
    cancel();
    // Releases the body, which is not read.
    abort.abort();
  }
}
