import { CHAT_BYTES, LIST_BYTES, rowsOf } from './message-row.ts';

const row = rowsOf('core');

/** Messages that every room needs from the start: login, errors, chat, gifts, notices, live status. */
export const CORE_ROWS = [
  // The entry of a viewer; the viewer's own is the answer to the login (core/socket/message-class.ts).
  row(201, 'login', 'LoginResponse', 'effect', { maxBytes: CHAT_BYTES }),
  row(901, 'error', 'ErrorResponse', 'own'),
  row(501, 'chat', 'Chat', 'chat', { maxBytes: CHAT_BYTES }),
  row(601, 'gift', 'GiftEffect', 'effect', { maxBytes: CHAT_BYTES }),
  // Families without their own numbers in the table have the numbers of the commands that they answer.
  row(211, 'ack', 'AckResponse', 'own'),
  row(202, 'close-socket', 'CloseSocket', 'own'),

  row(400301, 'common-notice', 'CommonNotice', 'effect'),
  row(400302, 'common-notice-room', 'CommonNotice', 'effect'),
  row(400303, 'common-notice-all', 'CommonNotice', 'effect'),
  row(400305, 'socket-chat', 'Chat', 'chat', { maxBytes: CHAT_BYTES }),
  row(400306, 'socket-gift', 'GiftEffect', 'effect', { maxBytes: CHAT_BYTES }),
  row(400307, 'public-notice', 'PublicNotice', 'effect'),
  row(400308, 'public-notice-link', 'PublicNotice', 'effect'),
  row(400309, 'public-notice-user', 'PublicNotice', 'effect'),

  // "Further push commands exist; their numbers are not shown": numbers from 490001 on are the project's own for those that it needs.
  row(490002, 'live-status', 'LiveStatus', 'state', { key: 'roomid' }),
  row(490022, 'room-counts', 'RoomCounts', 'state', { key: 'roomid' }),
  // In this family, because in its own it would arrive after the first lines.
  row(490023, 'chat-history', 'ChatHistory', 'state', { maxBytes: LIST_BYTES, key: 'roomid' }),
  row(490020, 'follow', 'Follow', 'effect', { maxBytes: CHAT_BYTES }),
] as const;
