import { shownText } from '../layout/shown-text.ts';
import { isAddress, withProtocol } from '../../../player/base/answer-fields.ts';
import { viewerPath } from '../start/route.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';

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

/** Longer addresses are ignored; characters. */
const MAX_LINK_CHARS = 2_048;

/**
 * Link target of a message: the room it names, else its own address; '' for none. Accepts only http and https, and no address with user
 * info, because that looks like another host. `addressOf`: `addressOfRoom` of the feature's context.
 */
export function messageLink(roomId: number, link: string, hereId: number, addressOf: (roomId: number) => string = viewerPath): string {
  if (Number.isSafeInteger(roomId) && roomId > 0 && roomId !== hereId) return addressOf(roomId);
  // With its protocol, because an address that begins with a slash is one of a room.
  const absolute = withProtocol(link);
  return absolute.length <= MAX_LINK_CHARS && WEB_ADDRESS.test(absolute) ? absolute : '';
}

/** After the host only the end, a path, a query or a fragment is accepted: no `@`, and no backslash, which browsers treat as a slash. */
const WEB_ADDRESS = /^https?:\/\/[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i;

/** Address of a picture or sound in a message; '' for anything else. */
export const mediaLink = (url: string | undefined): string => (url !== undefined && isAddress(url) ? url : '');

/** Largest expected delay of a message behind a later one; milliseconds. */
export const REORDER_WINDOW_MS = 30_000;

export interface Newest {
  readonly version: number;
  readonly atMs: number;
}

/** The version is the project's field: of messages without one the order of arrival decides. */
export const areUnversioned = (version: number, known: Newest | undefined): boolean => version === 0 && known?.version === 0;

/** Of a subject that another one has replaced: within the window no message of it is newer. */
export const replacedAt = (nowMs: number): Newest => ({ version: Infinity, atMs: nowMs });

/**
 * Whether a versioned state is newer than the known one; repeated and late messages are not. After the window a lower version is accepted,
 * because the server (or a recording) has restarted.
 */
export const isNewer = (version: number, known: Newest | null, nowMs: number): boolean =>
  known === null || version > known.version || nowMs - known.atMs > REORDER_WINDOW_MS;

const MAX_OPTIONS = 6;
const MAX_TITLE_CHARS = 80;
const MAX_OPTION_CHARS = 24;

interface QuizOption {
  readonly id: string;
  readonly text: string;
  /** False for all options until the server has sent the result. */
  readonly isRight: boolean;
  /** Number of viewers who chose it. */
  readonly count: number;
}
export interface Question {
  readonly questionId: number;
  readonly title: string;
  /** The song in question as audio; '' for none. */
  readonly songUrl: string;
  readonly options: readonly QuizOption[];
}

/** A question of a music guess or a music PK; null: no options. */
export function readQuestion(question: BodyOfMessage<'music-guess-status'>['question']): Question | null {
  if (question === null) return null;
  const options = question.options
    .filter(({ id }, at, all) => id !== '' && all.findIndex((other) => other.id === id) === at)
    .slice(0, MAX_OPTIONS)
    .map(({ id, text, right, count }) => ({ id, text: shownText(text, MAX_OPTION_CHARS), isRight: right, count: Math.max(0, count) }));
  return options.length < 2
    ? null
    : { questionId: question.questionId, title: shownText(question.title, MAX_TITLE_CHARS), songUrl: mediaLink(question.songUrl), options };
}
