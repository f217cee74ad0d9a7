import { MYSTIC_NAME } from '../../core/room/people/mystic.ts';

/** S35: the room worker replaces the name of a mystic viewer; the replacement is in the language of the page. */
export const shownName = (name: string, language: string): string => (language === 'en' && name === MYSTIC_NAME ? 'Mystic guest' : name);
