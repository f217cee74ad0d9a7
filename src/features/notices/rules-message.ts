import { messageLink } from '../../core/room/message-link.ts';
import { pictureUrl } from '../../core/room/picture-url.ts';
import { shownText } from '../../core/room/shown-text.ts';
import { showMsOf } from '../../core/room/announcement-queue.ts';
import type { Announcement } from '../../core/room/announcements.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';

/** Longer texts are cut: the strip is two lines, the whole of it stands in the chat; in characters. */
const MAX_TITLE_CHARS = 24;
const MAX_TEXT_CHARS = 160;

export interface Notice extends Announcement {
  readonly level: NoticeLevel;
  readonly title: string;
  readonly text: string;
  /** '' for none. */
  readonly iconUrl: string;
  /** The room or page that it speaks of; '' for none. */
  readonly href: string;
  readonly isRoom: boolean;
}

/** How much it matters; the page marks each. */
export const NOTICE_LEVELS = ['site', 'own', 'room', 'chat'] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** The higher rank goes first. How long it stands when it does not say, in milliseconds. */
const LEVELS: Readonly<Record<NoticeLevel, { readonly rank: number; readonly usualMs: number }>> = {
  site: { rank: 3, usualMs: 15_000 },
  own: { rank: 2, usualMs: 15_000 },
  room: { rank: 1, usualMs: 10_000 },
  chat: { rank: 0, usualMs: 8_000 },
};

/**
 * What each message means to a viewer. `speaks`: its room number says where it leads, or in which room it holds. `strip`: which of them are
 * more than a line of the chat.
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

/** What the messages of all sources have in common. */
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

/** First row that holds decides. */
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
  // No message of these has a number: it is known by what it says, so that one that comes by two ways is shown once.
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
