import { useEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';

import type { ChatRow } from '../../workers/core/room/view.ts';
import { useText } from '../text/text.ts';
import type { Text } from '../text/zh-CN.ts';
import css from './Chat.module.css';
import { CHAT_LIMITS } from './limits.ts';
import { renderRow } from './row.ts';

/** All rows that are kept, as they were when somebody asked for them; only those on the screen are in the DOM. */
export default function ChatHistoryList({ rows }: { rows: readonly ChatRow[] }) {
  const text = useText();
  const list = useRef<VListHandle>(null);
  useEffect(() => {
    // Begins where the tail ended, so that reading goes on.
    list.current?.scrollToIndex(Math.max(0, rows.length - CHAT_LIMITS.tailRows), { align: 'end' });
  }, [rows]);
  return (
    <div className={css.history} role="log" aria-live="off" aria-label={text.chatHistoryNote} tabIndex={0}>
      <VList ref={list} data={rows}>
        {(row) => <HistoryRow key={row.id} row={row} text={text} />}
      </VList>
    </div>
  );
}

/** The same row as in the tail, made by the same hands. */
function HistoryRow({ row, text }: { row: ChatRow; text: Text }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(renderRow(row, text)), [row, text]);
  return <div ref={place} className={css.place} />;
}
