import { entryOf, type Entry } from '../../core/room/chat/welcome.ts';
import { asShown, stripSpacing } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Tip } from './rules.ts';

export const TIP_LIMITS = {
  name: { value: 20, unit: 'characters of a nickname, as a reader counts them' },
  words: { value: 20, unit: 'characters of the welcome text' },
} as const satisfies Record<string, { value: number; unit: string }>;
const MAX_RICH_LEVEL = 999;

/** Truncates by code point, so that an emoji is not cut in half. */
const text = (value: string, { value: maxChars }: { readonly value: number }): string =>
  Array.from(stripSpacing(asShown(value.slice(0, 8 * maxChars))).trim())
    .slice(0, maxChars)
    .join('');

/** An entry and the tip for it if it is welcomed. `ownId`: 0 for a guest. */
export function readEntry(body: BodyOfMessage<'login'>, ownId: number): { readonly entry: Entry; readonly tip: Tip } {
  const read = entryOf(body, ownId);
  const nickname = text(body.nickname, TIP_LIMITS.name);
  const tip: Tip = {
    ...tipOf('entry', read.userId, nickname, read.richLevel, body.userExt?.mystic === true, read.isOwn),
    words: text(body.wellcomes, TIP_LIMITS.words),
  };
  return { entry: { ...read, nickname }, tip };
}

/** null: for another room, or without a user. */
export function readFollow(body: BodyOfMessage<'follow'>, ownId: number, roomId: number): Tip | null {
  const { userId, richLevel, isOwn } = entryOf({ ...body, referer: '' }, ownId);
  const nickname = text(body.nickname, TIP_LIMITS.name);
  if (nickname === '' || userId === 0 || (body.roomid !== 0 && body.roomid !== roomId)) return null;
  return tipOf('follow', userId, nickname, richLevel, body.userExt?.mystic === true, isOwn);
}

/** S35: a mystic viewer has level 0 here too, so that the timing of the queue does not reveal the level. */
const tipOf = (kind: Tip['kind'], userId: number, nickname: string, richLevel: number, isMystic: boolean, isOwn: boolean): Tip => ({
  kind,
  userId: isMystic ? 0 : userId,
  name: nickname,
  richLevel: isMystic ? 0 : Math.min(MAX_RICH_LEVEL, richLevel),
  words: '',
  isOwn,
});
