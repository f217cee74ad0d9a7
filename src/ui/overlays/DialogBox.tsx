import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { assertNever } from '../../workers/core/assert-never.ts';
import type { Dialog } from '../../workers/core/room/view.ts';
import { useHands } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './DialogBox.module.css';

export default function DialogBox({ dialog }: { dialog: Dialog }) {
  const text = useText();
  const hands = useHands();
  const close = (): void => hands.act({ do: 'close-dialog', type: dialog.type });
  switch (dialog.type) {
    case 'login':
      return (
        <Box title={text.loginTitle} onClose={close}>
          <LoginForm />
        </Box>
      );
    case 'back-to-live':
      return (
        <Box title={text.backToLiveTitle} onClose={close}>
          <Words message={dialog.message} code={dialog.code} />
          <button type="button" data-first="" className={css.primary} onClick={() => hands.act({ do: 'back-to-live' })}>
            {text.backToLiveAction}
          </button>
        </Box>
      );
    case 'send-limit':
      return (
        <Box title={text.sendLimitTitle} onClose={close}>
          <Words message={dialog.message} code={dialog.code} />
          <button type="button" data-first="" className={css.primary} onClick={close}>
            {text.ok}
          </button>
        </Box>
      );
    case 'alert':
      return (
        <Box title={text.alertTitle} onClose={close}>
          <Words message={dialog.message} />
          <button type="button" data-first="" className={css.primary} onClick={close}>
            {text.ok}
          </button>
        </Box>
      );
    default:
      return assertNever(dialog);
  }
}

function Words({ message, code }: { message: string; code?: number }) {
  const text = useText();
  return (
    <>
      <p className={css.message}>{message}</p>
      {code !== undefined && code !== 0 && <p className={css.code}>{text.codeLabel(code)}</p>}
    </>
  );
}

/** The native <dialog>: it keeps the focus inside, gives it back, and closes on Escape. */
export function Box({
  title,
  children,
  isWide = false,
  onClose,
}: {
  title: string;
  children: ReactNode;
  isWide?: boolean;
  onClose: () => void;
}) {
  const text = useText();
  const box = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = box.current;
    if (dialog === null) return undefined;
    if (!dialog.open) dialog.showModal();
    // Not the close button, which comes first in the document.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    const cancelled = (event: Event): void => {
      // The room closes it, by taking it out of the view.
      event.preventDefault();
      close();
    };
    const clicked = (event: Event): void => {
      if (event.target === dialog) close();
    };
    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('click', clicked);
    return () => {
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('click', clicked);
      dialog.close();
    };
  }, []);
  return (
    <dialog ref={box} className={css.box} data-wide={isWide || undefined} aria-label={title}>
      <div className={css.inside}>
        <header className={css.head}>
          <h2 className={css.title}>{title}</h2>
          <button type="button" className={css.close} aria-label={text.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

function LoginForm() {
  const text = useText();
  const hands = useHands();
  const [trouble, setTrouble] = useState<'user-id' | 'token' | null>(null);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const userId = Number(field('user-id'));
    if (!Number.isSafeInteger(userId) || userId <= 0) return setTrouble('user-id');
    if (field('token') === '') return setTrouble('token');
    setTrouble(null);
    return hands.act({ do: 'login', userId, token: field('token'), nickname: field('nickname') });
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p className={css.message}>{text.loginHint}</p>
      <label className={css.field}>
        <span>{text.loginUserId}</span>
        <input
          data-first=""
          name="user-id"
          inputMode="numeric"
          autoComplete="username"
          maxLength={16}
          aria-invalid={trouble === 'user-id'}
        />
      </label>
      <label className={css.field}>
        <span>{text.loginToken}</span>
        <input name="token" type="password" autoComplete="current-password" maxLength={256} aria-invalid={trouble === 'token'} />
      </label>
      <label className={css.field}>
        <span>{text.loginNickname}</span>
        <input name="nickname" autoComplete="off" maxLength={30} />
      </label>
      <p className={css.trouble} role="alert">
        {trouble === 'user-id' && text.loginBadUserId}
        {trouble === 'token' && text.loginBadToken}
      </p>
      <button type="submit" className={css.primary}>
        {text.loginSubmit}
      </button>
    </form>
  );
}
