import { CORE_ROWS } from './core-messages.ts';
import { COMMUNITY_ROWS } from './families/community/messages.ts';
import { GAMES_ROWS } from './families/games/messages.ts';
import { HEADLINE_ROWS } from './families/headline/messages.ts';
import { MUSIC_ROWS } from './families/music/messages.ts';
import { ORDERS_ROWS } from './families/orders/messages.ts';
import { PEOPLE_ROWS } from './families/people/messages.ts';
import { PK_ROWS } from './families/pk/messages.ts';
/**
 * One row a message: adding a message is adding its fields to a .proto file and a row to its family's messages.ts. Numbers are those of
 * document 2, section 7; where the specification lists more numbers than descriptions, a comment beside the row gives the choice. This
 * table is all that the first bundle of the socket worker holds of a family: its code is loaded on its first message
 * (workers/socket/families.ts). The first bundle of the room worker does not contain it (contents.ts).
 */
export const ROWS = [
    ...CORE_ROWS,
    ...HEADLINE_ROWS,
    ...PK_ROWS,
    ...MUSIC_ROWS,
    ...ORDERS_ROWS,
    ...GAMES_ROWS,
    ...COMMUNITY_ROWS,
    ...PEOPLE_ROWS,
];
const BY_ID = new Map(ROWS.map((row) => [row.id, row]));
export const rowOf = (id) => BY_ID.get(id);
