import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { chatStatus } from '../../../core/room/chat/chat-status.ts';
import { hiddenBy, markedBy } from '../../../core/room/chat/chat-choices.ts';
import type { ChatRow } from '../../../core/room/view.ts';
import { useOnline } from '../../page/device.ts';
import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { untilLoaded } from '../../../player/page/loading.ts';
import { latePart } from '../../overlays/FeatureBoundary.tsx';
import { notify } from '../../overlays/notice.ts';
import { formatCount } from '../../text/numbers.ts';
import { useText } from '../../text/text.ts';
import css from '../Chat.module.css';
import { onChatRequest } from '../send/compose.ts';
import { CHAT_LIMITS } from '../limits.ts';
import { AT_END, ChatTail, type TailState } from './tail.ts';
import type { ListEventsDeps, listenToList } from './list-events.ts';

const ChatSearch = latePart('chat-search', async () => import('./ChatSearch.tsx'));
const ChatHistoryList = latePart('chat-history', async () => import('./ChatHistoryList.tsx'));

/** Scroll positions within this distance of the end count as the end, in CSS pixels. */
const END_PX = 28;

/** Contains the live tail; the virtual list of older rows replaces it only while the viewer reads them. */
export function ChatList() {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const [tail, state] = useTail(whole, scroller, list);
  const { choices } = useRoom('chat');
  const [older, setOlder] = useState<ReturnType<ChatTail['older']> | null>(null);

  const [isSearching, setSearching] = useSearching(tail);
  const toEnd = (): void => {
    setOlder(null);
    setSearching(false);
    tail?.follow(true);
  };
  const toMention = (): void => {
    const isInSight = tail?.showMention() === true && older === null;
    // A mention that is older than the rows of the live list is shown in the full history.
    if (!isInSight) setOlder(tail?.older(state.mention) ?? null);
  };
  // Runs when the list is visible again, because a hidden list cannot be scrolled.
  useLayoutEffect(() => {
    if (older === null && state.isFollowing && scroller.current !== null) scroller.current.scrollTop = 0;
  }, [older, state.isFollowing]);

  return (
    <div ref={whole} className={css.list} data-text-size={choices?.size}>
      <div
        ref={scroller}
        className={css.scroller}
        role="log"
        aria-live="off"
        aria-label={text.chatMessages}
        tabIndex={0}
        hidden={older !== null}
        // Laid out from its end: scrollTop is 0 at the end and negative further up.
        onScroll={(event) => tail?.scrolled(event.currentTarget.scrollTop > -END_PX)}
      >
        <div className={css.column}>
          {state.hasOlder && (
            <button type="button" className={css.older} onClick={() => setOlder(tail?.older() ?? null)}>
              {text.chatOlder}
            </button>
          )}
          <div ref={list} className={css.rows} />
        </div>
      </div>
      {older !== null && <ChatHistoryList {...older} onBroken={() => setOlder(null)} />}
      {isSearching && tail !== null && <ChatSearch tail={tail} onClose={toEnd} onBroken={toEnd} />}
      {state.isEmpty && <Empty />}
      {state.mention > 0 && (
        <button type="button" className={css.mentioned} onClick={toMention}>
          {text.chatMentioned}
        </button>
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

/** Placeholder of an empty list. Connection problems are shown above it. */
function Empty() {
  const { connection, attempt } = useRoom('chat');
  const text = useText();
  const status = chatStatus({ connection, attempt, isOnline: useOnline() });
  return (
    <p className={css.empty}>
      <Icon name="chat" size={30} />
      {connection === 'open' ? text.chatEmpty : status === 'first' ? text.chatConnecting : ''}
    </p>
  );
}

type Box = RefObject<HTMLDivElement | null>;

/** The tail is kept when the language changes. */
function useTail(whole: Box, scroller: Box, list: Box): readonly [tail: ChatTail | null, state: TailState] {
  const { store, act } = useRoomContext();
  const { blocked, choices } = useRoom('chat');
  const text = useText();
  const [tail, setTail] = useState<ChatTail | null>(null);
  const [state, setState] = useState<TailState>(AT_END);
  const currentText = useEffectEvent(() => text);
  useEffect(() => {
    if (whole.current === null || scroller.current === null || list.current === null) return undefined;
    const made = new ChatTail(scroller.current, list.current, currentText(), setState);
    // oxlint-disable-next-line react/set-state-in-effect -- the tail consists of elements, which exist only after mount
    setTail(made);
    // Before the first row exists, so that no click is missed.
    const stopEvents = loadListEvents(whole.current, {
      act,
      tail: made,
      colon: () => currentText().chatColon,
      copiedLink: (isCopied) => notify(isCopied ? currentText().copied : currentText().logCopyFailed, isCopied ? 'good' : 'bad'),
    });
    const stop = store.onChat((batch) => made.add(batch), true);
    return () => {
      stop();
      stopEvents();
      made.clear();
    };
  }, [store, act, whole, scroller, list]);
  const look = useMemo(() => (choices === undefined ? text : { ...text, isMarked: markedBy(choices) }), [text, choices]);
  useEffect(() => tail?.setText(look), [tail, look]);
  useEffect(() => {
    const users = new Set(blocked.map(({ userId }) => userId));
    if (users.size > 0) tail?.hide(({ userId }) => users.has(userId));
  }, [tail, blocked]);
  useEffect(() => {
    const isHidden = choices === undefined ? null : hiddenBy(choices);
    if (isHidden !== null) tail?.hide(isHidden);
    tail?.merge(choices?.merges === true);
  }, [tail, choices]);
  return [tail, state];
}

function useSearching(tail: ChatTail | null): readonly [isSearching: boolean, set: (isSearching: boolean) => void] {
  const [isSearching, setSearching] = useState(false);
  useEffect(
    () =>
      onChatRequest((request) => {
        if (request.type !== 'search') return;
        // The live list behind the search is not updated.
        tail?.follow(false);
        setSearching(true);
      }),
    [tail],
  );
  return [isSearching, setSearching];
}

/** Summary for screen readers: every few seconds the number of new messages and the last one, instead of each message. */
function ChatSummary() {
  const { store } = useRoomContext();
  const text = useText();
  const [summary, setSummary] = useState('');
  useEffect(() => {
    let count = 0;
    let last: ChatRow | undefined;
    const stop = store.onChat(({ rows, skipped }) => {
      count += rows.length + skipped;
      last = rows.at(-1) ?? last;
      // A mention is announced immediately and once; the following summary has other content.
      const called = rows.find(({ mentionsMe }) => mentionsMe === true);
      if (called !== undefined) setSummary(text.chatMention(called.name, called.text));
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
    <p className="unseen" aria-live="polite">
      {summary}
    </p>
  );
}

/** Loads the event handling of rows until it is there. The newest click until then is handled once it is loaded. */
export function loadListEvents(
  box: HTMLElement,
  deps: ListEventsDeps,
  load: () => Promise<{ readonly listenToList: typeof listenToList }> = async () => import('./list-events.ts'),
): () => void {
  let early: MouseEvent | null = null;
  const keep = (event: MouseEvent): void => void (early = event);
  const forget = (): void => box.removeEventListener('click', keep);
  let stop: (() => void) | null = forget;
  box.addEventListener('click', keep);
  void untilLoaded(load).then(({ listenToList }) => {
    forget();
    if (stop !== null) stop = listenToList(box, deps, early);
  });
  return () => {
    stop?.();
    stop = null;
  };
}
