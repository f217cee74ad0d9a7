import { type SyntheticEvent, useEffect, useState } from 'react';
import { assertNever } from '../../player/base/errors.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { checkLogin, MAX_TOKEN_CHARS } from '../../core/room/start/cookies.ts';
import type { Dialog } from '../../core/room/view.ts';
import { FeaturePanel } from '../features/FeaturePanel.tsx';
import { useFeature, useRoomContext } from '../room-context.ts';
import { Modal } from './Modal.tsx';
import css from './RoomDialog.module.css';
import type { Language } from '../../design/language.ts';
import { useLanguage } from '../text/text.ts';

/** Texts of the dialogs; loaded with them. */
const ZH = {
  loginTitle: '登录 Footlight',
  loginHint: '登录后可以聊天、关注主播',
  loginUserId: '账号 ID',
  loginToken: '登录口令',
  loginNickname: '昵称（可选）',
  loginSubmit: '登录',
  /** One sentence for each error of `checkLogin`. */
  loginTroubles: {
    LOGIN_BAD_USER_ID: '账号 ID 是不超过 16 位的数字，且不以 0 开头',
    LOGIN_NO_TOKEN: '请输入登录口令',
    LOGIN_LONG_TOKEN: '登录口令太长',
    COOKIE_BAD: '登录口令不能含有分号等特殊字符，浏览器无法保存',
  } as Readonly<Partial<Record<ErrorCode, string>>>,
  limitedTitle: '房间受到限制',
  limitedMessage: '房间暂时受到限制，观众无法进入',
  endBroadcastTitle: '结束直播？',
  endBroadcastMessage: { logout: '你正在直播，退出登录会结束直播。', 'other-login': '你正在直播，换用其他账号会结束直播。' },
  endBroadcastAction: { logout: '结束直播并退出', 'other-login': '结束直播并换号' },
  keepBroadcast: '继续直播',
  backToLiveTitle: '回到直播间',
  backToLiveAction: '回到直播',
  alertTitles: { 'client-download': '下载客户端', follow: '关注失败' },
  ok: '知道了',
  codeLabel: (code: number | string) => `代码 ${code}`,
  /** Explanations of failures for the viewer; addresses and the browser's error text are only logged. */
  failures: {
    CLIENT_VERSION_REFUSED: '暂时没有可下载的客户端',
    HTTP_TIMEOUT: '请求超时，请稍后再试',
    HTTP_NETWORK: '网络连接失败，请检查网络后重试',
    HTTP_STATUS: '服务暂时不可用，请稍后再试',
  } as Readonly<Partial<Record<ErrorCode, string>>>,
  otherFailure: '暂时无法完成，请稍后再试',
};
type DialogWords = typeof ZH;

const EN: DialogWords = {
  loginTitle: 'Log in to Footlight',
  loginHint: 'Log in to chat and follow the star',
  loginUserId: 'Account ID',
  loginToken: 'Token',
  loginNickname: 'Nickname (optional)',
  loginSubmit: 'Log in',
  loginTroubles: {
    LOGIN_BAD_USER_ID: 'The account ID is a number of at most 16 digits that does not begin with 0',
    LOGIN_NO_TOKEN: 'Please enter the token',
    LOGIN_LONG_TOKEN: 'The token is too long',
    COOKIE_BAD: 'The token has characters that a browser cannot store, for example a semicolon',
  },
  limitedTitle: 'This room is restricted',
  limitedMessage: 'Viewers cannot enter this room at the moment',
  endBroadcastTitle: 'End the broadcast?',
  endBroadcastMessage: {
    logout: 'You are live. Logging out ends the broadcast.',
    'other-login': 'You are live. Another login ends the broadcast.',
  },
  endBroadcastAction: { logout: 'End it and log out', 'other-login': 'End it and switch' },
  keepBroadcast: 'Stay live',
  backToLiveTitle: 'Back to the room',
  backToLiveAction: 'Back to live',
  alertTitles: { 'client-download': 'Get the app', follow: 'Following failed' },
  ok: 'OK',
  codeLabel: (code) => `Code ${code}`,
  failures: {
    CLIENT_VERSION_REFUSED: 'There is no app to download right now',
    HTTP_TIMEOUT: 'The request took too long. Please try again later',
    HTTP_NETWORK: 'The network cannot be reached. Check your connection and try again',
    HTTP_STATUS: 'The service is not available right now. Please try again later',
  },
  otherFailure: 'This did not work. Please try again later',
};

const DIALOG_WORDS: Readonly<Record<Language, DialogWords>> = { 'zh-CN': ZH, en: EN };
export const useDialogWords = (): DialogWords => DIALOG_WORDS[useLanguage()];

export default function RoomDialog({ dialog }: { dialog: Dialog }) {
  const words = useDialogWords();
  const context = useRoomContext();
  const close = (): void => context.act({ type: 'close-dialog', dialog: dialog.type });
  switch (dialog.type) {
    case 'login':
      return (
        <Modal title={words.loginTitle} onClose={close}>
          <Login refused={dialog.trouble} />
        </Modal>
      );
    case 'back-to-live':
      return (
        <Modal title={words.backToLiveTitle} onClose={close}>
          <Words message={dialog.message} code={dialog.code} />
          <button
            type="button"
            data-first=""
            className={`pill main-action ${css.primary}`}
            onClick={() => context.act({ type: 'back-to-live' })}
          >
            {words.backToLiveAction}
          </button>
        </Modal>
      );
    case 'end-broadcast':
      return (
        <Modal title={words.endBroadcastTitle} onClose={close}>
          <p className={css.message}>{words.endBroadcastMessage[dialog.how]}</p>
          <button type="button" data-first="" className={`pill main-action ${css.primary}`} onClick={close}>
            {words.keepBroadcast}
          </button>
          <button type="button" className={`pill ${css.secondary}`} onClick={() => context.act({ type: 'end-broadcast' })}>
            {words.endBroadcastAction[dialog.how]}
          </button>
        </Modal>
      );
    case 'limited':
      return (
        <Modal title={words.limitedTitle} onClose={close}>
          <Words message={dialog.message === '' ? words.limitedMessage : dialog.message} code={dialog.code} />
          <button type="button" data-first="" className={`pill main-action ${css.primary}`} onClick={close}>
            {words.ok}
          </button>
        </Modal>
      );
    case 'alert':
      return (
        <Modal title={words.alertTitles[dialog.about]} onClose={close}>
          <Words message={words.failures[dialog.why] ?? words.otherFailure} code={dialog.answer === '' ? dialog.why : dialog.answer} />
          <button type="button" data-first="" className={`pill main-action ${css.primary}`} onClick={close}>
            {words.ok}
          </button>
        </Modal>
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

/** Telephone, password and QR code are the feature `login`. Without it, or if the service has none of them, a token is typed by hand. */
function Login({ refused }: { refused: ErrorCode | undefined }) {
  const { act } = useRoomContext();
  const feature = useFeature('login');
  useEffect(() => {
    act({ type: 'feature', feature: 'login', action: { type: 'open' } });
    return () => act({ type: 'feature', feature: 'login', action: { type: 'close' } });
  }, [act]);
  if (feature?.name === 'off' || (feature?.name === 'shown' && hasTokenOnly(feature.view))) return <LoginForm refused={refused} />;
  return (
    <div className={css.login} aria-busy={feature?.name !== 'shown'}>
      <FeaturePanel name="login" place="slot" />
    </div>
  );
}

const hasTokenOnly = (view: unknown): boolean => typeof view === 'object' && view !== null && 'way' in view && view.way === 'token';

/** `refused`: error of the room worker, which checks the values again. */
function LoginForm({ refused }: { refused: ErrorCode | undefined }) {
  const words = useDialogWords();
  const context = useRoomContext();
  const [own, setOwn] = useState<ErrorCode | null>(null);
  const trouble = own ?? refused ?? null;
  const isBadId = trouble === 'LOGIN_BAD_USER_ID';

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const checked = checkLogin(field('user-id'), field('token'));
    setOwn(checked.ok ? null : checked.error.code);
    if (checked.ok) context.act({ type: 'login', ...checked.value, nickname: field('nickname') });
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p className={css.message}>{words.loginHint}</p>
      <label className={css.field}>
        <span>{words.loginUserId}</span>
        <input
          className="text-field"
          data-first=""
          name="user-id"
          inputMode="numeric"
          autoComplete="username"
          maxLength={16}
          aria-invalid={isBadId}
        />
      </label>
      <label className={css.field}>
        <span>{words.loginToken}</span>
        <input
          className="text-field"
          name="token"
          type="password"
          autoComplete="current-password"
          maxLength={MAX_TOKEN_CHARS}
          aria-invalid={trouble !== null && !isBadId}
        />
      </label>
      <label className={css.field}>
        <span>{words.loginNickname}</span>
        <input className="text-field" name="nickname" autoComplete="off" maxLength={30} />
      </label>
      <p className={css.trouble} role="alert">
        {trouble !== null && (words.loginTroubles[trouble] ?? words.otherFailure)}
      </p>
      <button type="submit" className={`pill main-action ${css.primary}`}>
        {words.loginSubmit}
      </button>
    </form>
  );
}
