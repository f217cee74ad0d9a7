/** Duration of a mute by the star, in ms. */
export const MUTE_MS = 600_000;
/** People who are remembered as muted; the oldest is forgotten first: muting again does no harm. */
export const MAX_MUTES = 100;

export interface Mute {
  readonly userId: number;
  readonly untilMs: number;
}

/** `untilMs` null: the silence of the user is over. */
export function withMute(mutes: readonly Mute[], userId: number, untilMs: number | null): readonly Mute[] {
  const others = mutes.filter((mute) => mute.userId !== userId);
  return untilMs === null ? others : [...others, { userId, untilMs }].slice(-MAX_MUTES);
}
