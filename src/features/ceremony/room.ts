import type { Announcement, AnnouncementView } from '../../core/room/feature/announcements.ts';
import { lastingMs, leftMsOf, shownPerson, type ShownPerson } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_TITLE_CHARS = 24;
const MAX_TEXT_CHARS = 60;
/** Duration of a match without a time, and the longest accepted duration; milliseconds. */
const USUAL_MS = 60_000;
const MAX_MS = 1_800_000;
/** How long the message "no opponent found" is shown. */
const FAILURE_MS = 10_000;

interface CeremonyMatch extends Announcement {
  readonly result: 'success' | 'failure';
  readonly star: ShownPerson;
  readonly rival: ShownPerson;
  readonly title: string;
  readonly text: string;
}
export type CeremonyView = AnnouncementView<CeremonyMatch>;

/** A failed match stays failed: a late message of its success is ignored. */
function readMatch(body: BodyOfMessage<'ceremony-match-success'>, result: CeremonyMatch['result'], serverMs: number): CeremonyMatch {
  const subject = `${body.ceremonyId} ${body.matchId}`;
  return {
    key: `${subject} ${result}`,
    about: { subject, revision: result === 'success' ? 0 : 1 },
    rank: 0,
    showMs: result === 'failure' ? FAILURE_MS : lastingMs(leftMsOf(body, serverMs), USUAL_MS, MAX_MS),
    isHeld: result === 'success',
    result,
    star: shownPerson(body.star),
    rival: shownPerson(body.rival),
    title: shownText(body.title, MAX_TITLE_CHARS),
    text: shownText(body.msg, MAX_TEXT_CHARS),
  };
}

const read =
  (result: CeremonyMatch['result']) =>
  (body: BodyOfMessage<'ceremony-match-success'>, room: FeatureContext): CeremonyMatch =>
    readMatch(body, result, serverMs(room));

export const room = announcementRoomPart<CeremonyMatch>(
  { name: 'ceremony' },
  {
    'ceremony-match-success': read('success'),
    'ceremony-match-failure': read('failure'),
  },
);
