import { isCount } from '../../counts.ts';
import { MAX_BADGES } from '../chat/chat-row.ts';
import { pictureUrl, shownText } from '../layout/shown-text.ts';
import type { Badge } from '../view.ts';

/** A user as named in a line, a tip or a banner, for the profile card. */
export interface CardUser {
  readonly userId: number;
  readonly name: string;
  /** '' while unknown. */
  readonly logo: string;
  readonly richLevel: number;
  readonly isStar: boolean;
  readonly badges: readonly Badge[];
  /** Text of the pressed line; '' for a tip or a banner. */
  readonly line: string;
}

/** Position of the name in CSS pixels of the window. */
export interface CardAnchor {
  readonly x: number;
  readonly y: number;
}

const MAX_NAME_CHARS = 40;
const MAX_LINE_CHARS = 500;

/** null: no user for a card. The text was cleaned on decoding; its length is limited here again. */
export function readCardUser(given: CardUser): CardUser | null {
  const name = shownText(given.name, MAX_NAME_CHARS);
  if (!isCount(given.userId) || given.userId === 0 || name === '') return null;
  return {
    ...given,
    name,
    logo: pictureUrl(given.logo),
    line: shownText(given.line, MAX_LINE_CHARS),
    badges: given.badges.slice(0, MAX_BADGES),
  };
}
