import { LIST_BYTES, rowsOf } from '../../message-row.ts';

const row = rowsOf('people');

/** Viewers of the room, and the chat modes. All numbers are the project's own, see core-messages.ts. */
export const PEOPLE_ROWS = [
  row(490040, 'audience', 'Audience', 'state', { maxBytes: LIST_BYTES, key: 'roomId' }),
  row(490041, 'user-profile', 'UserProfile', 'state', { key: 'userId' }),
  row(490042, 'chat-mode', 'ChatMode', 'state', { key: 'roomId' }),
] as const;
