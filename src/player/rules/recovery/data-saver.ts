/** P22: what a viewer who wants to save data gets: another order of the kinds, fewer pictures, or none. */
import type { DecodeLevel } from '../decoding/decode-level.ts';
import type { PlayerKind } from '../names.ts';

export const DATA_SAVERS = ['off', 'lower-line', 'fewer-pictures', 'sound-only'] as const;
export type DataSaver = (typeof DATA_SAVERS)[number];

/** Fewest bits for the same quality first; the bit rate of a WebRTC server is unknown. */
const BY_BITS: readonly PlayerKind[] = ['h265-native', 'h265', 'h264', 'webrtc'];
/** WebRTC requests both tracks; the other kinds can omit the pictures. */
const PLAYS_SOUND_ALONE: readonly PlayerKind[] = ['h264', 'h265', 'h265-native'];
/** Only pictures that no other picture references are skipped, so that the video still moves. */
const FEWER_PICTURES_LEVEL: DecodeLevel = 2;

interface OfKind {
  readonly kind: PlayerKind;
}

/** The same candidates, with the saving kinds first; unchanged if nothing is to be saved. */
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

/** Options for the menu; empty if there is no choice. */
export function offeredSavers(kind: PlayerKind | null, kinds: readonly PlayerKind[]): readonly DataSaver[] {
  const isOffered: Readonly<Record<Exclude<DataSaver, 'off'>, boolean>> = {
    'lower-line': kinds.length > 1 && kinds.some((each) => each === 'h265' || each === 'h265-native'),
    'fewer-pictures': kind === 'h265',
    'sound-only': kinds.some(leavesPictures),
  };
  const some = DATA_SAVERS.filter((saver) => saver !== 'off' && isOffered[saver]);
  return some.length === 0 ? [] : ['off', ...some];
}

/** The stored choice; otherwise the browser's preference, which selects a line with fewer bits at the same quality. */
export function saverAtFirst(stored: unknown, savesData: boolean): DataSaver {
  return DATA_SAVERS.find((saver) => saver === stored) ?? (savesData ? 'lower-line' : 'off');
}

/** Saving instructions for a player of this kind. */
export interface Savings {
  readonly soundOnly: boolean;
  /** Minimum decode level, independent of the machine. */
  readonly leastLevel: DecodeLevel;
}

export const savingsOf = (saver: DataSaver, kind: PlayerKind): Savings => ({
  soundOnly: saver === 'sound-only' && leavesPictures(kind),
  leastLevel: saver === 'fewer-pictures' && kind === 'h265' ? FEWER_PICTURES_LEVEL : 0,
});

/** True if a changed option needs another player. `first` is the first candidate under the new option. */
export const needsAnotherPlayer = (kind: PlayerKind, first: PlayerKind | undefined, before: DataSaver, after: DataSaver): boolean =>
  first !== kind || savingsOf(before, kind).soundOnly !== savingsOf(after, kind).soundOnly;
