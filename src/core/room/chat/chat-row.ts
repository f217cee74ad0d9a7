import { countOf } from '../../counts.ts';
import type { Message, RoomMessage } from '../../../wire/registry.ts';
import { stripSpacing } from '../../socket/cleaning.ts';
import { badgesOf } from './chat-badges.ts';
import { mentions } from './mention.ts';
import { senderOf } from './sender.ts';
import { hideMystic } from '../people/mystic.ts';
import { pictureUrl } from '../layout/picture-url.ts';
import type { UserExtension } from '../../../wire/bodies.ts';
import { shownText as text } from '../layout/shown-text.ts';
import type { ChatRow } from '../view.ts';

export interface ChatPeople {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  readonly starId: number;
  /** Nickname of the viewer, '' while it is unknown; lines that mention it are highlighted. */
  readonly name: string;
}

/** Longer text is truncated; this length is two or three lines on the page. */
export const MAX_ROW_CHARS = 500;
export const MAX_NAME_CHARS = 40;
const MAX_RICH_LEVEL = 999;

type Of<N extends Message['name']> = Extract<RoomMessage, { readonly name: N }>;

/** The chat row of a message; null for a message without a row. */
export function chatRow(message: RoomMessage, id: number, people: ChatPeople): ChatRow | null {
  switch (message.name) {
    case 'chat':
    case 'socket-chat':
      return shown(chat(message, id, people), message.body.userExt);
    case 'gift':
    case 'socket-gift':
      return shown(gift(message, id, people), message.body.userExt);
    case 'login':
      return shown(welcome(message, id, people), message.body.userExt);
    case 'common-notice':
    case 'common-notice-room':
    case 'common-notice-all':
    case 'public-notice':
    case 'public-notice-link':
    case 'public-notice-user':
    case 'ceremony-notice':
      return notice(message.timeMs, id, message.body.title, message.body.content);
    case 'headline-message':
      return spoken(message, id, people, message.body.content);
    case 'music-pk-public-chat':
      return spoken(message, id, people, message.body.right ? `${message.body.content} ✓` : message.body.content);
    default:
      return null;
  }
}

/** S35: the row of a mystic viewer has no name. */
const shown = (row: ChatRow | null, ext: UserExtension | null): ChatRow | null =>
  row !== null && ext?.mystic === true ? hideMystic(row) : row;

function chat({ body, timeMs }: Of<'chat' | 'socket-chat'>, id: number, people: ChatPeople): ChatRow | null {
  const said = text(body.chatmsg, MAX_ROW_CHARS);
  if (said === '') return null;
  const userId = senderOf(body);
  const isMe = userId > 0 && userId === people.userId;
  const bubbleId = countOf(body.userExt?.bubble?.id);
  return {
    id,
    type: 'chat',
    userId,
    name: text(body.sendername, MAX_NAME_CHARS) || text(body.nickname, MAX_NAME_CHARS),
    richLevel: level(body.richlevelV2) || level(body.richlevel),
    text: said,
    isStar: userId > 0 && userId === people.starId,
    isMe,
    ...(!isMe && mentions(said, people.name) ? { mentionsMe: true } : {}),
    isSecret: body.issecrect,
    toName: text(body.receivername, MAX_NAME_CHARS),
    badges: badgesOf(body.userExt, body.fanstags),
    ...logoOf(body.userLogo),
    ...(bubbleId > 0 ? { bubble: bubbleId } : {}),
    timeMs,
  };
}

function gift({ body, timeMs }: Of<'gift' | 'socket-gift'>, id: number, people: ChatPeople): ChatRow | null {
  const giftName = text(body.giftname, MAX_NAME_CHARS);
  if (giftName === '') return null;
  const userId = countOf(body.senderid);
  return {
    ...emptyRow(id, timeMs),
    type: 'gift',
    userId,
    name: text(body.sendername, MAX_NAME_CHARS),
    richLevel: level(body.senderrichlevel),
    text: `${giftName} ×${Math.max(1, countOf(body.num))}`,
    isMe: userId > 0 && userId === people.userId,
    toName: text(body.receivername, MAX_NAME_CHARS),
    badges: badgesOf(body.userExt, ''),
    ...logoOf(body.senderlogo),
  };
}

/** The entry of a named viewer; anonymous visitors have no row. */
function welcome({ body, timeMs }: Of<'login'>, id: number, people: ChatPeople): ChatRow | null {
  const name = text(body.nickname, MAX_NAME_CHARS);
  if (name === '') return null;
  const userId = countOf(body.userid);
  return {
    ...emptyRow(id, timeMs),
    type: 'welcome',
    userId,
    name,
    richLevel: level(body.richlevelV2) || level(body.richlevel),
    text: text(body.wellcomes, MAX_ROW_CHARS),
    isStar: userId > 0 && userId === people.starId,
    isMe: userId > 0 && userId === people.userId,
    badges: badgesOf(body.userExt, body.fanstags),
    ...logoOf(body.userLogo),
  };
}

/** Text of a named sender; a notice if there is no sender. */
function spoken(
  { body: { sender }, timeMs }: Of<'headline-message' | 'music-pk-public-chat'>,
  id: number,
  people: ChatPeople,
  content: string,
): ChatRow | null {
  const name = text(sender?.nickname ?? '', MAX_NAME_CHARS);
  const said = text(content, MAX_ROW_CHARS);
  if (sender === null || name === '' || said === '') return notice(timeMs, id, '', content);
  const userId = countOf(sender.userId);
  return {
    ...emptyRow(id, timeMs),
    type: 'chat',
    userId,
    name,
    richLevel: level(sender.richlevel),
    text: said,
    isStar: userId > 0 && userId === people.starId,
    isMe: userId > 0 && userId === people.userId,
    ...(sender.mystic ? { isMystic: true as const } : {}),
  };
}

function notice(timeMs: number, id: number, title: string, content: string): ChatRow | null {
  const line = [text(title, MAX_NAME_CHARS), text(content, MAX_ROW_CHARS)].filter((part) => part !== '').join(' ');
  return line === '' ? null : { ...emptyRow(id, timeMs), type: 'notice', text: line };
}

/** The viewer's own message until the server echoes it. */
export function waitingRow(
  id: number,
  said: string,
  me: {
    readonly userId: number;
    readonly name: string;
    readonly logo: string;
    readonly richLevel: number;
    readonly isStar: boolean;
    readonly isSecret: boolean;
  },
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
    ...logoOf(me.logo),
  };
}

export const emptyRow = (id: number, timeMs: number): ChatRow => ({
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

export function logoOf(url: string): { readonly logo?: string } {
  const logo = pictureUrl(url);
  return logo === '' ? {} : { logo };
}

export const level = (value: number): number => Math.min(MAX_RICH_LEVEL, countOf(value));
