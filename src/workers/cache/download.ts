import { WAITS, waitMs } from '../../player/base/waits.ts';
import { readContinuation, RESOURCES, resumeHeaders, validatorOf, type Continuation, type Partial } from '../../core/cache/resources.ts';
import { err, type ErrorCode, ok } from '../../core/errors.ts';
import type { Platform } from '../platform.ts';
import type { DownloadProgress } from './api.ts';

export type DownloadPlatform = Pick<Platform, 'nowMs' | 'after' | 'fetch' | 'random'>;

export interface DownloadJob {
  readonly url: string;
  readonly maxBytes: number;
  /** Bypasses the browser's HTTP cache, because a cached copy did not match its hash. */
  readonly isFresh: boolean;
  onProgress(progress: DownloadProgress): void;
  onResumed(): void;
}

interface Chunks extends Partial {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly type: string;
}
const NOTHING: Chunks = { parts: [], receivedBytes: 0, validator: null, type: '' };

type Attempt =
  | { readonly name: 'done'; readonly chunks: Chunks }
  /** The connection broke; the received bytes may be continued. */
  | { readonly name: 'broken'; readonly chunks: Chunks; readonly detail: string }
  | { readonly name: 'refused'; readonly code: ErrorCode; readonly detail: string };

export function createDownloader(platform: DownloadPlatform) {
  /** Received bytes of downloads that ran out of time: the next request resumes them. Oldest first. */
  const partials = new Map<string, Chunks>();

  function keepPartial(url: string, chunks: Chunks): void {
    partials.delete(url);
    if (chunks.receivedBytes === 0 || chunks.validator === null) return;
    partials.set(url, chunks);
    trimPartials(partials);
  }

  async function connect(job: DownloadJob, before: Chunks, signal: AbortSignal): Promise<Attempt> {
    let chunks = before;
    try {
      const response = await platform.fetch(job.url, {
        headers: resumeHeaders(before),
        credentials: 'same-origin',
        cache: job.isFresh ? 'reload' : 'default',
        signal,
      });
      const { headers, status, body } = response;
      const continuation = readContinuation(status, headers.get('content-range'), headers.get('content-length'), before.receivedBytes);
      const start = startOf(continuation, before, response, job.maxBytes);
      if (!start.ok) return start.attempt;
      if (continuation.name === 'rest') job.onResumed();
      chunks = start.chunks;
      const reader = body?.getReader();
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done || value === undefined) break;
        if (chunks.receivedBytes + value.byteLength > job.maxBytes) {
          await reader?.cancel();
          return { name: 'refused', code: 'HTTP_TOO_LONG', detail: `over ${job.maxBytes} bytes` };
        }
        chunks = { ...chunks, parts: [...chunks.parts, value], receivedBytes: chunks.receivedBytes + value.byteLength };
        job.onProgress({ receivedBytes: chunks.receivedBytes, totalBytes: start.totalBytes });
      }
      // A server that crashes during a response may end the body normally.
      if (start.totalBytes !== null && !headers.has('content-encoding') && chunks.receivedBytes < start.totalBytes)
        return { name: 'broken', chunks, detail: `${chunks.receivedBytes} of ${start.totalBytes} bytes` };
      return { name: 'done', chunks };
    } catch (cause) {
      return { name: 'broken', chunks, detail: String(cause) };
    }
  }

  return {
    /** One download, with as many connections as fit its time limit. Never rejects. */
    async download(job: DownloadJob) {
      const abort = new AbortController();
      const untilMs = platform.nowMs() + RESOURCES.downloadTimeoutMs;
      const cancel = platform.after(RESOURCES.downloadTimeoutMs, () => abort.abort());
      let chunks = job.isFresh ? NOTHING : (partials.get(job.url) ?? NOTHING);
      let detail = '';
      try {
        for (let attempt = 1; attempt <= RESOURCES.maxAttempts && !abort.signal.aborted; attempt++) {
          const result = await connect(job, chunks, abort.signal);
          if (result.name === 'done') {
            partials.delete(job.url);
            return ok(new Blob([...result.chunks.parts], { type: result.chunks.type }));
          }
          if (result.name === 'refused') {
            partials.delete(job.url);
            return err(result.code, `${job.url}: ${result.detail}`);
          }
          ({ chunks, detail } = result);
          if (attempt < RESOURCES.maxAttempts && platform.nowMs() < untilMs)
            await pause(platform, waitMs(WAITS.resource, attempt, platform.random()), abort.signal);
        }
        keepPartial(job.url, chunks);
        return abort.signal.aborted
          ? err('HTTP_TIMEOUT', `${job.url}: ${RESOURCES.downloadTimeoutMs} ms`)
          : err('HTTP_NETWORK', `${job.url}: ${detail}`);
      } finally {
        cancel();
        abort.abort();
      }
    },
  };
}

/** Removes the oldest beyond the bound. */
function trimPartials(partials: Map<string, Partial>): void {
  let bytes = [...partials.values()].reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
  for (const [oldest, { receivedBytes }] of partials) {
    if (bytes <= RESOURCES.maxPartialBytes) return;
    partials.delete(oldest);
    bytes -= receivedBytes;
  }
}

type Start =
  | { readonly ok: true; readonly chunks: Chunks; readonly totalBytes: number | null }
  | { readonly ok: false; readonly attempt: Attempt };

/** Received bytes that the body continues. A refusal (4xx) is final; a server error may be temporary. */
function startOf(continuation: Continuation, before: Chunks, { headers, status }: Response, maxBytes: number): Start {
  if (continuation.name === 'bad') {
    // 416: more bytes were received than the file has now.
    if (status === 206 || status === 416) return { ok: false, attempt: { name: 'broken', chunks: NOTHING, detail: continuation.detail } };
    if (status >= 500 || status === 408 || status === 429)
      return { ok: false, attempt: { name: 'broken', chunks: before, detail: continuation.detail } };
    return { ok: false, attempt: { name: 'refused', code: 'HTTP_STATUS', detail: continuation.detail } };
  }
  const { totalBytes } = continuation;
  if (totalBytes !== null && totalBytes > maxBytes)
    return { ok: false, attempt: { name: 'refused', code: 'HTTP_TOO_LONG', detail: `${totalBytes} bytes` } };
  if (continuation.name === 'rest') return { ok: true, chunks: before, totalBytes };
  const type = headers.get('content-type') ?? '';
  return { ok: true, chunks: { ...NOTHING, validator: validatorOf(headers.get('etag'), headers.get('last-modified')), type }, totalBytes };
}

function pause(platform: DownloadPlatform, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = platform.after(ms, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}
