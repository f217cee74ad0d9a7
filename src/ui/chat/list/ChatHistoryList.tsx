import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';

import type { ChatRow } from '../../../core/room/view.ts';
import { useRoom } from '../../room-context.ts';
import { useText } from '../../text/text.ts';
import type { Text } from '../../text/zh-CN.ts';
import css from '../Chat.module.css';
import { renderRow } from './row.ts';
import { markMatches } from './search.ts';

interface ChatHistoryProps {
  readonly rows: readonly ChatRow[];
  readonly firstDrawn: number;
  /** The search query and the index of the shown match; '' and -1 without a search. */
  readonly query?: string;
  readonly found?: number;
}

/** The rows without those of users that were blocked after the rows were taken from the list. */
export function useUnblocked(rows: readonly ChatRow[]): readonly ChatRow[] {
  const { blocked } = useRoom('chat');
  return useMemo(() => {
    const ids = new Set(blocked.map(({ userId }) => userId));
    return rows.filter(({ userId }) => !ids.has(userId));
  }, [rows, blocked]);
}

/** All kept rows at the time of opening; only rows on the screen are in the DOM. */
export default function ChatHistoryList({ rows, firstDrawn, query = '', found = -1 }: ChatHistoryProps) {
  const text = useText();
  const list = useRef<VListHandle>(null);
  const shown = useUnblocked(rows);
  const scrollTo = useEffectEvent((at: number, align: 'center' | 'end'): void => {
    list.current?.scrollToIndex(shown.indexOf(rows[at]!), { align });
  });
  useEffect(() => {
    // Starts at the first row of the live list, so that the viewer can read on; a match is centred.
    scrollTo(firstDrawn, found >= 0 ? 'center' : 'end');
  }, [firstDrawn, found]);
  return (
    <div className={css.history} role="log" aria-live="off" aria-label={text.chatHistoryNote} tabIndex={0}>
      <VList ref={list} data={shown}>
        {(row) => <HistoryRow key={row.id} row={row} text={text} query={query} isFound={row === rows[found]} />}
      </VList>
    </div>
  );
}

/** A row, rendered by the same function as in the live list. */
function HistoryRow({ row, text, query, isFound }: { row: ChatRow; text: Text; query: string; isFound: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = renderRow(row, text);
    if (query !== '') markMatches(drawn, query);
    drawn.toggleAttribute('data-found', isFound);
    place.current?.replaceChildren(drawn);
  }, [row, text, query, isFound]);
  return <div ref={place} className={css.place} />;
}
