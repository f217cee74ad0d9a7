import { type Announcement, type AnnouncementView, showMsOf } from '../../core/room/feature/announcements.ts';
import { mediaLink, messageLink } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of characters; a banner has two lines. */
const MAX_TEXT_CHARS = 120;
const MAX_NAME_CHARS = 24;
const MAX_GIFTS = 999_999;
/** Display time of a headline without a duration; milliseconds. */
const USUAL_MS = 10_000;

export interface Headline extends Announcement {
  readonly sender: string;
  /** Receiver of the gift; '' for a headline without a gift. */
  readonly star: string;
  readonly gift: string;
  readonly count: number;
  readonly text: string;
  /** Image of the gift; '' for none. */
  readonly iconUrl: string;
  /** The linked room or page; '' for none. */
  readonly href: string;
  readonly isRoom: boolean;
}

/** `now`: 400002, shown now; `next`: 400003, shown next. A headline has the same id in both messages. */
const RANK = { now: 1, next: 0 } as const;

type AddressOf = (roomId: number) => string;

/** null: no text. */
export function readContent(
  body: BodyOfMessage<'headline-content'>,
  turn: keyof typeof RANK,
  hereId: number,
  addressOf?: AddressOf,
): Headline | null {
  return headlineOf(
    {
      key: body.id > 0 ? `content ${body.id}` : '',
      rank: RANK[turn],
      showMs: showMsOf(body.durationS, USUAL_MS),
      sender: shownText(body.sender?.nickname ?? '', MAX_NAME_CHARS),
      star: shownText(body.star?.nickname ?? '', MAX_NAME_CHARS),
      gift: shownText(body.giftname, MAX_NAME_CHARS),
      count: Math.min(MAX_GIFTS, Math.max(1, body.num)),
      text: shownText(body.content, MAX_TEXT_CHARS),
      iconUrl: mediaLink(body.iconUrl),
    },
    messageLink(body.roomId, '', hereId, addressOf),
  );
}

/** null: no text. */
export function readMessage(body: BodyOfMessage<'headline-message'>, hereId: number, addressOf?: AddressOf): Headline | null {
  return headlineOf(
    {
      key: body.id > 0 ? `message ${body.id}` : '',
      rank: RANK.next,
      showMs: USUAL_MS,
      sender: shownText(body.sender?.nickname ?? '', MAX_NAME_CHARS),
      star: '',
      gift: '',
      count: 1,
      text: shownText(body.content, MAX_TEXT_CHARS),
      iconUrl: '',
    },
    messageLink(body.roomId, body.link, hereId, addressOf),
  );
}

function headlineOf(given: Omit<Headline, 'href' | 'isRoom'>, href: string): Headline | null {
  const isGift = given.gift !== '' && given.star !== '';
  if (!isGift && given.text === '') return null;
  const { sender, star, gift, count, text } = given;
  // Without an id, a headline is identified by its content.
  const key = given.key === '' ? JSON.stringify([sender, star, gift, count, text, href]) : given.key;
  return { ...given, key, href, isRoom: href.startsWith('/') };
}

export type HeadlineView = AnnouncementView<Headline>;

/** A headline has no actions; it ends after its time. */
export const room = announcementRoomPart<Headline>(
  { name: 'headline' },
  {
    'headline-content': (body, room) => readContent(body, 'now', room.roomId(), room.addressOfRoom),
    'headline-content-next': (body, room) => readContent(body, 'next', room.roomId(), room.addressOfRoom),
    'headline-message': (body, room) => readMessage(body, room.roomId(), room.addressOfRoom),
  },
);
