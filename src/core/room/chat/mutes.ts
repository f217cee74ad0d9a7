/** Duration of a mute by the star, in ms. */
export const MUTE_MS = 600_000;
/** Maximum number of remembered mutes; the oldest is dropped first, which is harmless because a repeated mute has no effect. */
const MAX_MUTES = 100;

export interface Mute {
  readonly userId: number;
  readonly untilMs: number;
}

/** `untilMs` null: the mute is over. */
export function withMute(mutes: readonly Mute[], userId: number, untilMs: number | null): readonly Mute[] {
  const others = mutes.filter((mute) => mute.userId !== userId);
  return untilMs === null ? others : [...others, { userId, untilMs }].slice(-MAX_MUTES);
}
