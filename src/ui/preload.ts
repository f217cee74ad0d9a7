import { beginAhead } from '../player/kinds/h264.ts';
import { offerWorkers } from '../player/kinds/prepared-workers.ts';
import { DEFAULT_PLAYER_CONFIG } from '../player/rules/constants.ts';
import type { PlayerKind } from '../player/rules/names.ts';
import { decodingHere } from '../player/rules/stored-visits.ts';
import { lastKind } from './last-kind.ts';
import { readRemembered } from './page-input.ts';

const AHEAD: Readonly<Record<PlayerKind, () => unknown>> = {
  h264: beginAhead,
  'h265-native': beginAhead,
  h265: async () => (await import('../player/kinds/h265.ts')).beginAhead(threadsHere()),
  webrtc: () => import('../player/kinds/webrtc.ts'),
};

/** As the player will open its decoder (player/rules/play-command.ts): another number opens another one. */
function threadsHere(): number {
  const here = { cores: navigator.hardwareConcurrency, sharesMemory: globalThis.crossOriginIsolated, oneThreadMs: null };
  return decodingHere(readRemembered, here, DEFAULT_PLAYER_CONFIG.numbers).threads?.threads ?? 1;
}

/** Of a first visit that may play H265 as well: so long it waits for the answers that say what it plays. */
const GUESS_MS = 50;

/**
 * Loads the player that will most likely be chosen, while the room asks what it plays. A wrong guess costs its bytes, and for some seconds its
 * workers: a first visit that may play H265 as well is told by the answers which to begin (opening.ts), and where they take long only loads what H265 takes.
 */
export function preloadPlayer(answers: Promise<unknown>): void {
  offerWorkers(window.firstWorkers);
  const kind = lastKind() ?? (globalThis.crossOriginIsolated ? undefined : 'h264');
  if (kind === undefined) {
    const timer = setTimeout(() => void import('../player/kinds/h265.ts').catch(() => undefined), GUESS_MS);
    void answers.then(() => clearTimeout(timer));
    return;
  }
  // Asked for again, and reported, when it is chosen. What throws at once is a rejection too: the room opens in any case.
  new Promise((resolve) => {
    resolve(AHEAD[kind]());
  }).catch(() => undefined);
}
