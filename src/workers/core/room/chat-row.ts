import { asShown, stripSpacing } from '../socket/cleaning.ts';
import { readBadges } from './chat-badges.ts';
import type { ChatRow } from './view.ts';

/** A message of the socket as the room reads it: cleaned, and its fields of the right types (wire/body.ts). */
export interface ChatMessage {
  readonly name: string;
  readonly timeMs: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ChatPeople {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  readonly starId: number;
}

/** Longer text is cut: a row is two or three lines on the page. */
export const MAX_ROW_CHARS = 500;
const MAX_NAME_CHARS = 40;
const MAX_RICH_LEVEL = 999;

export interface RowMade {
  readonly row: ChatRow;
  /** The message's `ext` could not be read: only its badges are lost. */
  readonly isExtBad: boolean;
}

/** The row that a message puts into the chat list; null when it puts none there. */
export function chatRow(message: ChatMessage, id: number, people: ChatPeople): RowMade | null {
  const { name, body } = message;
  switch (name) {
    case 'chat':
    case 'socket-chat':
      return chat(message, id, people);
    case 'gift':
    case 'socket-gift':
      return gift(message, id, people);
    case 'login':
      return welcome(message, id, people);
    case 'common-notice':
    case 'common-notice-room':
    case 'common-notice-all':
    case 'public-notice':
    case 'public-notice-link':
    case 'public-notice-user':
    case 'headline-message':
    case 'ceremony-notice':
    case 'music-pk-public-chat':
      return notice(message, id, [text(body['title'], MAX_NAME_CHARS), text(body['content'], MAX_ROW_CHARS)].filter(Boolean).join(' '));
    default:
      return null;
  }
}

function chat(message: ChatMessage, id: number, people: ChatPeople): RowMade | null {
  const { body, timeMs } = message;
  const said = text(body['chatmsg'], MAX_ROW_CHARS);
  if (said === '') return null;
  const userId = count(body['senderid']) || count(body['userid']);
  const { badges, isBad } = readBadges(body['ext'], body['userExt'], body['fanstags']);
  const row: ChatRow = {
    id,
    type: 'chat',
    userId,
    name: text(body['sendername'], MAX_NAME_CHARS) || text(body['nickname'], MAX_NAME_CHARS),
    richLevel: level(body['richlevelV2']) || level(body['richlevel']),
    text: said,
    isStar: userId > 0 && userId === people.starId,
    isMe: userId > 0 && userId === people.userId,
    isSecret: body['issecrect'] === true,
    toName: text(body['receivername'], MAX_NAME_CHARS),
    badges,
    timeMs,
  };
  return { row, isExtBad: isBad };
}

function gift(message: ChatMessage, id: number, people: ChatPeople): RowMade | null {
  const { body, timeMs } = message;
  const giftName = text(body['giftname'], MAX_NAME_CHARS);
  if (giftName === '') return null;
  const userId = count(body['senderid']);
  const { badges, isBad } = readBadges(body['ext'], body['userExt'], '');
  const row: ChatRow = {
    ...emptyRow(id, timeMs),
    type: 'gift',
    userId,
    name: text(body['sendername'], MAX_NAME_CHARS),
    richLevel: level(body['senderrichlevel']),
    text: `${giftName} ×${Math.max(1, count(body['num']))}`,
    isMe: userId > 0 && userId === people.userId,
    toName: text(body['receivername'], MAX_NAME_CHARS),
    badges,
  };
  return { row, isExtBad: isBad };
}

/** The entry of a viewer with a name; anonymous visitors come and go without a line. */
function welcome(message: ChatMessage, id: number, people: ChatPeople): RowMade | null {
  const { body, timeMs } = message;
  const name = text(body['nickname'], MAX_NAME_CHARS);
  if (name === '') return null;
  const userId = count(body['userid']);
  const { badges, isBad } = readBadges(body['ext'], body['userExt'], body['fanstags']);
  const row: ChatRow = {
    ...emptyRow(id, timeMs),
    type: 'welcome',
    userId,
    name,
    richLevel: level(body['richlevelV2']) || level(body['richlevel']),
    text: text(body['wellcomes'], MAX_ROW_CHARS),
    isStar: userId > 0 && userId === people.starId,
    isMe: userId > 0 && userId === people.userId,
    badges,
  };
  return { row, isExtBad: isBad };
}

function notice(message: ChatMessage, id: number, line: string): RowMade | null {
  if (line === '') return null;
  return { row: { ...emptyRow(id, message.timeMs), type: 'notice', text: line }, isExtBad: false };
}

/** The viewer's own message, until the server gives it back. */
export function waitingRow(
  id: number,
  said: string,
  me: { readonly userId: number; readonly name: string; readonly richLevel: number; readonly isStar: boolean; readonly isSecret: boolean },
  timeMs: number,
): ChatRow {
  return {
    ...emptyRow(id, timeMs),
    type: 'own-waiting',
    userId: me.userId,
    name: me.name,
    richLevel: me.richLevel,
    text: stripSpacing(said).slice(0, MAX_ROW_CHARS),
    isStar: me.isStar,
    isMe: true,
    isSecret: me.isSecret,
  };
}

const emptyRow = (id: number, timeMs: number): ChatRow => ({
  id,
  type: 'notice',
  userId: 0,
  name: '',
  richLevel: 0,
  text: '',
  isStar: false,
  isMe: false,
  isSecret: false,
  toName: '',
  badges: [],
  timeMs,
});

/** The one place where escaped angle brackets become characters again: rows are drawn as text nodes (core/socket/cleaning.ts). */
const text = (value: unknown, maxChars: number): string =>
  typeof value === 'string'
    ? stripSpacing(asShown(value))
        .trim()
        .slice(0, maxChars)
        .replace(/[\ud800-\udbff]$/, '')
    : '';
const count = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0);
const level = (value: unknown): number => Math.min(MAX_RICH_LEVEL, count(value));
