import { countOf } from '../../core/counts.ts';
import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../core/room/feature/expiring-items.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { expiringRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_NAME_CHARS = 30;
const MAX_SCORE = 100;
/** Time limit for a song whose end is not announced; milliseconds. */
const MAX_SONG_MS = 420_000;

type RealSingStatus = 'listening' | 'real';
/** `status`: the values are the project's; any other value removes the badge. */
const STATUSES: Readonly<Record<number, RealSingStatus>> = { 1: 'listening', 2: 'real' };

export interface RealSong {
  readonly songName: string;
  readonly status: RealSingStatus;
  /** 0: none yet. */
  readonly score: number;
  readonly text: string;
}

const same = (a: RealSong, b: RealSong): boolean => a.status === b.status && a.score === b.score;

/** A song found to be sung live keeps this status. */
export const REAL_SING = expiringItemsMachine<RealSong>({
  name: 'real-sing',
  max: 1,
  isSame: same,
  isOlder: (song, known) => song.status === 'listening' && known.status === 'real',
});

export function readSong({ songId, songName, status, score, content }: BodyOfMessage<'real-sing-log'>): ExpiringItemEvent<RealSong> {
  const key = String(songId);
  const known = STATUSES[status];
  if (known === undefined) return { type: 'gone', key };
  const item: RealSong = {
    songName: shownText(songName, MAX_NAME_CHARS),
    status: known,
    score: Math.min(MAX_SCORE, countOf(score)),
    text: shownText(content, MAX_NAME_CHARS),
  };
  return { type: 'seen', key, item, forMs: MAX_SONG_MS };
}

export const realSingView = ({ all }: ExpiringItems<RealSong>): RealSong | null => all[0]?.item ?? null;

export const room = expiringRoomPart(REAL_SING, realSingView, { 'real-sing-log': readSong });
