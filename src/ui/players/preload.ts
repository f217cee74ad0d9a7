import type { PlayerKind } from '../../core/player/names.ts';
import { beginAhead } from './h264.ts';
import { lastKind } from './last-kind.ts';

const AHEAD: Readonly<Record<PlayerKind, () => unknown>> = {
  h264: beginAhead,
  'h265-native': beginAhead,
  h265: async () => (await import('./h265.ts')).beginAhead(),
  webrtc: () => import('./webrtc.ts'),
};

/** Of a first visit that may play H265 as well: so long it waits for the answers that say what it plays. */
const GUESS_MS = 50;

/**
 * Loads the player that will most likely be chosen, while the room asks what it plays. A wrong guess costs its bytes, and for some seconds its
 * workers: a first visit that may play H265 as well is told by the answers which to begin (opening.ts), and where they take long only loads what H265 takes.
 */
export function preloadPlayer(answers: Promise<unknown>): void {
  const kind = lastKind() ?? (globalThis.crossOriginIsolated ? undefined : 'h264');
  if (kind === undefined) {
    const timer = setTimeout(() => void import('./h265.ts').catch(() => undefined), GUESS_MS);
    void answers.then(() => clearTimeout(timer));
    return;
  }
  // Asked for again, and reported, when it is chosen. What throws at once is a rejection too: the room opens in any case.
  new Promise((resolve) => {
    resolve(AHEAD[kind]());
  }).catch(() => undefined);
}
