import { hexOf, readAddress, readHash, RESOURCES } from '../../core/cache/resources.ts';
import { err, ok, type Failure, type Result } from '../../core/errors.ts';
import type { CacheFigures, DownloadProgress, ResourceWant } from './api.ts';
import { createDownloader, type DownloadPlatform } from './download.ts';
import { ResourceStore, type StorePlatform } from './store.ts';

export interface CachePlatform extends DownloadPlatform, StorePlatform {
  /** `https://host` of the page. */
  readonly origin: string;
  /** SHA-256; null if the browser has none (a page without HTTPS). */
  digest(bytes: ArrayBuffer): Promise<ArrayBuffer | null>;
}

export interface ResourceCache {
  getResource(url: string, want: ResourceWant): Promise<Result<Blob>>;
  figures(): Promise<CacheFigures>;
}

interface Job {
  readonly maxBytes: number;
  readonly answer: Promise<Result<Blob>>;
  readonly listeners: Set<(progress: DownloadProgress) => void>;
}

/** Concurrent requests for one resource share one download. */
export function createCache(platform: CachePlatform, onFailure: (failure: Failure) => void): ResourceCache {
  const store = new ResourceStore(platform, onFailure);
  const downloader = createDownloader(platform);
  const jobs = new Map<string, Job>();
  const counts = { hits: 0, downloads: 0, resumed: 0, evicted: 0, failures: 0 };

  async function fetchOne(
    url: string,
    hash: string | null,
    maxBytes: number,
    onProgress: (progress: DownloadProgress) => void,
  ): Promise<Result<Blob>> {
    const stored = await store.read(url, hash);
    if (stored !== null && stored.size <= maxBytes) {
      counts.hits++;
      return ok(stored);
    }
    for (const isFresh of [false, true]) {
      counts.downloads++;
      const answer = await downloader.download({ url, maxBytes, isFresh, onProgress, onResumed: () => void counts.resumed++ });
      if (!answer.ok) return answer;
      const verified = hash === null ? 'right' : await verify(answer.value, hash);
      // A resource that cannot be verified is used but not stored, because it must not count as verified later.
      if (verified === 'right') void store.write(url, hash, answer.value).then((evicted) => (counts.evicted += evicted));
      if (verified !== 'wrong') return answer;
    }
    return err('RESOURCE_BAD_HASH', url);
  }

  async function verify(blob: Blob, hash: string): Promise<'right' | 'wrong' | 'unknown'> {
    const digest = await platform.digest(await blob.arrayBuffer());
    if (digest === null) return 'unknown';
    return hexOf(new Uint8Array(digest)) === hash ? 'right' : 'wrong';
  }

  function begin(key: string, url: string, hash: string | null, maxBytes: number): Job {
    const listeners: Job['listeners'] = new Set();
    const answer = fetchOne(url, hash, maxBytes, (progress) => {
      for (const listener of listeners) listener(progress);
    })
      .catch((cause: unknown) => err('CACHE_UNAVAILABLE', String(cause)))
      .then((result) => {
        if (!result.ok) {
          counts.failures++;
          onFailure(result.error);
        }
        return result;
      })
      .finally(() => jobs.delete(key));
    const job = { maxBytes, answer, listeners };
    jobs.set(key, job);
    return job;
  }

  async function getResource(url: string, want: ResourceWant): Promise<Result<Blob>> {
    const { hash, maxBytes, progress } = want;
    const address = readAddress(url, platform.origin);
    if (!address.ok) return address;
    const wanted = hash === undefined ? ok(null) : readHash(hash);
    if (!wanted.ok) return wanted;
    const limit = Math.min(maxBytes, RESOURCES.maxResourceBytes);
    const key = `${wanted.value ?? ''} ${address.value}`;
    // The first request's limit applies to the download; a request with a lower limit compares afterwards, requests with a higher limit
    // share another download.
    const job = jobs.get(key) ?? begin(key, address.value, wanted.value, limit);
    const listen = (state: DownloadProgress): void => progress?.postMessage(state);
    if (progress !== undefined) job.listeners.add(listen);
    const answer = await job.answer;
    job.listeners.delete(listen);
    if (!answer.ok && answer.error.code === 'HTTP_TOO_LONG' && job.maxBytes < limit) return getResource(url, want);
    if (answer.ok && answer.value.size > limit) return err('HTTP_TOO_LONG', `${address.value}: ${answer.value.size} bytes`);
    return answer;
  }

  return { getResource, figures: async () => ({ ...counts, storedBytes: await store.storedBytes() }) };
}
