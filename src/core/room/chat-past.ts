import { countOf } from '../counts.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { emptyRow, level, logoOf, MAX_NAME_CHARS, MAX_ROW_CHARS, type ChatPeople } from './chat-row.ts';
import { hideMystic } from './mystic.ts';
import { shownText as text } from './shown-text.ts';
import type { ChatRow } from './view.ts';

/** Lines from before the entry that are shown: the newest. */
export const MAX_PAST_ROWS = 30;

/** Lines that were said before the viewer came, oldest first, and the row that ends them; nothing without a line. */
function pastRows({ lines }: BodyOfMessage<'chat-history'>, people: ChatPeople, nextId: () => number): readonly ChatRow[] {
  const rows = lines.slice(-MAX_PAST_ROWS).flatMap(({ user, text: line, timeMs, mystic }): ChatRow[] => {
    const said = text(line, MAX_ROW_CHARS);
    const name = text(user?.nickname ?? '', MAX_NAME_CHARS);
    // The number of a mystic viewer is negative here (mystic.ts).
    const userId = countOf(Math.abs(user?.userId ?? 0));
    if (said === '' || user === null || userId === 0 || name === '') return [];
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
  /** The rows of what was said before the entry; none behind what others said on this page, and none for a second time. */
  take(body: BodyOfMessage<'chat-history'>, people: ChatPeople, nextId: () => number, blocked: ReadonlySet<number>): readonly ChatRow[];
  /** False for a line that stands there already: a server may say it again after the login. */
  isNew(row: ChatRow): boolean;
}

/** What was said before the viewer came, in front of the chat of this page. */
export function createPast(): Past {
  let hasTalk = false;
  let known: ReadonlySet<string> = new Set();
  return {
    take(body, people, nextId, blocked) {
      if (hasTalk || known.size > 0) return [];
      const rows = pastRows(body, people, nextId).filter(({ userId }) => !blocked.has(userId));
      known = new Set(rows.map((row) => keyOf(row)));
      return rows;
    },
    isNew(row) {
      if (row.type === 'chat' && !row.isMe) hasTalk = true;
      return known.size === 0 || !known.has(keyOf(row));
    },
  };
}
