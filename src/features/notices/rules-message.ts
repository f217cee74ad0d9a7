import { messageLink } from '../../core/room/chat/message-link.ts';
import { pictureUrl } from '../../core/room/layout/picture-url.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import { showMsOf } from '../../core/room/feature/announcement-queue.ts';
import type { Announcement } from '../../core/room/feature/announcements.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';

/** Maximum number of characters; the strip has two lines, the full text is in the chat. */
const MAX_TITLE_CHARS = 24;
const MAX_TEXT_CHARS = 160;

export interface Notice extends Announcement {
  readonly level: NoticeLevel;
  readonly title: string;
  readonly text: string;
  /** '' for none. */
  readonly iconUrl: string;
  /** The linked room or page; '' for none. */
  readonly href: string;
  readonly isRoom: boolean;
}

/** Importance of a notice; the page styles each level. */
export const NOTICE_LEVELS = ['site', 'own', 'room', 'chat'] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** Notices of higher rank are shown first. `usualMs`: display time of a notice without one, in milliseconds. */
const LEVELS: Readonly<Record<NoticeLevel, { readonly rank: number; readonly usualMs: number }>> = {
  site: { rank: 3, usualMs: 15_000 },
  own: { rank: 2, usualMs: 15_000 },
  room: { rank: 1, usualMs: 10_000 },
  chat: { rank: 0, usualMs: 8_000 },
};

/**
 * Meaning of each message. `speaks`: its room number is the linked room (`of a room`), or the only room in which it is shown (`in a room`).
 * `strip`: which notices are shown in the strip besides the chat line.
 */
export const SOURCES = {
  'ceremony-notice': { level: 'site', speaks: 'of a room', strip: 'all' },
  'common-notice-all': { level: 'site', speaks: 'of a room', strip: 'all' },
  'common-notice': { level: 'room', speaks: 'of a room', strip: 'all' },
  'common-notice-room': { level: 'room', speaks: 'in a room', strip: 'all' },
  'public-notice-user': { level: 'own', speaks: 'in a room', strip: 'own' },
  'public-notice-link': { level: 'chat', speaks: 'in a room', strip: 'with a link' },
  'public-notice': { level: 'chat', speaks: 'in a room', strip: 'with a link' },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly level: NoticeLevel;
      readonly speaks: 'of a room' | 'in a room';
      readonly strip: 'all' | 'own' | 'with a link';
    }
  >
>;
export type NoticeSource = keyof typeof SOURCES;

/** Fields common to the messages of all sources. */
export interface NoticeBody {
  readonly roomId: number;
  readonly title: string;
  readonly content: string;
  readonly iconUrl: string;
  readonly link: string;
  readonly durationS?: number;
  readonly user?: { readonly userId: number } | null;
}

export interface NoticeReader {
  readonly roomId: number;
  /** 0: not logged in. */
  readonly userId: number;
}

interface ReadCase {
  readonly source: (typeof SOURCES)[NoticeSource];
  readonly hasText: boolean;
  readonly isElsewhere: boolean;
  readonly isOwn: boolean;
  readonly hasLink: boolean;
}

/** The first matching row applies. */
const RULES = [
  { why: 'it says nothing', isShown: false, when: (c) => !c.hasText },
  { why: 'it holds in another room', isShown: false, when: (c) => c.source.speaks === 'in a room' && c.isElsewhere },
  { why: 'it is for somebody else', isShown: false, when: (c) => c.source.strip === 'own' && !c.isOwn },
  { why: 'its line in the chat is enough', isShown: false, when: (c) => c.source.strip === 'with a link' && !c.hasLink },
  { why: 'it matters', isShown: true, when: () => true },
] as const satisfies readonly (Rule<ReadCase> & { readonly isShown: boolean })[];

export type ReadWhy = (typeof RULES)[number]['why'];
export const READ_WHYS: readonly ReadWhy[] = whysOf(RULES);

export function readNotice(
  name: NoticeSource,
  body: NoticeBody,
  reader: NoticeReader,
): { readonly notice: Notice | null; readonly why: ReadWhy } {
  const source = SOURCES[name];
  const title = shownText(body.title, MAX_TITLE_CHARS);
  const text = shownText(body.content, MAX_TEXT_CHARS);
  const href = messageLink(source.speaks === 'of a room' ? body.roomId : 0, body.link, reader.roomId);
  const { isShown, why } = firstRule(RULES, {
    source,
    hasText: title !== '' || text !== '',
    isElsewhere: body.roomId !== 0 && body.roomId !== reader.roomId,
    isOwn: reader.userId !== 0 && body.user?.userId === reader.userId,
    hasLink: href !== '',
  });
  if (!isShown) return { notice: null, why };
  const iconUrl = pictureUrl(body.iconUrl);
  const { rank, usualMs } = LEVELS[source.level];
  // These messages have no id, so a notice is identified by its content; one that arrives by two ways is shown once.
  const key = JSON.stringify([title, text, href]);
  const showMs = showMsOf(body.durationS ?? 0, usualMs);
  const notice = {
    key,
    rank,
    showMs,
    about: '',
    revision: 0,
    level: source.level,
    title,
    text,
    iconUrl,
    href,
    isRoom: href.startsWith('/'),
  };
  return { notice, why };
}
