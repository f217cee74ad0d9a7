import { transfer } from 'comlink';
import type { Failure, Result } from '../../core/result.ts';
import type { CacheApi, CacheFigures, DownloadProgress } from '../../workers/cache/api.ts';
import { heartbeats } from '../../page/heartbeat.ts';
import { spawn, type Spawned } from '../../page/spawn.ts';

export interface Want {
  readonly hash?: string;
  readonly maxBytes: number;
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/**
 * P12: resources of gifts, mounts and emoji, through the cache worker. Loaded by the features that need it: the worker starts with the
 * first resource. After a crash it is started again for the next resource.
 */
export interface Resources {
  getResource(url: string, want: Want): Promise<Result<Blob>>;
  figures(): Promise<Result<CacheFigures>>;
}

/** A download takes up to 30 s (core/cache/resources.ts), and a second one follows if the hash does not match. */
const CALL_DEADLINE_MS = 70_000;

/** `onFailure` also receives failures of the store, which do not fail a request. */
export function createResources(onFailure: (failure: Failure) => void): Resources {
  let worker: Spawned<CacheApi> | null = null;

  function running(): Spawned<CacheApi> {
    if (worker !== null) return worker;
    const spawned = spawn<CacheApi>(
      'cache',
      () => new Worker(new URL('../../workers/cache/worker.ts', import.meta.url), { type: 'module', name: 'cache' }),
      CALL_DEADLINE_MS,
    );
    worker = spawned;
    heartbeats.watch(spawned);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', (event: MessageEvent<Failure>) => onFailure(event.data));
    port1.start();
    void spawned.call((api) => api.start(transfer(port2, [port2])));
    void spawned.died.then(() => {
      if (worker === spawned) worker = null;
      port1.close();
      spawned.terminate();
    });
    return spawned;
  }

  return {
    async getResource(url, wanted) {
      const { hash, maxBytes } = wanted;
      const want = { maxBytes, ...(hash !== undefined && { hash }) };
      if (wanted.onProgress === undefined) return running().call((api) => api.getResource(url, want));
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', (event: MessageEvent<DownloadProgress>) => wanted.onProgress?.(event.data));
      port1.start();
      const answer = await running().call((api) => api.getResource(url, transfer({ ...want, progress: port2 }, [port2])));
      port1.close();
      return answer;
    },
    figures: () => running().call((api) => api.figures()),
  };
}
