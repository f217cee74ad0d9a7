import { countOf } from '../../counts.ts';
import type { Message, RoomMessage } from '../../../wire/registry.ts';
import { stripSpacing } from '../../socket/cleaning.ts';
import { hideMystic } from '../people/mystic.ts';
import { pictureUrl, shownText as text, shownText } from '../layout/shown-text.ts';
import type { UserExtension } from '../../../wire/body.ts';
import type { ChatRow, Badge, MarkType } from '../view.ts';

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
  const line = text(body.chatmsg, MAX_ROW_CHARS);
  if (line === '') return null;
  const userId = senderOf(body);
  const isMe = userId > 0 && userId === people.userId;
  const bubbleId = countOf(body.userExt?.bubble?.id);
  return {
    id,
    type: 'chat',
    userId,
    name: text(body.sendername, MAX_NAME_CHARS) || text(body.nickname, MAX_NAME_CHARS),
    richLevel: level(body.richlevelV2) || level(body.richlevel),
    text: line,
    isStar: userId > 0 && userId === people.starId,
    isMe,
    ...(!isMe && mentions(line, people.name) ? { mentionsMe: true } : {}),
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
  const line = text(content, MAX_ROW_CHARS);
  if (sender === null || name === '' || line === '') return notice(timeMs, id, '', content);
  const userId = countOf(sender.userId);
  return {
    ...emptyRow(id, timeMs),
    type: 'chat',
    userId,
    name,
    richLevel: level(sender.richlevel),
    text: line,
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
  line: string,
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
    text: stripSpacing(line).slice(0, MAX_ROW_CHARS),
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

/** Maximum number of badges of one name; the page shows fewer. */
export const MAX_BADGES = 12;
const MAX_BADGE_CHARS = 16;
/** Real levels have one or two digits; the limit keeps a hostile level from filling a row. */
const MAX_LEVEL = 999;

/** P11: `s` of a mount that is shown; a mount with any other status is owned and not in use. */
export const MOUNT_IN_USE = 1;

/** Badges rendered before a nickname. `ext` was parsed before (wire/body.ts). */
export function badgesOf(ext: UserExtension | null, fanTags: string): readonly Badge[] {
  const badges = ext === null ? fans(fanTags) : [...fans(fanTags), ...extensionBadges(ext)];
  return badges.slice(0, MAX_BADGES);
}

function extensionBadges(ext: UserExtension): Badge[] {
  const { intimacy, userGuard, vipData, plate, starCard, usingMount, luckyLabel, userStateVo, fancyNumInfo } = ext;
  return [
    ...badge('guard', userGuard?.name, userGuard?.level, userGuard?.iconUrl),
    // The week level if present, else `c`; S20 gives `c` no separate meaning.
    ...badge('vip', '', vipData === null ? 0 : vipData.weekVipLevel || vipData.c, ''),
    ...badge('plate', plate?.name, plate?.level, plate?.iconUrl),
    ...ext.medalList.flatMap(({ name, level, iconUrl }) => badge('medal', name, level, iconUrl)),
    ...ext.honorList.flatMap(({ name, level, iconUrl }) => badge('honor', name, level, iconUrl)),
    ...badge('star-card', starCard?.name, starCard?.level, starCard?.iconUrl),
    ...(usingMount?.s === MOUNT_IN_USE ? badge('mount', usingMount.n, 0, usingMount.bi) : []),
    ...badge('lucky', luckyLabel?.name, 0, luckyLabel?.iconUrl),
    ...badge('state', userStateVo?.content, 0, userStateVo?.icon),
    ...badge('fancy-number', fancyNumInfo?.number, fancyNumInfo?.level, fancyNumInfo?.iconUrl),
    ...mark('worship', ext.worship),
    ...mark('black-card', ext.blackCard),
    ...badge('intimacy', '', intimacy?.level, ''),
    ...mark('annual-guard', (userGuard?.annual ?? 0) > 0),
    ...mark('android', ext.isAndroid),
  ];
}

/** Fan tags are one text, separated by commas, or a JSON list of texts. */
function fans(tags: string): Badge[] {
  if (tags === '') return [];
  return tags
    .slice(0, MAX_BADGE_CHARS * MAX_BADGES)
    .replaceAll(/["[\]]/g, '')
    .split(',')
    .flatMap((tag) => badge('fan', tag.trim(), 0, ''));
}

const mark = (type: MarkType, isThere: boolean): Badge[] => (isThere ? [{ type, text: '', level: 0, iconUrl: '' }] : []);

/** Empty if there is nothing to draw. */
function badge(type: Badge['type'], name = '', level = 0, icon = ''): Badge[] {
  const text = shownText(name, MAX_BADGE_CHARS);
  const shown = level > 0 && level <= MAX_LEVEL ? level : 0;
  const iconUrl = pictureUrl(icon);
  return text === '' && shown === 0 && iconUrl === '' ? [] : [{ type, text, level: shown, iconUrl }];
}

/** User id of the sender of a line; 0 for none. A server may send it in `userid` alone. */
export const senderOf = ({ senderid, userid }: { readonly senderid: number; readonly userid: number }): number =>
  countOf(senderid) || countOf(userid);

/** True when a line mentions `@name`, followed by the end or a character that cannot be part of a name. False for ''. */
export function mentions(line: string, name: string): boolean {
  if (name === '' || line === '') return false;
  const call = `@${name}`;
  for (let at = line.indexOf(call); at >= 0; at = line.indexOf(call, at + 1)) {
    const next = String.fromCodePoint(line.codePointAt(at + call.length) ?? SPACE);
    if (!/[\p{L}\p{N}\p{M}_]/u.test(next)) return true;
  }
  return false;
}
const SPACE = 32;

/** True for rows that a flood may drop or delay: not the viewer's own, not the star's, and none that mentions the viewer. */
export const isChatOfOthers = (row: ChatRow): boolean => !row.isMe && !row.isStar && row.mentionsMe !== true;
