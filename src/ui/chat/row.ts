import type { Badge, ChatRow } from '../../workers/core/room/view.ts';
import type { Text } from '../text/zh-CN.ts';
import { CHAT_LIMITS } from './limits.ts';
import css from './Chat.module.css';

/** The words that a row needs; a row is made outside React. */
export type RowText = Pick<
  Text,
  | 'chatStar'
  | 'chatColon'
  | 'chatGives'
  | 'chatGivesTo'
  | 'chatMe'
  | 'chatSecret'
  | 'chatToShort'
  | 'chatSays'
  | 'chatWelcome'
  | 'chatWaiting'
  | 'level'
>;

/** Rich levels come in tiers of ten, each with a colour. */
const LEVELS_PER_TIER = 10;
const HIGHEST_TIER = 4;

export const levelTier = (level: number): number => Math.min(HIGHEST_TIER, Math.max(0, Math.floor(level / LEVELS_PER_TIER)));

function span(className: string | undefined, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  if (className !== undefined) element.className = className;
  // Text only: what a stranger wrote is never read as markup.
  element.textContent = text;
  return element;
}

function badge({ type, text, level, iconUrl }: Badge): HTMLElement {
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
  if (text !== '') element.append(span(undefined, text));
  else if (level > 0 && type !== 'fan') element.append(span(undefined, String(level)));
  return element;
}

/** One row of the list. */
export function renderRow(row: ChatRow, text: RowText): HTMLElement {
  const element = document.createElement('div');
  element.className = css.row ?? '';
  element.dataset['type'] = row.type;
  element.dataset['id'] = String(row.id);
  if (row.type === 'notice') {
    element.append(span(css.text, row.text));
    return element;
  }
  if (row.isStar) element.dataset['star'] = '';
  if (row.isMe) element.dataset['me'] = '';
  if (row.isSecret) element.append(span(css.tag, text.chatSecret));
  if (row.isStar) element.append(span(css.starTag, text.chatStar));
  if (row.richLevel > 0) {
    const level = span(css.level, String(row.richLevel));
    level.dataset['tier'] = String(levelTier(row.richLevel));
    level.title = text.level(row.richLevel);
    element.append(level);
  }
  for (const one of row.badges.slice(0, CHAT_LIMITS.badges)) element.append(badge(one));
  if (row.type === 'welcome') element.append(span(css.quiet, text.chatWelcome));
  if (row.name !== '') {
    const name = document.createElement('button');
    name.type = 'button';
    name.className = css.name ?? '';
    name.tabIndex = -1;
    name.textContent = row.name;
    name.dataset['userId'] = String(row.userId);
    element.append(name);
  }
  const isGift = row.type === 'gift';
  if (isGift) element.append(span(css.quiet, row.toName === '' ? text.chatGives : text.chatGivesTo));
  else if (row.toName !== '') element.append(span(css.quiet, text.chatToShort));
  if (row.toName !== '') element.append(span(css.to, row.toName));
  if (row.toName !== '' && !isGift && text.chatSays !== '') element.append(span(css.quiet, text.chatSays));
  if (row.type === 'chat' || row.type === 'own-waiting') element.append(span(css.colon, text.chatColon));
  element.append(span(css.text, row.text));
  if (row.type === 'own-waiting') {
    const waiting = span(css.waiting, '');
    waiting.title = text.chatWaiting;
    waiting.setAttribute('role', 'img');
    waiting.setAttribute('aria-label', text.chatWaiting);
    element.append(waiting);
  }
  return element;
}
