import { type Dispatch, type RefObject, type SetStateAction, type SyntheticEvent, useEffect, useRef, useState } from 'react';

import type { ChatView } from '../../../core/room/view.ts';
import type { Text } from '../../text/zh-CN.ts';
import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { latePart } from '../../overlays/FeatureBoundary.tsx';
import { isOfInputMethod } from '../../page/input-method.ts';
import { useText } from '../../text/text.ts';
import css from './SendBox.module.css';
import { onChatRequest, replyOf, type RepliedLine } from './compose.ts';
import { CHAT_LIMITS } from '../limits.ts';

const EmojiPicker = latePart('emoji', async () => import('./EmojiPicker.tsx'));
/** On a phone the gift button is beside the field, because the row of entries scrolls. */
const MainEntries = latePart('entries', async () => ({ default: (await import('../../features/FeatureEntries.tsx')).MainEntries }));

interface Receiver {
  readonly userId: number;
  readonly name: string;
}

/** Receiver of the line: everybody, one user, or a reply to a line. */
interface Addressed {
  readonly receiver: Receiver | null;
  readonly isSecret: boolean;
  readonly reply: RepliedLine | null;
}
const TO_ALL: Addressed = { receiver: null, isSecret: false, reply: null };

/** Line breaks and other control characters, and marks that change the text direction. */
const NOT_OF_A_LINE = /[\p{Cc}\u2027-\u202e\u2066-\u2069\ufeff]+/gu;

/** Returns the new value of the box; unchanged if the text does not fit. */
function insertAtCaret(box: HTMLInputElement, text: string): string {
  const { value, selectionStart, selectionEnd } = box;
  const from = selectionStart ?? value.length;
  const to = selectionEnd ?? value.length;
  if (value.length - (to - from) + text.length <= box.maxLength) box.setRangeText(text, from, to, 'end');
  return box.value;
}

/**
 * S20: whether the viewer used a key or pointer in the last few seconds. A script that fills and submits the box has no such activation.
 * The specification gives only the name `paraAbnor`. Without browser support each line counts as sent by the viewer.
 */
const isByHand = (): boolean => (navigator.userActivation as UserActivation | undefined)?.isActive ?? true;

/** The counter is shown from this share of the maximum length on. */
const COUNTER_FROM = 0.6;
const COUNTER_REST_MS = 1_000;

export function SendBox() {
  const chat = useRoom('chat');
  const me = useRoom('me');
  const context = useRoomContext();
  const text = useText();
  const [draft, setDraft] = useState('');
  const [to, setTo] = useState<Addressed>(TO_ALL);
  const { receiver, isSecret, reply } = to;
  const [isPicking, setPicking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const used = Array.from(replyOf(reply, draft)).length;
  const canSend = draft.trim() !== '' && used <= CHAT_LIMITS.textChars;

  // A returned line replaces only an empty text or an earlier returned line, so that the viewer's current text is not overwritten.
  const given = chat.givenBack;
  const [taken, setTaken] = useState<typeof given>(null);
  if (given?.id !== taken?.id) {
    // Without a returned line too, because their numbers begin again.
    setTaken(given);
    if (given !== null && (draft === '' || draft === taken?.text)) setDraft(given.text);
  }

  useRequests(field, setDraft, setTo);
  const sentAsGuest = useSentAsGuest(me.userId, setDraft);

  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!canSend) return;
    context.act({
      type: 'send-chat',
      text: replyOf(reply, draft.trim()),
      ...(isByHand() ? {} : { isScripted: true as const }),
      ...(receiver === null ? {} : { toUserId: receiver.userId, secret: isSecret }),
    });
    // A visitor has to log in first; the text is kept.
    if (me.userId === 0) sentAsGuest(draft);
    else {
      setDraft('');
      setTo({ ...to, reply: null });
    }
    field.current?.focus();
  };

  const toAll = (): void => {
    setTo(TO_ALL);
    // The pressed button disappears, and without a focus the next letters would be keys of the player.
    field.current?.focus();
  };

  return (
    <form className={css.box} onSubmit={send}>
      {isPicking && (
        <EmojiPicker
          onBroken={() => setPicking(false)}
          // Without the focus in the field: on a phone it would open the keyboard.
          onPressOutside={() => setPicking(false)}
          onClose={() => {
            setPicking(false);
            field.current?.focus();
          }}
        />
      )}
      {reply !== null && <ReplyLine to={reply} onCancel={toAll} />}
      {receiver !== null && (
        <ReceiverLine name={receiver.name} isSecret={isSecret} setSecret={(isOn) => setTo({ ...to, isSecret: isOn })} onCancel={toAll} />
      )}
      <SendNotices />
      <div className={css.row} data-writing={draft !== '' || undefined}>
        <div className={css.line}>
          <Field box={field} draft={draft} setDraft={setDraft} placeholder={placeholderOf(me.userId, chat.connection, text)} />
          <Left used={used} />
          <EmojiButton isPicking={isPicking} setPicking={setPicking} />
          <SendButton canSend={canSend} />
        </div>
        <MainEntry />
      </div>
    </form>
  );
}

const placeholderOf = (userId: number, connection: ChatView['connection'], text: Text): string =>
  userId === 0 ? text.chatPlaceholderLogin : connection === 'open' ? text.chatPlaceholder : text.chatPlaceholderWaiting;

function SendButton({ canSend }: { readonly canSend: boolean }) {
  const text = useText();
  return (
    <button type="submit" className={`main-action ${css.send}`} disabled={!canSend}>
      <Icon name="send" size={17} />
      <span>{text.send}</span>
    </button>
  );
}

function MainEntry() {
  const { compact, low } = useRoom('layout');
  return (compact || low) && <MainEntries waiting={<span className={css.waiting} />} />;
}

/** The room sends a guest's line after the login: it is then removed from the box, unless it was changed meanwhile. */
function useSentAsGuest(userId: number, setDraft: Dispatch<SetStateAction<string>>): (draft: string) => void {
  const sent = useRef('');
  useEffect(() => {
    if (userId !== 0 && sent.current !== '') setDraft((draft) => (draft === sent.current ? '' : draft));
    sent.current = '';
  }, [userId, setDraft]);
  return (draft) => {
    sent.current = draft;
  };
}

/** Executes requests of other parts of the page: whisper to a user, reply to a line, insert a name or an emoji. */
function useRequests(field: RefObject<HTMLInputElement | null>, setDraft: (draft: string) => void, setTo: (to: Addressed) => void): void {
  useEffect(
    () =>
      onChatRequest((request) => {
        if (request.type === 'whisper') setTo({ receiver: request, isSecret: true, reply: null });
        if (request.type === 'reply') setTo({ ...TO_ALL, reply: request.to });
        const box = field.current;
        if (box === null || request.type === 'search') return;
        if (request.type === 'insert') setDraft(insertAtCaret(box, request.text));
        if (request.type !== 'insert' || request.keepFocus !== true) box.focus();
      }),
    [field, setDraft, setTo],
  );
}

/**
 * The number of characters and their maximum, shown from COUNTER_FROM on. Announced only after a pause in typing, to avoid an announcement
 * per key.
 */
function Left({ used }: { readonly used: number }) {
  const text = useText();
  const shown = used >= CHAT_LIMITS.textChars * COUNTER_FROM ? text.chatLeft(used, CHAT_LIMITS.textChars) : '';
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(shown), COUNTER_REST_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      <span id="chat-left" className={css.left} data-over={used > CHAT_LIMITS.textChars || undefined}>
        {shown}
      </span>
      <span className="unseen" role="status">
        {announced}
      </span>
    </>
  );
}

function EmojiButton({ isPicking, setPicking }: { readonly isPicking: boolean; readonly setPicking: (isPicking: boolean) => void }) {
  const text = useText();
  return (
    <button
      type="button"
      className={css.emoji}
      aria-label={text.chatEmoji}
      aria-expanded={isPicking}
      onClick={() => setPicking(!isPicking)}
    >
      <Icon name="smile" size={20} />
    </button>
  );
}

interface FieldProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  readonly placeholder: string;
}

function Field({ box, draft, setDraft, placeholder }: FieldProps) {
  const text = useText();
  return (
    <input
      ref={box}
      className={css.field}
      value={draft}
      // Excess characters are counted instead of blocked, so that the viewer sees what to shorten. The hard limit is twice the maximum.
      maxLength={CHAT_LIMITS.textChars * 2}
      enterKeyHint="send"
      autoComplete="off"
      aria-label={text.chatPlaceholder}
      aria-describedby="chat-left"
      aria-invalid={Array.from(draft).length > CHAT_LIMITS.textChars}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        const clean = pasted.replace(NOT_OF_A_LINE, ' ');
        if (clean === pasted) return;
        event.preventDefault();
        setDraft(insertAtCaret(event.currentTarget, clean));
      }}
      onKeyDown={(event) => {
        const isTaken = isOfInputMethod(event.nativeEvent);
        if (event.key === 'Enter' && isTaken) event.preventDefault();
        if (event.key !== 'Escape' || isTaken) return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}

/** Returned lines, and queued lines. */
function SendNotices() {
  const { givenBack, queued } = useRoom('chat');
  const text = useText();
  return (
    <>
      {givenBack !== null && (
        <p className={css.queued} role="status">
          {text.chatGivenBack}
        </p>
      )}
      {queued > 0 && (
        <p className={css.queued} role="status">
          <Icon name="clock" size={14} />
          {text.chatQueued(queued)}
        </p>
      )}
    </>
  );
}

interface ReceiverLineProps {
  readonly name: string;
  readonly isSecret: boolean;
  readonly setSecret: (isSecret: boolean) => void;
  readonly onCancel: () => void;
}

function ReceiverLine({ name, isSecret, setSecret, onCancel }: ReceiverLineProps) {
  const text = useText();
  return (
    <div className={css.receiver}>
      <span className={`cut ${css.to}`}>{text.chatTo(name)}</span>
      <label className={css.secret}>
        <input type="checkbox" checked={isSecret} onChange={(event) => setSecret(event.currentTarget.checked)} />
        <Icon name="lock" size={14} />
        {text.chatSecret}
      </label>
      <button type="button" className="icon-button" aria-label={text.chatToCancel} onClick={onCancel}>
        <Icon name="close" size={15} />
      </button>
    </div>
  );
}

/** The line that is replied to. */
function ReplyLine({ to, onCancel }: { readonly to: RepliedLine; readonly onCancel: () => void }) {
  const text = useText();
  return (
    <div className={css.receiver} data-reply="">
      <span className={`cut ${css.to}`}>{text.chatReply(to.name, to.text)}</span>
      <button type="button" className="icon-button" aria-label={text.chatReplyCancel} onClick={onCancel}>
        <Icon name="close" size={15} />
      </button>
    </div>
  );
}
