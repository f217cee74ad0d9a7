import { type SyntheticEvent, useState } from 'react';

import { assertNever } from '../../core/assert-never.ts';
import type { Dialog } from '../../core/room/view.ts';
import { useRoomContext } from '../room-context.ts';
import { Box } from './Box.tsx';
import { useDialogWords } from './dialog-words.ts';
import css from './DialogBox.module.css';

export default function DialogBox({ dialog }: { dialog: Dialog }) {
  const words = useDialogWords();
  const context = useRoomContext();
  const close = (): void => context.act({ type: 'close-dialog', dialog: dialog.type });
  switch (dialog.type) {
    case 'login':
      return (
        <Box title={words.loginTitle} onClose={close}>
          <LoginForm />
        </Box>
      );
    case 'back-to-live':
      return (
        <Box title={words.backToLiveTitle} onClose={close}>
          <Words message={dialog.message} code={dialog.code} />
          <button type="button" data-first="" className={css.primary} onClick={() => context.act({ type: 'back-to-live' })}>
            {words.backToLiveAction}
          </button>
        </Box>
      );
    case 'alert':
      return (
        <Box title={words.alertTitles[dialog.about]} onClose={close}>
          <Words message={words.failures[dialog.why] ?? words.otherFailure} code={dialog.answer === '' ? dialog.why : dialog.answer} />
          <button type="button" data-first="" className={css.primary} onClick={close}>
            {words.ok}
          </button>
        </Box>
      );
    default:
      return assertNever(dialog);
  }
}

function Words({ message, code }: { message: string; code: number | string }) {
  const words = useDialogWords();
  return (
    <>
      <p className={css.message}>{message}</p>
      {code !== 0 && <p className={css.code}>{words.codeLabel(code)}</p>}
    </>
  );
}

function LoginForm() {
  const words = useDialogWords();
  const context = useRoomContext();
  const [trouble, setProblem] = useState<'user-id' | 'token' | null>(null);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const userId = Number(field('user-id'));
    if (!Number.isSafeInteger(userId) || userId <= 0) return setProblem('user-id');
    if (field('token') === '') return setProblem('token');
    setProblem(null);
    return context.act({ type: 'login', userId, token: field('token'), nickname: field('nickname') });
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p className={css.message}>{words.loginHint}</p>
      <label className={css.field}>
        <span>{words.loginUserId}</span>
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
        <span>{words.loginToken}</span>
        <input name="token" type="password" autoComplete="current-password" maxLength={256} aria-invalid={trouble === 'token'} />
      </label>
      <label className={css.field}>
        <span>{words.loginNickname}</span>
        <input name="nickname" autoComplete="off" maxLength={30} />
      </label>
      <p className={css.trouble} role="alert">
        {trouble === 'user-id' && words.loginBadUserId}
        {trouble === 'token' && words.loginBadToken}
      </p>
      <button type="submit" className={css.primary}>
        {words.loginSubmit}
      </button>
    </form>
  );
}
