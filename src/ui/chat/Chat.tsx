import { lazy, type Ref, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Part } from '../overlays/Part.tsx';
import { useText } from '../text/text.ts';
import css from './Chat.module.css';
import { ChatList } from './ChatList.tsx';
import { type Receiver, SendBox } from './SendBox.tsx';

const SocketDebug = lazy(async () => import('./SocketDebug.tsx'));
const SliderCheck = lazy(async () => import('./SliderCheck.tsx'));

export function Chat({ ref }: { ref: Ref<HTMLElement> }) {
  const { slider, debug } = useRoom('chat');
  const text = useText();
  const [receiver, setReceiver] = useState<Receiver | null>(null);
  return (
    <aside ref={ref} className={css.chat} aria-label={text.chat} tabIndex={-1}>
      <h2 className={css.head}>
        {text.chat}
        <ConnectionMark />
      </h2>
      <ConnectionNotice />
      <ChatList onPick={setReceiver} />
      {debug.length > 0 && (
        <Part name="socket-debug">
          <SocketDebug />
        </Part>
      )}
      {slider && (
        <Part name="slider">
          <SliderCheck />
        </Part>
      )}
      <SendBox receiver={receiver} setReceiver={setReceiver} />
    </aside>
  );
}

function ConnectionMark() {
  const { connection } = useRoom('chat');
  return <span className={css.mark} data-at={connection} aria-hidden="true" />;
}

/** Says why nothing moves. The first connection says nothing: it takes a moment only. */
function ConnectionNotice() {
  const { connection, attempt } = useRoom('chat');
  const hands = useHands();
  const text = useText();
  const isTrouble = connection === 'failed' || connection === 'waiting' || (connection === 'connecting' && attempt > 1);
  return (
    <div role="status" aria-live="polite">
      {isTrouble && (
        <div className={css.notice} data-bad={connection === 'failed' || undefined}>
          <span>
            {connection === 'failed' ? text.chatFailed : attempt > 0 ? text.chatReconnecting(attempt) : text.troubleSocketRecovering}
          </span>
          {connection !== 'connecting' && (
            <button type="button" className={css.noticeButton} onClick={() => hands.act({ do: 'retry-chat' })}>
              {text.chatReconnect}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
