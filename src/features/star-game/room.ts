import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../core/room/feature/expiring-items.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { expiringRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_NAME_CHARS = 24;
const MAX_LINK_CHARS = 2_048;
/** Time limit for a game whose end is not announced; milliseconds. */
const MAX_GAME_MS = 1_800_000;
/** `status`: S9 names the field; the values are the project's. */
const OVER = [0, 3];

export interface StarGame {
  readonly gameId: number;
  readonly name: string;
  /** An activity key or an address, validated by the feature frames when it is opened; '' for none. */
  readonly link: string;
}

/** One game at a time: a new one replaces the previous one, and the star can return to a game that ended. */
export const STAR_GAME = expiringItemsMachine<StarGame>({ name: 'star-game', max: 1, isSame: () => true, canReturn: true });

export function readGame({ starId, gameId, status, name, link }: BodyOfMessage<'star-game-change'>): ExpiringItemEvent<StarGame> {
  const key = `${starId} ${gameId}`;
  if (OVER.includes(status)) return { type: 'gone', key };
  const item = { gameId, name: shownText(name, MAX_NAME_CHARS), link: link.length > MAX_LINK_CHARS ? '' : link };
  return { type: 'seen', key, item, forMs: MAX_GAME_MS };
}

export const starGameView = ({ all }: ExpiringItems<StarGame>): StarGame | null => all[0]?.item ?? null;

export const room = expiringRoomPart(STAR_GAME, starGameView, { 'star-game-change': readGame });
