import { type Announcement, type AnnouncementView, showMsOf } from '../../core/room/feature/announcements.ts';
import { messageLink } from '../../core/room/feature/feature-message.ts';
import { pictureUrl, shownText } from '../../core/room/layout/shown-text.ts';
import { firstRule, reasonsOf, type Rule } from '../../player/base/machine.ts';
import { type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of characters; the strip has two lines, the full text is in the chat. */
const MAX_TITLE_CHARS = 24;
const MAX_TEXT_CHARS = 160;

interface Notice extends Announcement {
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
type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** Notices of higher rank are shown first. `usualMs`: display time of a notice without one, in milliseconds. */
const LEVELS: Readonly<Record<NoticeLevel, { readonly rank: number; readonly usualMs: number }>> = {
  site: { rank: 3, usualMs: 15_000 },
  own: { rank: 2, usualMs: 15_000 },
  room: { rank: 1, usualMs: 10_000 },
  chat: { rank: 0, usualMs: 8_000 },
};

/**
 * Meaning of each message. `hasRoomLink`: its room number is the target of a link, otherwise the room of the notice, which is this one.
 * `strip`: which notices are shown in the strip besides the chat line.
 */
export const SOURCES = {
  'ceremony-notice': { level: 'site', hasRoomLink: true, strip: 'all' },
  'common-notice-all': { level: 'site', hasRoomLink: true, strip: 'all' },
  'common-notice': { level: 'room', hasRoomLink: true, strip: 'all' },
  'common-notice-room': { level: 'room', hasRoomLink: false, strip: 'all' },
  'public-notice-user': { level: 'own', hasRoomLink: false, strip: 'own' },
  'public-notice-link': { level: 'chat', hasRoomLink: false, strip: 'with a link' },
  'public-notice': { level: 'chat', hasRoomLink: false, strip: 'with a link' },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly level: NoticeLevel;
      readonly hasRoomLink: boolean;
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

interface NoticeReader {
  readonly roomId: number;
  /** 0: not logged in. */
  readonly userId: number;
  readonly addressOfRoom?: (roomId: number) => string;
}

interface ReadCase {
  readonly source: (typeof SOURCES)[NoticeSource];
  readonly hasText: boolean;
  readonly isOwn: boolean;
  readonly hasLink: boolean;
}

const RULES = [
  { why: 'it says nothing', isShown: false, when: (c) => !c.hasText },
  { why: 'it is for somebody else', isShown: false, when: (c) => c.source.strip === 'own' && !c.isOwn },
  { why: 'its line in the chat is enough', isShown: false, when: (c) => c.source.strip === 'with a link' && !c.hasLink },
  { why: 'it matters', isShown: true, when: () => true },
] as const satisfies readonly (Rule<ReadCase> & { readonly isShown: boolean })[];

type ReadWhy = (typeof RULES)[number]['why'];
export const READ_REASONS: readonly ReadWhy[] = reasonsOf(RULES);

export function readNotice(
  name: NoticeSource,
  body: NoticeBody,
  reader: NoticeReader,
): { readonly notice: Notice | null; readonly why: ReadWhy } {
  const source = SOURCES[name];
  const title = shownText(body.title, MAX_TITLE_CHARS);
  const text = shownText(body.content, MAX_TEXT_CHARS);
  const href = messageLink(source.hasRoomLink ? body.roomId : 0, body.link, reader.roomId, reader.addressOfRoom);
  const { isShown, why } = firstRule(RULES, {
    source,
    hasText: title !== '' || text !== '',
    isOwn: reader.userId !== 0 && body.user?.userId === reader.userId,
    hasLink: href !== '',
  });
  if (!isShown) return { notice: null, why };
  const iconUrl = pictureUrl(body.iconUrl);
  const { rank, usualMs } = LEVELS[source.level];
  // These messages have no id, so a notice is identified by its content; one that arrives by two ways is shown once.
  const key = JSON.stringify([title, text, href]);
  const showMs = showMsOf(body.durationS ?? 0, usualMs);
  return { notice: { key, rank, showMs, level: source.level, title, text, iconUrl, href, isRoom: href.startsWith('/') }, why };
}

export type NoticesView = AnnouncementView<Notice>;

const as =
  (name: NoticeSource) =>
  (body: NoticeBody, room: FeatureContext): Notice | null => {
    const { notice, why } = readNotice(name, body, {
      roomId: room.roomId(),
      userId: room.login().userId,
      addressOfRoom: room.addressOfRoom,
    });
    if (notice === null) room.count(why, 1);
    return notice;
  };

export const room = announcementRoomPart<Notice>(
  { name: 'notices' },
  {
    'ceremony-notice': as('ceremony-notice'),
    'common-notice': as('common-notice'),
    'common-notice-room': as('common-notice-room'),
    'common-notice-all': as('common-notice-all'),
    'public-notice': as('public-notice'),
    'public-notice-link': as('public-notice-link'),
    'public-notice-user': as('public-notice-user'),
  },
);
