import '../../player/workers/boot.ts';
import { expose } from 'comlink';
import { cacheLogLine } from '../../core/cache/resources.ts';
import { done, ok, type Failure } from '../../core/errors.ts';
import { browserPlatform } from '../platform.ts';
import type { CacheApi } from './api.ts';
import { createCache, type CachePlatform } from './cache.ts';

/** Undefined on a page without HTTPS, contrary to the types. */
const subtle = Reflect.get(crypto, 'subtle') as SubtleCrypto | undefined;
const storage = Reflect.get(navigator, 'storage') as StorageManager | undefined;

const platform: CachePlatform = {
  nowMs: browserPlatform.nowMs,
  epochMs: browserPlatform.epochMs,
  after: browserPlatform.after,
  random: browserPlatform.random,
  fetch: browserPlatform.fetch,
  origin: location.origin,
  quotaBytes: async () => (await storage?.estimate())?.quota ?? null,
  digest: (bytes) => subtle?.digest('SHA-256', bytes) ?? Promise.resolve(null),
};

let failures: MessagePort | null = null;

function reportFailure(failure: Failure): void {
  console.warn(cacheLogLine(failure));
  failures?.postMessage(failure);
}

const cache = createCache(platform, reportFailure);

const api: CacheApi = {
  async start(port) {
    failures = port;
    return done;
  },
  getResource: (url, want) => cache.getResource(url, want),
  figures: async () => ok(await cache.figures()),
};

expose(api);
