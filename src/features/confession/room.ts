import type { Announcement, AnnouncementView } from '../../core/room/feature/announcements.ts';
import { mediaLink, shownPerson, type ShownPerson } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { isViewer } from '../../workers/room/features/feature-api.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_TEXT_CHARS = 120;
/** How long an unanswered confession and an answered one are shown; milliseconds. */
const WAITS_MS = 30_000;
const ANSWERED_MS = 8_000;

type Reply = 'none' | 'accepted' | 'declined';
const REPLIES: readonly Reply[] = ['none', 'accepted', 'declined'];

interface Confession extends Announcement {
  readonly id: number;
  readonly star: ShownPerson;
  readonly user: ShownPerson;
  readonly text: string;
  /** Audio of the same text; '' for none. */
  readonly audioUrl: string;
  readonly reply: Reply;
}

/** null: no text. The one to the viewer is shown before others. */
function readConfession(body: BodyOfMessage<'confession'>, ownId: number): Confession | null {
  const text = shownText(body.content, MAX_TEXT_CHARS);
  if (text === '') return null;
  const reply = REPLIES[body.answer] ?? 'none';
  const user = shownPerson(body.user);
  const subject = body.id > 0 ? String(body.id) : `${user.userId} ${text}`;
  return {
    key: `${subject} ${reply}`,
    about: { subject, revision: reply === 'none' ? 0 : 1 },
    rank: ownId !== 0 && user.userId === ownId ? 1 : 0,
    showMs: reply === 'none' ? WAITS_MS : ANSWERED_MS,
    isHeld: reply === 'none',
    id: body.id,
    star: shownPerson(body.star),
    user,
    text,
    audioUrl: mediaLink(body.audioUrl),
    reply,
  };
}

export interface ConfessionView extends AnnouncementView<Confession> {
  /** True if the confession is addressed to this viewer, who has not answered yet. */
  readonly canAnswer: boolean;
}

export const room = announcementRoomPart<Confession>(
  { name: 'confession', staysAnswered: true },
  { confession: (body, room) => readConfession(body, room.login().userId) },
  ({ view, queue: { shown } }, room): ConfessionView | null => {
    if (view === null || shown === null) return null;
    const canAnswer = view.reply === 'none' && view.request.name !== 'done' && isViewer(room, view.user.userId);
    return { ...view, leftMs: Math.max(0, shown.untilMs - room.clock.nowMs()), canAnswer };
  },
);
