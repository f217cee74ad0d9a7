import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';

import type { ChatRow } from '../../../core/room/view.ts';
import { useRoom } from '../../room-context.ts';
import { useText } from '../../text/text.ts';
import type { Text as PageText } from '../../text/zh-CN.ts';
import css from '../Chat.module.css';
import { renderRow } from './row.ts';

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
function HistoryRow({ row, text, query, isFound }: { row: ChatRow; text: PageText; query: string; isFound: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = renderRow(row, text);
    if (query !== '') markMatches(drawn, query);
    drawn.toggleAttribute('data-found', isFound);
    place.current?.replaceChildren(drawn);
  }, [row, text, query, isFound]);
  return <div ref={place} className={css.place} />;
}

/** Characters of a query; a line has at most 500. */
export const MAX_QUERY_CHARS = 60;

/** '' means no search. */
export const cleanQuery = (query: string): string => folded(query.slice(0, MAX_QUERY_CHARS).trim());

/** Case-insensitive. A text whose length changes in lower case is compared as it is, so that offsets stay valid. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Indices in `rows`, oldest first, of rows whose name or text contains the query. Bounded by the number of rows. */
export function findRows(rows: readonly ChatRow[], query: string): readonly number[] {
  const wanted = cleanQuery(query);
  if (wanted === '') return [];
  return rows.flatMap(({ name, text }, at) => (folded(name).includes(wanted) || folded(text).includes(wanted) ? [at] : []));
}

/** Splits the text so that every second part is a match; joined they are the text. */
export function splitMatches(text: string, query: string): readonly string[] {
  const wanted = cleanQuery(query);
  if (wanted === '') return [text];
  const source = folded(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = source.indexOf(wanted); at >= 0; at = source.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** Wraps matches in a rendered row in <mark>; the content remains text. */
function markMatches(row: HTMLElement, query: string): void {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
  for (const node of nodes) {
    const parts = splitMatches(node.data, query);
    if (parts.length > 1) node.replaceWith(...parts.map((part, at) => (at % 2 === 1 ? markOf(part) : part)));
  }
}

function markOf(text: string): HTMLElement {
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}
