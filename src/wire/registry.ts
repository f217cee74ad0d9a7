import { CORE_ROWS } from './core-messages.ts';
import { COMMUNITY_ROWS } from './families/community/messages.ts';
import { GAMES_ROWS } from './families/games/messages.ts';
import { HEADLINE_ROWS } from './families/headline/messages.ts';
import { MUSIC_ROWS } from './families/music/messages.ts';
import { ORDERS_ROWS } from './families/orders/messages.ts';
import { PEOPLE_ROWS } from './families/people/messages.ts';
import { PK_ROWS } from './families/pk/messages.ts';
import type { MessageOf, Row } from './message-row.ts';

/**
 * One row per message; a new message needs its fields in a .proto file and a row in its family's messages.ts. The numbers are those of the
 * specification (S9); if it lists more numbers than descriptions, a comment next to the row explains the choice. The first bundle of the
 * socket worker contains only this table of a family, whose code is loaded with its first message (workers/socket/families.ts). The first
 * bundle of the room worker does not contain it (contents.ts).
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
] as const;

export type AnyRow = (typeof ROWS)[number];
export type MessageName = AnyRow['name'];
/** `{ name: 'chat', body: Chat }` and so on: narrows a message by its name. */
export type Message = MessageOf<AnyRow>;
export type BodyOfMessage<N extends MessageName> = Extract<Message, { readonly name: N }>['body'];
/** A message as received by the room: decoded, checked and cleaned once. */
export type RoomMessage = Message & {
  readonly id: number;
  /** Milliseconds since the epoch, by the server's clock if the message contains a time. */
  readonly timeMs: number;
};

const BY_ID: ReadonlyMap<number, Row> = new Map(ROWS.map((row) => [row.id, row]));

export const rowOf = (id: number): Row | undefined => BY_ID.get(id);
