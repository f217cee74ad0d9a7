import { PLAYER_KINDS, type PlayerKind } from '../../player/rules/names.ts';

/** Local storage key of the kind that played last; owned by the page, unlike `footlight.*`, which belongs to the room worker. */
const KIND_KEY = 'footlight-last-kind';

export function rememberKind(kind: PlayerKind): void {
  try {
    localStorage.setItem(KIND_KEY, kind);
  } catch {
    // Storage is forbidden: the next visit guesses.
  }
}

export function lastKind(): PlayerKind | undefined {
  try {
    const stored = localStorage.getItem(KIND_KEY);
    return PLAYER_KINDS.find((kind) => kind === stored);
  } catch {
    return undefined;
  }
}
