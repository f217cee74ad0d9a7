import { MYSTIC_NAME } from '../../core/room/people/mystic.ts';

/** S35: the room worker replaces the name of a mystic viewer; the replacement is in the language of the page. */
export const shownName = (name: string, language: string): string => (language === 'en' && name === MYSTIC_NAME ? 'Mystic guest' : name);

/** Rich levels are grouped into tiers of ten, each with a colour. */
const LEVELS_PER_TIER = 10;
const HIGHEST_TIER = 4;

export const levelTier = (level: number): number => Math.min(HIGHEST_TIER, Math.max(0, Math.floor(level / LEVELS_PER_TIER)));
