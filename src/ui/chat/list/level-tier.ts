/** Rich levels are grouped into tiers of ten, each with a colour. */
const LEVELS_PER_TIER = 10;
const HIGHEST_TIER = 4;

export const levelTier = (level: number): number => Math.min(HIGHEST_TIER, Math.max(0, Math.floor(level / LEVELS_PER_TIER)));
