import { type SyntheticEvent, useRef, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './SendBox.module.css';
import { CHAT_LIMITS } from './limits.ts';

export interface Receiver {
  readonly userId: number;
  readonly name: string;
}

/** The counter shows for the last part of the way. */
const COUNTER_FROM = 0.6;

export function SendBox({ receiver, setReceiver }: { receiver: Receiver | null; setReceiver: (receiver: Receiver | null) => void }) {
  const chat = useRoom('chat');
  const me = useRoom('me');
  const hands = useHands();
  const text = useText();
  const [draft, setDraft] = useState('');
  const [isSecret, setSecret] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const used = Array.from(draft).length;
  const canSend = draft.trim() !== '' && used <= CHAT_LIMITS.textChars;
  const isOpen = chat.connection === 'open';

  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!canSend) return;
    hands.act({
      do: 'send-chat',
      text: draft.trim(),
      ...(receiver === null ? {} : { toUserId: receiver.userId, secret: isSecret }),
    });
    // A visitor is asked to log in first and keeps what was typed.
    if (me.userId !== 0) setDraft('');
    field.current?.focus();
  };

  return (
    <form className={css.box} onSubmit={send}>
      {receiver !== null && (
        <div className={css.receiver}>
          <span className={css.to}>{text.chatTo(receiver.name)}</span>
          <label className={css.secret}>
            <input type="checkbox" checked={isSecret} onChange={(event) => setSecret(event.currentTarget.checked)} />
            <Icon name="lock" size={14} />
            {text.chatSecret}
          </label>
          <button
            type="button"
            className={css.cancel}
            aria-label={text.chatToCancel}
            onClick={() => {
              setReceiver(null);
              setSecret(false);
            }}
          >
            <Icon name="close" size={15} />
          </button>
        </div>
      )}
      {chat.queued > 0 && (
        <p className={css.queued} role="status">
          <Icon name="clock" size={14} />
          {text.chatQueued(chat.queued)}
        </p>
      )}
      <div className={css.line}>
        <input
          ref={field}
          className={css.field}
          value={draft}
          // Characters beyond the bound are counted, not swallowed: the viewer sees what to cut. Twice the bound is the end.
          maxLength={CHAT_LIMITS.textChars * 2}
          enterKeyHint="send"
          autoComplete="off"
          aria-label={text.chatPlaceholder}
          aria-describedby="chat-left"
          aria-invalid={used > CHAT_LIMITS.textChars}
          placeholder={me.userId === 0 ? text.chatPlaceholderLogin : isOpen ? text.chatPlaceholder : text.chatPlaceholderWaiting}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            // While characters are being composed, Enter belongs to the input method.
            if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault();
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <span id="chat-left" className={css.left} data-over={used > CHAT_LIMITS.textChars || undefined}>
          {used >= CHAT_LIMITS.textChars * COUNTER_FROM && text.chatLeft(used, CHAT_LIMITS.textChars)}
        </span>
        <button type="submit" className={css.send} disabled={!canSend}>
          <Icon name="send" size={17} />
          <span>{text.send}</span>
        </button>
      </div>
    </form>
  );
}
