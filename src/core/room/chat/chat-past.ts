import { countOf } from '../../counts.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';
import { emptyRow, level, logoOf, MAX_NAME_CHARS, MAX_ROW_CHARS, type ChatPeople } from './chat-row.ts';
import { hideMystic } from '../people/mystic.ts';
import { shownText as text } from '../layout/shown-text.ts';
import type { ChatRow } from '../view.ts';

/** Number of newest lines from before the entry that are shown. */
const MAX_PAST_ROWS = 30;

type IsHidden = (userId: number, text: string) => boolean;

/** Lines sent before the viewer entered, oldest first, followed by a separator row; empty without lines. */
function pastRows(
  { lines }: BodyOfMessage<'chat-history'>,
  people: ChatPeople,
  nextId: () => number,
  isHidden: IsHidden,
): readonly ChatRow[] {
  const rows = lines.slice(-MAX_PAST_ROWS).flatMap(({ user, text: line, timeMs, mystic }): ChatRow[] => {
    const said = text(line, MAX_ROW_CHARS);
    const name = text(user?.nickname ?? '', MAX_NAME_CHARS);
    // A mystic viewer has a negative id here (mystic.ts).
    const userId = countOf(Math.abs(user?.userId ?? 0));
    if (said === '' || user === null || userId === 0 || name === '' || isHidden(userId, said)) return [];
    const row: ChatRow = {
      ...emptyRow(nextId(), countOf(timeMs)),
      type: 'chat',
      userId,
      name,
      ...logoOf(user.userLogo),
      richLevel: level(user.richlevel),
      text: said,
      isStar: userId === people.starId,
      isMe: userId === people.userId,
    };
    return [mystic || user.mystic ? hideMystic(row) : row];
  });
  const last = rows.at(-1);
  return last === undefined ? [] : [...rows, { ...emptyRow(nextId(), last.timeMs), type: 'past-end' }];
}

const keyOf = ({ userId, text, timeMs }: ChatRow): string => `${userId} ${timeMs} ${text}`;

export interface Past {
  /** Rows of the chat before the entry; none after other users' lines were shown on this page, and none the second time. */
  take(body: BodyOfMessage<'chat-history'>, people: ChatPeople, nextId: () => number, isHidden: IsHidden): readonly ChatRow[];
  /** False for a line that is already in the list, because a server may send it again after the login. */
  isNew(row: ChatRow): boolean;
}

/** The chat from before the entry, shown above the chat of this page. */
export function createPast(): Past {
  let hasChat = false;
  let known: ReadonlySet<string> = new Set();
  return {
    take(body, people, nextId, isHidden) {
      if (hasChat || known.size > 0) return [];
      const rows = pastRows(body, people, nextId, isHidden);
      known = new Set(rows.map((row) => keyOf(row)));
      return rows;
    },
    isNew(row) {
      if (row.type === 'chat' && !row.isMe) hasChat = true;
      return known.size === 0 || !known.has(keyOf(row));
    },
  };
}
