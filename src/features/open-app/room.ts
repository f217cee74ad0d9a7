import type { Announcement, AnnouncementView } from '../../core/room/feature/announcements.ts';
import { messageLink } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_TITLE_CHARS = 30;
const MAX_TEXT_CHARS = 200;
/** An unanswered invitation closes after this time; milliseconds. */
const WAITS_MS = 60_000;

interface AppOffer extends Announcement {
  readonly title: string;
  readonly text: string;
  readonly href: string;
}
export type OpenAppView = AnnouncementView<AppOffer>;

/** null: no usable link. */
export function readOffer({ link, title, content }: BodyOfMessage<'open-app'>): AppOffer | null {
  const href = messageLink(0, link, 0);
  if (href === '') return null;
  const shown = { title: shownText(title, MAX_TITLE_CHARS), text: shownText(content, MAX_TEXT_CHARS), href };
  return { ...shown, key: JSON.stringify(shown), rank: 0, showMs: WAITS_MS, isHeld: true };
}

export const room = announcementRoomPart<AppOffer>({ name: 'open-app' }, { 'open-app': readOffer });
