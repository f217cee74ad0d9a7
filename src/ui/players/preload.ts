import { PLAYER_KINDS, type PlayerKind } from '../../core/player/names.ts';
import { PLAYERS } from './player-registry.ts';

/** Local storage key of the kind that played last; the page's own, unlike `footlight.*`, which the room worker keeps. */
const KIND_KEY = 'footlight-last-kind';
/** What most rooms play in most browsers. */
const FIRST_KIND: PlayerKind = 'h264';

/** Loads the player that will most likely be chosen, while the room asks what it plays. A wrong guess costs its bytes and nothing else. */
export function preloadPlayer(): void {
  const kind = lastKind() ?? FIRST_KIND;
  // Asked for again, and reported, when it is chosen.
  const loading = kind === 'h265' ? import('./h265.ts').then(({ beginAhead }) => beginAhead()) : PLAYERS[kind]?.();
  loading?.catch(() => undefined);
}

export function rememberKind(kind: PlayerKind): void {
  try {
    localStorage.setItem(KIND_KEY, kind);
  } catch {
    // Storage is forbidden: the next visit guesses.
  }
}

function lastKind(): PlayerKind | undefined {
  try {
    const stored = localStorage.getItem(KIND_KEY);
    return PLAYER_KINDS.find((kind) => kind === stored);
  } catch {
    return undefined;
  }
}
