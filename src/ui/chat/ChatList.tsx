import { lazy, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import type { ChatRow } from '../../workers/core/room/view.ts';
import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { Part } from '../overlays/Part.tsx';
import { formatCount, useText } from '../text/text.ts';
import css from './Chat.module.css';
import { CHAT_LIMITS } from './limits.ts';
import type { Receiver } from './SendBox.tsx';
import { ChatTail, type TailState } from './tail.ts';

const ChatHistoryList = lazy(async () => import('./ChatHistoryList.tsx'));

/** Nearer to the end than this counts as being there, CSS pixels. */
const END_PX = 28;

/** Hosts the live tail; the virtual list of older rows replaces it only while somebody reads them. */
export function ChatList({ onPick }: { onPick: (receiver: Receiver) => void }) {
  const { store } = useHands();
  const { connection } = useRoom('chat');
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [tail, setTail] = useState<ChatTail | null>(null);
  const [state, setState] = useState<TailState>({ isFollowing: true, unseen: 0, isEmpty: true, hasOlder: false });
  const [older, setOlder] = useState<readonly ChatRow[] | null>(null);

  // The tail outlives a change of language.
  const firstText = useEffectEvent(() => text);
  useEffect(() => {
    if (list.current === null) return undefined;
    const made = new ChatTail(list.current, firstText(), setState);
    setTail(made);
    const stop = store.onChat((batch) => made.take(batch));
    return () => {
      stop();
      made.clear();
    };
  }, [store]);
  useEffect(() => tail?.setText(text), [tail, text]);

  const toEnd = (): void => {
    setOlder(null);
    tail?.follow(true);
  };
  // After the list is shown again: a hidden one cannot be scrolled.
  useLayoutEffect(() => {
    if (older === null && state.isFollowing && scroller.current !== null) scroller.current.scrollTop = 0;
  }, [older, state.isFollowing]);

  // Rows stand outside React: one listener for all names.
  const whole = useRef<HTMLDivElement>(null);
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    const clicked = (event: MouseEvent): void => {
      const name = (event.target as Element).closest<HTMLElement>('[data-user-id]');
      const userId = Number(name?.dataset['userId']);
      if (name !== null && userId > 0) pick({ userId, name: name.textContent });
    };
    const box = whole.current;
    box?.addEventListener('click', clicked);
    return () => box?.removeEventListener('click', clicked);
  }, []);

  return (
    <div ref={whole} className={css.list}>
      <div
        ref={scroller}
        className={css.scroller}
        role="log"
        aria-live="off"
        aria-label={text.chatMessages}
        tabIndex={0}
        hidden={older !== null}
        onScroll={(event) => {
          // Laid out from its end: 0 is the end, further up is negative.
          tail?.follow(event.currentTarget.scrollTop > -END_PX);
        }}
      >
        <div className={css.column}>
          {state.hasOlder && (
            <button type="button" className={css.older} onClick={() => setOlder(tail?.history.all() ?? [])}>
              {text.chatOlder}
            </button>
          )}
          <div ref={list} className={css.rows} />
        </div>
      </div>
      {older !== null && (
        <Part name="chat-history">
          <ChatHistoryList rows={older} />
        </Part>
      )}
      {state.isEmpty && (
        <p className={css.empty}>
          <Icon name="chat" size={30} />
          {connection === 'open' ? text.chatEmpty : text.chatConnecting}
        </p>
      )}
      {(!state.isFollowing || older !== null) && (
        <button type="button" className={css.fresh} onClick={toEnd}>
          <Icon name="down" size={16} />
          {state.unseen > 0 ? text.chatNewMessages(formatCount(state.unseen, text.lang)) : text.chatToBottom}
        </button>
      )}
      <ChatSummary />
    </div>
  );
}

/** What a screen reader hears: not each message, but every few seconds how many came and what the last one says. */
function ChatSummary() {
  const { store } = useHands();
  const text = useText();
  const [summary, setSummary] = useState('');
  useEffect(() => {
    let count = 0;
    let last: ChatRow | undefined;
    const stop = store.onChat(({ rows, skipped }) => {
      count += rows.length + skipped;
      last = rows.at(-1) ?? last;
    });
    const timer = setInterval(() => {
      if (count > 0 && last !== undefined) setSummary(text.chatSummary(count, last.name, last.text));
      count = 0;
    }, CHAT_LIMITS.summaryMs);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [store, text]);
  return (
    <p className={css.unseen} aria-live="polite">
      {summary}
    </p>
  );
}
