import { loadEngine } from '../../player/kinds/mpegts/load.ts';
import { offerWorkers } from '../../player/kinds/player-start.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../player/rules/constants.ts';
import type { PlayerKind } from '../../player/rules/names.ts';
import { decodingHere } from '../../player/rules/recovery/stored-visits.ts';
import { lastKind } from './last-kind.ts';
import { readRemembered } from '../page/page-input.ts';

const AHEAD: Readonly<Record<PlayerKind, () => unknown>> = {
  h264: loadEngine,
  'h265-native': loadEngine,
  h265: async () => (await import('../../player/kinds/h265.ts')).beginAhead(threadsHere()),
  webrtc: () => import('../../player/kinds/webrtc.ts'),
};

/**
 * The number of threads with which the player will open its decoder (player/rules/recovery/orders.ts). A decoder that was prepared
 * for another number is not used.
 */
function threadsHere(): number {
  const here = { cores: navigator.hardwareConcurrency, sharesMemory: globalThis.crossOriginIsolated, oneThreadMs: null };
  return decodingHere(readRemembered, here, DEFAULT_PLAYER_CONFIG.numbers).threads?.threads ?? 1;
}

/** Wait for the answers on a first visit that may play H265. */
const GUESS_MS = 50;

/**
 * Loads the most likely player while the room requests its addresses. A wrong guess costs the bytes and, for some seconds, the workers. On
 * a first visit that may play H265 the answers decide which workers to start (opening.ts); if they are slow, only the files of H265 are
 * loaded.
 */
export function preloadPlayer(answers: Promise<unknown>): void {
  offerWorkers(window.firstWorkers);
  const kind = lastKind() ?? (globalThis.crossOriginIsolated ? undefined : 'h264');
  if (kind === undefined) {
    const timer = setTimeout(() => void import('../../player/kinds/h265.ts').catch(() => undefined), GUESS_MS);
    void answers.then(() => clearTimeout(timer));
    return;
  }
  // The import is repeated, and its failure reported, when the kind is chosen. A synchronous throw becomes a rejection too, so that the
  // room always opens.
  new Promise((resolve) => {
    resolve(AHEAD[kind]());
  }).catch(() => undefined);
}
