import { shownText } from '../layout/shown-text.ts';

/** Longer names are truncated; characters. */
const MAX_NAME_CHARS = 24;

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

/** Time left in a message; without one, until its `endTime`. `endTime` and `serverMs`: milliseconds since 1970 by the server's clock. */
export const leftMsOf = ({ leftMs, endTime }: { readonly leftMs: number; readonly endTime: number }, serverMs: number): number =>
  leftMs > 0 ? leftMs : Math.max(0, endTime - serverMs);

/** A duration from a message, limited to `maxMs`; `usualMs` for a message without one. Milliseconds. */
export const lastingMs = (announcedMs: number, usualMs: number, maxMs: number): number =>
  Number.isFinite(announcedMs) && announcedMs > 0 ? Math.min(announcedMs, maxMs) : usualMs;

/** The event of a machine that contains what a message says, under the name of the event; null: the message is not used. */
export const eventWith = <const Name extends string, Value>(name: Name, value: Value | null) =>
  value === null ? null : ({ type: name, [name]: value } as { readonly type: Name } & Readonly<Record<Name, Value>>);
