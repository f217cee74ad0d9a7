/** mpegts.js is 35 kB after gzip and only H264 and native H265 need it, so it is a chunk of its own. */
import type * as Engine from './engine.ts';

export type EngineModule = Pick<typeof Engine, 'openEngine'>;

let loaded: EngineModule | null = null;

export async function loadEngine(): Promise<EngineModule> {
  loaded ??= await import('./engine.ts');
  return loaded;
}

/** A player is constructed synchronously, after `loadEngine` has resolved (player-registry.ts). */
export function loadedEngine(): EngineModule {
  if (loaded === null) throw new Error('mpegts.js was not loaded');
  return loaded;
}
