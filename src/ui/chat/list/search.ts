import type { ChatRow } from '../../../core/room/view.ts';

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
export function markMatches(row: HTMLElement, query: string): void {
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
