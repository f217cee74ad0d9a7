import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { Icon } from '../../../design/icons/Icon.tsx';
import { isOfInputMethod } from '../../page/input-method.ts';
import { useLanguage } from '../../text/text.ts';
import ChatHistoryList, { cleanQuery, findRows, MAX_QUERY_CHARS, useUnblocked } from './ChatHistoryList.tsx';
import css from './ChatSearch.module.css';
import type { ChatTail } from './tail.ts';

const TEXT = {
  'zh-CN': {
    label: '搜索聊天记录',
    older: '上一条',
    newer: '下一条',
    close: '关闭搜索',
    none: '没有找到',
    count: (at: number, all: number) => `${at}/${all}`,
  },
  en: {
    label: 'Search the chat',
    older: 'Previous match',
    newer: 'Next match',
    close: 'Close search',
    none: 'No match',
    count: (at: number, all: number) => `${at} of ${all}`,
  },
} as const;

/** Searches all rows kept when the query changes, and starts at the newest match. Chat continues in the background. */
export default function ChatSearch({ tail, onClose }: { readonly tail: ChatTail; readonly onClose: () => void }) {
  const text = TEXT[useLanguage()];
  const box = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [snapshot, setSnapshot] = useState(() => tail.older());
  const rows = useUnblocked(snapshot.rows);
  const found = useMemo(() => findRows(rows, query), [rows, query]);
  const [fromEnd, setFromEnd] = useState(0);
  const at = found.length - 1 - Math.min(fromEnd, found.length - 1);
  const hasQuery = cleanQuery(query) !== '';

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    const search = box.current;
    search?.querySelector('input')?.focus();
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isOfInputMethod(event)) return;
      event.preventDefault();
      close();
    };
    search?.addEventListener('keydown', pressed);
    return () => {
      search?.removeEventListener('keydown', pressed);
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    };
  }, []);

  const step = (by: number): void => setFromEnd(Math.max(0, Math.min(found.length - 1, fromEnd + by)));
  return (
    <div ref={box} className={css.search} data-chat-search="" role="search">
      <div className={css.bar}>
        <input
          type="search"
          className={css.field}
          aria-label={text.label}
          placeholder={text.label}
          maxLength={MAX_QUERY_CHARS}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setSnapshot(tail.older());
            setFromEnd(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return;
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
        <span className={css.count} role="status">
          {hasQuery && (found.length === 0 ? text.none : text.count(at + 1, found.length))}
        </span>
        <button type="button" className="icon-button" data-turned="" aria-label={text.older} disabled={at <= 0} onClick={() => step(1)}>
          <Icon name="down" size={17} />
        </button>
        <button type="button" className="icon-button" aria-label={text.newer} disabled={at >= found.length - 1} onClick={() => step(-1)}>
          <Icon name="down" size={17} />
        </button>
        <button type="button" className="icon-button" aria-label={text.close} onClick={onClose}>
          <Icon name="close" size={17} />
        </button>
      </div>
      <div className={css.rows}>
        <ChatHistoryList rows={rows} firstDrawn={found[at] ?? rows.length - 1} query={query} found={found[at] ?? -1} />
      </div>
    </div>
  );
}
