import { showMsOf, type Announcement, type AnnouncementView } from '../../core/room/feature/announcements.ts';
import { shownPerson } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

/** Display time of a sticker without a duration; milliseconds. */
const USUAL_MS = 5_000;
const MAX_NAME_CHARS = 12;

interface Sticker extends Announcement {
  readonly name: string;
  /** '': the name is shown instead. */
  readonly iconUrl: string;
  readonly sender: string;
}
export type EmotionView = AnnouncementView<Sticker>;

/** null: it has neither an image nor a name. */
export function readSticker({ emotionId, name, iconUrl, user, durationS, id }: BodyOfMessage<'emotion'>, nowMs: number): Sticker | null {
  const shown = shownText(name, MAX_NAME_CHARS);
  if (shown === '' && iconUrl === '') return null;
  return {
    // Without an id, the same sticker of a sender at another time is another one; the socket has removed repeated messages.
    key: id > 0 ? String(id) : `${user?.userId ?? 0} ${emotionId} ${nowMs}`,
    rank: 0,
    showMs: showMsOf(durationS, USUAL_MS),
    name: shown,
    iconUrl,
    sender: shownPerson(user).name,
  };
}

export const room = announcementRoomPart<Sticker>({ name: 'emotion' }, { emotion: (body, room) => readSticker(body, room.clock.nowMs()) });
