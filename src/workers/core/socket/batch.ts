/**
 * Messages on their way to the room worker cross in batches, never one by one: the room worker and the page see at most so many a second,
 * whatever the server sends.
 */
export const BATCH_MS = 100;
/** 5,000 messages a second pass whole; beyond that, talk of others goes first. */
export const MAX_BATCH_MESSAGES = 500;
/** Room left for messages that are not talk when talk floods. */
const RESERVED_FOR_OTHERS = 100;

/** What a flood is made of. */
const TALK: ReadonlySet<string> = new Set(['chat', 'socket-chat', 'login', 'gift', 'socket-gift']);

/** Whether a message still gets a place in a batch of `taken`; `isOwn` are the viewer's own, which wait for their echo. */
export function hasPlace(name: string, isOwn: boolean, taken: number): boolean {
  if (TALK.has(name) && !isOwn) return taken < MAX_BATCH_MESSAGES - RESERVED_FOR_OTHERS;
  return taken < MAX_BATCH_MESSAGES;
}
