import { shownText } from './shown-text.ts';

/** Names longer than this are cut; in characters. */
const MAX_NAME_CHARS = 24;

/** A person of a message, as the page shows one. */
export interface ShownPerson {
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
}

export const shownPerson = (
  person: { readonly userId: number; readonly nickname: string; readonly userLogo: string } | null,
): ShownPerson => ({
  userId: person?.userId ?? 0,
  name: shownText(person?.nickname ?? '', MAX_NAME_CHARS),
  logo: person?.userLogo ?? '',
});

/** A time that a message gives, within bounds; `usualMs` for one that gives none. In milliseconds. */
export const lastingMs = (saidMs: number, usualMs: number, maxMs: number): number =>
  Number.isFinite(saidMs) && saidMs > 0 ? Math.min(saidMs, maxMs) : usualMs;
