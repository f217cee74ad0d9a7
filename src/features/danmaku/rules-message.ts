import { senderOf } from '../../core/room/chat/sender.ts';
import { asShown, stripSpacing } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** Code points of one line; longer text ends in an ellipsis. */
const MAX_LINE_CHARS = 48;
/** Maximum number of UTF-16 units of a message that are read. */
const MAX_READ_UNITS = 500;

/** Control characters, and marks that change the text direction. */
// oxlint-disable-next-line no-control-regex
const NOT_SHOWN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2066-\u2069\ufeff]+/g;

export interface ChatLine {
  readonly text: string;
  readonly isOwn: boolean;
  readonly isStar: boolean;
}

/** The flying line of a chat message; null for a private message or one without text. Drawn as a text node, never as markup. */
export function readLine(body: BodyOfMessage<'chat'>, people: { readonly userId: number; readonly starId: number }): ChatLine | null {
  if (body.issecrect) return null;
  const said = stripSpacing(asShown(body.chatmsg.slice(0, MAX_READ_UNITS)))
    .replace(NOT_SHOWN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (said === '') return null;
  const chars = Array.from(said);
  const userId = senderOf(body);
  return {
    text: chars.length > MAX_LINE_CHARS ? `${chars.slice(0, MAX_LINE_CHARS - 1).join('')}…` : said,
    isOwn: userId > 0 && userId === people.userId,
    isStar: userId > 0 && userId === people.starId,
  };
}
