import { countOf } from '../../core/counts.ts';
import type { Announcement, AnnouncementView } from '../../core/room/feature/announcements.ts';
import { shownPerson } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_NAME_CHARS = 16;
const SHOWN_MS = 6_000;

type GuardNews =
  | {
      readonly type: 'guard';
      readonly what: 'new' | 'renewed' | 'raised' | 'over';
      readonly level: number;
      readonly months: number;
      readonly total: number;
    }
  | { readonly type: 'medal'; readonly what: 'new' | 'raised' | 'taken'; readonly level: number }
  | { readonly type: 'club'; readonly level: number; readonly isLit: boolean };

interface GuardItem extends Announcement {
  /** Name of the person; '' for a club. */
  readonly name: string;
  /** Name of the guard, medal or club; '' if unknown. */
  readonly title: string;
  readonly iconUrl: string;
  readonly news: GuardNews;
}
export type GuardView = AnnouncementView<GuardItem>;

/** `type` on the wire; other values are ignored. */
const GUARDS = { 1: 'new', 2: 'renewed', 3: 'raised', 4: 'over' } as const;
const MEDALS = { 1: 'new', 2: 'raised', 3: 'taken' } as const;
const inTable = <T>(table: Readonly<Record<number, T>>, type: number): T | undefined => table[type];

export function readGuard({ user, guard, type, months, total }: BodyOfMessage<'guard-update'>): GuardItem | null {
  const what = inTable(GUARDS, type);
  const { userId, name } = shownPerson(user);
  if (what === undefined || userId === 0) return null;
  const level = countOf(guard?.level);
  return {
    ...shared(`guard ${userId} ${type} ${level} ${months}`),
    name,
    title: shownText(guard?.name ?? '', MAX_NAME_CHARS),
    iconUrl: guard?.iconUrl ?? '',
    news: { type: 'guard', what, level, months: countOf(months), total: countOf(total) },
  };
}

export function readMedal({ user, medal, type }: BodyOfMessage<'medal-update'>): GuardItem | null {
  const what = inTable(MEDALS, type);
  const { userId, name } = shownPerson(user);
  const title = shownText(medal?.name ?? '', MAX_NAME_CHARS);
  if (what === undefined || userId === 0 || title === '') return null;
  const level = countOf(medal?.level);
  return {
    ...shared(`medal ${userId} ${medal?.id ?? 0} ${type} ${level}`),
    name,
    title,
    iconUrl: medal?.iconUrl ?? '',
    news: { type: 'medal', what, level },
  };
}

/** A newer state of the club replaces an older one; shown only if it contains a level, and once while the level is the same. */
function readClub({ version, clubName, intimacyLevel, lightUp }: BodyOfMessage<'fandom-update'>): GuardItem | null {
  const level = countOf(intimacyLevel);
  if (level === 0) return null;
  return {
    ...shared(`club ${level} ${lightUp}`),
    about: { subject: 'club', revision: version },
    isState: true,
    name: '',
    title: shownText(clubName, MAX_NAME_CHARS),
    iconUrl: '',
    news: { type: 'club', level, isLit: lightUp },
  };
}

const shared = (key: string) => ({ key, rank: 0, showMs: SHOWN_MS });

export const room = announcementRoomPart<GuardItem>(
  { name: 'guard' },
  { 'guard-update': readGuard, 'medal-update': readMedal, 'fandom-update': readClub },
);
