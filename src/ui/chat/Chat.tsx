import { type Ref, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { chatStatus } from '../../core/room/chat/chat-status.ts';
import { useOnline } from '../page/device.ts';
import { CountdownTo } from '../features/parts/Countdown.tsx';
import { useRoomContext, useRoom } from '../room-context.ts';
import { FeatureSlot } from '../features/Slots.tsx';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { Icon } from '../../design/icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Chat.module.css';
import { ChatList } from './list/ChatList.tsx';
import { requestChat, onChatRequest } from './send/compose.ts';
import { SendBox } from './send/SendBox.tsx';

const VerifyForm = latePart('chat-verify', async () => import('./send/VerifyForm.tsx'));
const SocketDebug = latePart('socket-debug', async () => import('./SocketDebug.tsx'));

/** Loaded in parallel with the room, so that the first picture does not wait for it. */
export default function Chat({ ref }: { ref: Ref<HTMLElement> }) {
  useKeyboardRoom();
  useShownForRequests();
  const { act, store } = useRoomContext();
  const { debug, verify } = useRoom('chat');
  // A new list for each room worker: ids of rows begin again, and the chat from before the entry is sent again.
  const roomWorker = useSyncExternalStore(store.subscribe, store.resets);
  const text = useText();
  return (
    <aside ref={ref} className={css.chat} aria-label={text.chat} tabIndex={-1}>
      <h2 className={css.head}>
        {text.chat}
        <ConnectionMark />
        <button type="button" className="icon-button" aria-label={text.chatSearch} onClick={() => requestChat({ type: 'search' })}>
          <Icon name="search" size={17} />
        </button>
      </h2>
      <ConnectionNotice />
      <ChatList key={roomWorker} />
      {debug.length > 0 && <SocketDebug />}
      <FeatureSlot slot="chat-top" />
      {verify !== null && <VerifyForm question={verify} onBroken={() => act({ type: 'verify-chat', code: null })} />}
      <SendBox />
    </aside>
  );
}

/** The search if it is open, otherwise the send box (SendBox.tsx). */
const FIELD = '[data-chat-search] input, [aria-describedby="chat-left"]';

/** Shows the chat when another part of the page requests a whisper, a mention or the search, and then moves the focus into it. */
function useShownForRequests(): void {
  const { act } = useRoomContext();
  const { chat: isShown } = useRoom('layout');
  const isWanted = useRef(false);
  const asked = useEffectEvent(() => {
    // In full screen only the stage is visible.
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    if (isShown) return;
    isWanted.current = true;
    act({ type: 'show-chat', on: true });
  });
  useEffect(() => onChatRequest(() => asked()), []);
  useEffect(() => {
    if (!isShown || !isWanted.current) return;
    isWanted.current = false;
    // A hidden field cannot be focused.
    document.querySelector<HTMLElement>(FIELD)?.focus();
  }, [isShown]);
}

function ConnectionMark() {
  const { connection } = useRoom('chat');
  return <span className={css.mark} data-at={connection} aria-hidden="true" />;
}

/** State of the connection, with the next step and its time. */
function ConnectionNotice() {
  const { connection, attempt, retryAtMs } = useRoom('chat');
  const isOnline = useOnline();
  const context = useRoomContext();
  const text = useText();
  const status = chatStatus({ connection, attempt, isOnline });
  const isShown = status !== 'nothing' && status !== 'first';
  const isPaused = status === 'unreachable';
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className={css.notice} data-bad={status === 'failed' || isPaused || undefined} data-chat-status={status}>
          {(status === 'waiting' || isPaused) && retryAtMs !== null ? (
            <CountdownTo
              key={`${retryAtMs} ${text.lang}`}
              atMs={retryAtMs}
              format={(seconds) => (isPaused ? text.chatUnreachable(seconds) : text.chatRetryIn(attempt, seconds))}
            />
          ) : (
            <span>{status === 'failed' ? text.chatFailed : attempt > 0 ? text.chatReconnecting(attempt) : text.socketRecovering}</span>
          )}
          {status !== 'trying' && (
            <button type="button" className={css.noticeButton} onClick={() => context.act({ type: 'retry-chat' })}>
              {isPaused ? text.chatRetryNow : text.chatReconnect}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** A smaller difference is a browser toolbar, not a keyboard; CSS pixels. */
const LEAST_KEYBOARD_PX = 120;
/** At a larger scale the viewer has zoomed in, and the smaller area is intended. */
const MAX_SCALE = 1.05;

/** Elements that open a keyboard. */
const FIELDS = 'input, textarea, select, [contenteditable]';

export interface SeenArea {
  /** Height of the layout viewport. */
  readonly windowHeight: number;
  /** Height and top offset of the visual viewport. */
  readonly height: number;
  readonly top: number;
  readonly scale: number;
  /** A field has the focus; without it no keyboard is open, even if the two sizes differ during a layout. */
  readonly isTyping: boolean;
}

/** Position of the page above an open keyboard; null: no keyboard covers it. CSS pixels. */
export function aboveKeyboard({
  windowHeight,
  height,
  top,
  scale,
  isTyping,
}: SeenArea): { readonly topPx: number; readonly heightPx: number } | null {
  if (!isTyping || scale > MAX_SCALE || windowHeight - height < LEAST_KEYBOARD_PX) return null;
  return { topPx: Math.max(0, Math.round(top)), heightPx: Math.round(height) };
}

/**
 * For browsers whose keyboard overlays the page instead of resizing the window (Safari): the page is laid out in the remaining area by
 * `data-keyboard` and two lengths on the root element (Room.module.css).
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return undefined;
    const root = document.documentElement;
    const clear = (): void => {
      delete root.dataset['keyboard'];
      for (const name of ['--seen-h', '--seen-top']) root.style.removeProperty(name);
    };
    const fit = (): void => {
      const isTyping = document.activeElement?.matches(FIELDS) === true;
      const area = aboveKeyboard({ windowHeight: innerHeight, height: seen.height, top: seen.offsetTop, scale: seen.scale, isTyping });
      if (area === null) return clear();
      root.dataset['keyboard'] = '';
      root.style.setProperty('--seen-h', `${area.heightPx}px`);
      root.style.setProperty('--seen-top', `${area.topPx}px`);
    };
    const until = new AbortController();
    const { signal } = until;
    for (const type of ['resize', 'scroll']) seen.addEventListener(type, fit, { signal });
    // The two sizes change one after the other, and only one of the changes fires an event of the visual viewport.
    addEventListener('resize', fit, { signal });
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, fit, { signal });
    fit();
    return () => {
      until.abort();
      clear();
    };
  }, []);
}
