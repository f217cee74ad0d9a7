/**
 * What the viewer does without to save data and power. The documents name none of it; each choice is offered only where the kind that plays,
 * or one that could play, can do it.
 */
import type { DecodeLevel } from './decode-level.ts';
import type { PlayerKind } from './names.ts';

export const DATA_SAVERS = ['off', 'lower-line', 'fewer-pictures', 'sound-only'] as const;
export type DataSaver = (typeof DATA_SAVERS)[number];

/** Fewest bits for the same picture first; what a WebRTC server sends nobody knows beforehand. */
const BY_BITS: readonly PlayerKind[] = ['h265-native', 'h265', 'h264', 'webrtc'];
/** A WebRTC server is asked for both tracks: the others can leave out the pictures. */
const PLAYS_SOUND_ALONE: readonly PlayerKind[] = ['h264', 'h265', 'h265-native'];
/** Pictures that no other one refers to are left out: what is left still moves. */
const FEWER_PICTURES_LEVEL: DecodeLevel = 2;

interface OfKind {
  readonly kind: PlayerKind;
}

/** The same candidates, those that save first; as they were where nothing is to be saved. */
export function orderBySaver<Candidate extends OfKind>(candidates: readonly Candidate[], saver: DataSaver): readonly Candidate[] {
  switch (saver) {
    case 'lower-line':
      return [...candidates].sort((a, b) => BY_BITS.indexOf(a.kind) - BY_BITS.indexOf(b.kind));
    case 'sound-only':
      return [...candidates].sort((a, b) => Number(leavesPictures(b.kind)) - Number(leavesPictures(a.kind)));
    default:
      return candidates;
  }
}

const leavesPictures = (kind: PlayerKind): boolean => PLAYS_SOUND_ALONE.includes(kind);

/** What the menu shows: nothing to choose from is an empty list. */
export function offeredSavers(kind: PlayerKind | null, kinds: readonly PlayerKind[]): readonly DataSaver[] {
  const isOffered: Readonly<Record<Exclude<DataSaver, 'off'>, boolean>> = {
    'lower-line': kinds.length > 1 && kinds.some((each) => each === 'h265' || each === 'h265-native'),
    'fewer-pictures': kind === 'h265',
    'sound-only': kinds.some(leavesPictures),
  };
  const some = DATA_SAVERS.filter((saver) => saver !== 'off' && isOffered[saver]);
  return some.length === 0 ? [] : ['off', ...some];
}

/** What was chosen before; else what the browser asks for: a line with fewer bits, which takes nothing away from the viewer. */
export function saverAtFirst(stored: unknown, savesData: boolean): DataSaver {
  return DATA_SAVERS.find((saver) => saver === stored) ?? (savesData ? 'lower-line' : 'off');
}

/** What a player of this kind is told. */
export interface Savings {
  readonly soundOnly: boolean;
  /** It decodes no more than this level allows, however quick the machine is. */
  readonly leastLevel: DecodeLevel;
}

export const savingsOf = (saver: DataSaver, kind: PlayerKind): Savings => ({
  soundOnly: saver === 'sound-only' && leavesPictures(kind),
  leastLevel: saver === 'fewer-pictures' && kind === 'h265' ? FEWER_PICTURES_LEVEL : 0,
});

/** Whether a changed wish needs another player; `first` is what would play by the new one. */
export const needsAnotherPlayer = (kind: PlayerKind, first: PlayerKind | undefined, before: DataSaver, after: DataSaver): boolean =>
  first !== kind || savingsOf(before, kind).soundOnly !== savingsOf(after, kind).soundOnly;
