import type { Badge, ChatRow, MarkType } from '../../../core/room/view.ts';
import { sizedImage } from '../../../core/room/layout/image-sizes.ts';
import { shownName, levelTier } from '../../people/shown.ts';
import { firstLetter } from '../../text/text.ts';
import type { Text } from '../../text/zh-CN.ts';
import { hasSticker, splitStickers, type Sticker } from '../send/stickers.ts';
import { CHAT_LIMITS } from '../limits.ts';
import css from '../Chat.module.css';

/** Badges shown on the profile card but not in a row. */
const CARD_BADGES: ReadonlySet<string> = new Set<MarkType>(['annual-guard', 'android']);

/** Texts of a row; a row is created outside React. */
export interface RowText extends Text {
  /** Whether the viewer has chosen to mark such rows. */
  readonly isMarked?: ((row: ChatRow) => boolean) | null;
}

function span(className: string | undefined, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  if (className !== undefined) element.className = className;
  // Text only: content of other users is never parsed as markup.
  element.textContent = text;
  return element;
}

/** Not a tab stop; keys move between the names of a list (list-events.ts). */
function button(className: string | undefined, text: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className ?? '';
  element.tabIndex = -1;
  element.textContent = text;
  return element;
}

const isMark = (type: Badge['type']): type is MarkType => type === 'worship' || type === 'black-card' || type === 'intimacy';
/** Number of bubble colours; an id selects one of them. */
const BUBBLES = 4;

function badge({ type, text, level, iconUrl }: Badge, words: RowText): HTMLElement {
  const element = span(css.badge, '');
  element.dataset['type'] = type;
  if (/^(?:https?:\/)?\//.test(iconUrl)) {
    const image = new Image(16, 16);
    image.referrerPolicy = 'no-referrer';
    image.decoding = 'async';
    image.alt = '';
    image.src = iconUrl;
    image.addEventListener('error', () => image.remove());
    element.append(image);
  }
  if (level > 0 && type === 'fan') element.append(span(css.badgeLevel, String(level)));
  if (isMark(type)) element.append(span(undefined, words.chatMarks[type]));
  if (text !== '') element.append(span(undefined, text));
  else if (level > 0 && type !== 'fan') element.append(span(undefined, String(level)));
  return element;
}

/** Diameter of a portrait in a row, in CSS pixels. */
const PORTRAIT_PX = 20;
/** Background colours of placeholder letters. */
const LETTER_GROUNDS = ['#4a5a86', '#7a4a86', '#2f6d66', '#8a4a52', '#75612c', '#3f6a3c'] as const;

/** First letter of the name as a placeholder; a mystic viewer has no letter (S35). Hidden from screen readers, because the name follows. */
function portrait({ logo = '', name, userId }: ChatRow): HTMLElement {
  const element = span(css.portrait, '');
  element.dataset['type'] = 'portrait';
  element.setAttribute('aria-hidden', 'true');
  const showLetter = (): void => {
    element.dataset['letter'] = firstLetter(name);
    element.style.background = LETTER_GROUNDS[Math.abs(userId) % LETTER_GROUNDS.length]!;
  };
  if (logo === '') {
    showLetter();
    return element;
  }
  const image = new Image(PORTRAIT_PX, PORTRAIT_PX);
  const { src, srcSet } = sizedImage(logo, PORTRAIT_PX);
  Object.assign(image, { referrerPolicy: 'no-referrer', decoding: 'async', alt: '', srcset: srcSet, sizes: `${PORTRAIT_PX}px`, src });
  image.addEventListener('error', () => {
    image.remove();
    showLetter();
  });
  element.append(image);
  return element;
}

const withPortrait = (row: ChatRow): boolean => row.name !== '' && row.isMystic !== true && row.userId >= 0;

/** Reason of the failure, as sent by the server if possible, and a retry button. */
function failureOf(id: number, { why, message }: NonNullable<ChatRow['failure']>, text: RowText): HTMLElement {
  const element = span(css.failure, '');
  element.setAttribute('role', 'status');
  element.append(span(undefined, message === '' ? text.chatFailures[why] : message));
  const again = button(css.resend, text.chatResend);
  again.tabIndex = 0;
  again.dataset['resend'] = String(id);
  element.append(again);
  return element;
}

/** Text of the line. An address is not a link: it can only be copied, so that a click on a stranger's text never leaves the room. */
function messageOf({ bubble, text, type }: ChatRow, words: RowText): HTMLElement {
  const className = bubble === undefined ? css.text : `${css.text ?? ''} ${css.bubble ?? ''}`;
  const isLine = type !== 'gift' && type !== 'welcome';
  // Fast path: during a flood most lines are plain text.
  const isPlain = !isLine || !(hasLink(text) || hasSticker(text));
  const element = span(className, isPlain ? text : '');
  if (type === 'chat') element.dataset['chatLine'] = '';
  if (isPlain) return element;
  splitLinks(text).forEach((part, at) => element.append(...(at % 2 === 1 ? [copyButton(part, words)] : withStickers(part, words))));
  const [only, ...others] = element.childNodes;
  if (only instanceof HTMLImageElement && others.length === 0) only.dataset['alone'] = '';
  return element;
}

const withStickers = (text: string, words: RowText): readonly (string | Node)[] =>
  splitStickers(text).map((part) => (typeof part === 'string' ? part : stickerImage(part, words)));

function stickerImage(sticker: Sticker, { lang }: RowText): HTMLImageElement {
  const image = new Image();
  image.className = css.sticker ?? '';
  image.alt = lang === 'zh-CN' ? sticker['zh-CN'] : sticker.en;
  image.title = image.alt;
  image.src = sticker.picture;
  return image;
}

function copyButton(address: string, words: RowText): HTMLElement {
  const copy = button(css.link, address);
  copy.title = words.chatCopyLink;
  copy.dataset['copy'] = address;
  return copy;
}

/** Number of lines that the row stands for; a press says the line once more. */
function plusButton(times: number, { lang }: RowText): HTMLElement {
  const plus = button(css.plus, `×${times}`);
  plus.title = lang === 'zh-CN' ? '+1，说同样的话' : '+1: say the same';
  plus.dataset['plus'] = '';
  return plus;
}

/** One row of the list. */
export function renderRow(row: ChatRow, text: RowText): HTMLElement {
  const element = document.createElement('div');
  element.className = css.row ?? '';
  element.dataset['type'] = row.type;
  element.dataset['id'] = String(row.id);
  if (row.type === 'notice' || row.type === 'past-end') {
    element.append(span(css.text, row.type === 'notice' ? row.text : text.chatPastEnd));
    return element;
  }
  if (row.isStar) element.dataset['star'] = '';
  if (row.bubble !== undefined) element.dataset['bubble'] = String(row.bubble % BUBBLES);
  if (row.isMe) element.dataset['me'] = '';
  if (row.mentionsMe === true) element.dataset['mention'] = '';
  if (text.isMarked?.(row) === true) element.dataset['marked'] = '';
  if (withPortrait(row)) element.append(portrait(row));
  if (row.isSecret) element.append(span(css.tag, text.chatSecret));
  if (row.isStar) element.append(span(css.starTag, text.chatStar));
  if (row.richLevel > 0) {
    const level = span(css.level, String(row.richLevel));
    level.dataset['tier'] = String(levelTier(row.richLevel));
    level.title = text.level(row.richLevel);
    element.append(level);
  }
  for (const one of row.badges.filter(({ type }) => !CARD_BADGES.has(type)).slice(0, CHAT_LIMITS.badges)) element.append(badge(one, text));
  // In English the server's words after the name are a sentence without the welcome.
  if (row.type === 'welcome' && (row.text === '' || text.lang !== 'en')) element.append(span(css.quiet, text.chatWelcome));
  const isGift = row.type === 'gift';
  const isAnnounced = row.type === 'chat' || row.type === 'own-waiting' || row.type === 'own-failed';
  // A line may break after a button, but never before a colon.
  const isColonBesideName = isAnnounced && row.name !== '' && row.toName === '';
  if (row.name !== '') {
    const name = button(css.name, shownName(row.name, text.lang));
    name.dataset['userId'] = String(row.userId);
    if (row.isMystic === true) name.dataset['mystic'] = '';
    if (isColonBesideName) {
      const speaker = span(css.speaker, '');
      speaker.append(name, span(css.colon, text.chatColon));
      element.append(speaker);
    } else element.append(name);
  }
  if (isGift) element.append(span(css.quiet, row.toName === '' ? text.chatGives : text.chatGivesTo));
  else if (row.toName !== '') element.append(span(css.quiet, text.chatToShort));
  if (row.toName !== '') element.append(span(css.to, shownName(row.toName, text.lang)));
  if (row.toName !== '' && !isGift && text.chatSays !== '') element.append(span(css.quiet, text.chatSays));
  if (isAnnounced && !isColonBesideName) element.append(span(css.colon, text.chatColon));
  element.append(messageOf(row, text));
  if (row.times !== undefined) element.append(plusButton(row.times, text));
  if (row.type === 'own-waiting') {
    const waiting = span(css.waiting, '');
    waiting.title = text.chatWaiting;
    waiting.setAttribute('role', 'img');
    waiting.setAttribute('aria-label', text.chatWaiting);
    element.append(waiting);
  }
  if (row.failure !== undefined && row.type === 'own-failed') element.append(failureOf(row.id, row.failure, text));
  return element;
}

/** Longer addresses are plain text; characters. */
const MAX_LINK_CHARS = 300;
/** Ends at a space, a bracket, or Chinese punctuation. */
const ADDRESS = /https?:\/\/[^\s<>"'`（）【】《》“”，。！？、；：]+/gi;
/** Punctuation at the end belongs to the sentence. */
const TRAILING = /[).,;:!?\]]+$/;

const hasLink = (text: string): boolean => text.includes('://');

/** Splits the text so that every second part is an address; joined they are the text. */
export function splitLinks(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(TRAILING, '');
    if (address.length > MAX_LINK_CHARS) continue;
    parts.push(text.slice(from, found.index), address);
    from = found.index + address.length;
  }
  return [...parts, text.slice(from)];
}
