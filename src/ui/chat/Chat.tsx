import { type Ref, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

import { chatStatus } from '../../core/room/chat/chat-status.ts';
import { useOnline } from '../page/device.ts';
import { CountdownTo } from '../features/parts/Countdown.tsx';
import { useKeyboardRoom } from '../page/keyboard.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { FeatureSlot } from '../features/Slots.tsx';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { late } from '../overlays/late.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Chat.module.css';
import { ChatList } from './list/ChatList.tsx';
import { askChat, onChatRequest } from './send/compose.ts';
import { SendBox } from './send/SendBox.tsx';

const verifyForm = late(async () => import('./send/VerifyForm.tsx'));
const socketDebug = late(async () => import('./SocketDebug.tsx'));

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
        <button type="button" className={css.tool} aria-label={text.chatSearch} onClick={() => askChat({ type: 'search' })}>
          <Icon name="search" size={17} />
        </button>
      </h2>
      <ConnectionNotice />
      <ChatList key={roomWorker} />
      {debug.length > 0 && <FeatureBoundary name="socket-debug">{() => <socketDebug.Part />}</FeatureBoundary>}
      <FeatureSlot slot="chat-top" />
      {verify !== null && (
        <FeatureBoundary name="chat-verify" onBroken={() => act({ type: 'verify-chat', code: null })}>
          <verifyForm.Part question={verify} />
        </FeatureBoundary>
      )}
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
  const isShown = status === 'failed' || status === 'waiting' || status === 'trying';
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className={css.notice} data-bad={status === 'failed' || undefined} data-chat-status={status}>
          {status === 'waiting' && retryAtMs !== null ? (
            <CountdownTo key={`${retryAtMs} ${text.lang}`} atMs={retryAtMs} said={(seconds) => text.chatRetryIn(attempt, seconds)} />
          ) : (
            <span>{status === 'failed' ? text.chatFailed : attempt > 0 ? text.chatReconnecting(attempt) : text.socketRecovering}</span>
          )}
          {status !== 'trying' && (
            <button type="button" className={css.noticeButton} onClick={() => context.act({ type: 'retry-chat' })}>
              {text.chatReconnect}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
