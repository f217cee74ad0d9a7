import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';

import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { Countdown } from '../../ui/features/parts/Countdown.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Skeleton } from '../../ui/overlays/Modal.tsx';
import { QrCode } from '../../ui/share/QrCode.tsx';
import { walkTabs } from '../../ui/overlays/Menu.tsx';
import css from './panel.module.css';
import type { Way, LoginAction, LoginView, Trouble } from './room.ts';
import type { LoginWords } from './text.ts';

type LoginProps = PanelProps<LoginView, LoginAction, LoginWords>;
type Ways = Exclude<Way, 'token'>;

const ICONS = { code: 'phone', password: 'key', qr: 'qr' } as const satisfies Record<Ways, IconName>;

/** S24: the content of the login dialog: one form for each way of the service, and the accounts that it offers for one press. */
export default function LoginPanel(props: LoginProps) {
  const { view, act, words } = props;
  if (view.options === null) return <Skeleton label={words.loading} heightPx={409} />;
  const { ways, ready, note, termsUrl } = view.options;
  return (
    <div className={css.login}>
      <p className={css.hint}>{note === '' ? words.hint : note}</p>
      {ways.length > 1 && (
        <div className={css.ways} role="tablist" tabIndex={-1} aria-label={words.wayNames} onKeyDown={walkTabs}>
          {ways.map((way) =>
            way === 'token' ? null : (
              <button
                key={way}
                type="button"
                role="tab"
                className={css.way}
                aria-selected={way === view.way}
                tabIndex={way === view.way ? 0 : -1}
                data-way={way}
                onClick={() => act({ type: 'choose', way })}
              >
                <Icon name={ICONS[way]} size={17} />
                {words.ways[way]}
              </button>
            ),
          )}
        </div>
      )}
      {view.way === 'code' && <CodeForm {...props} />}
      {view.way === 'password' && <PasswordForm {...props} />}
      {view.way === 'qr' && <Scan {...props} />}
      {ready.length > 0 && (
        <fieldset className={css.ready}>
          <legend className={css.readyTitle}>{words.ready}</legend>
          {ready.map(({ id, name, about }) => (
            <button
              key={id}
              type="button"
              className={css.person}
              data-ready={id}
              disabled={view.busy !== 'none'}
              onClick={() => act({ type: 'submit', credentials: { way: 'ready', account: id, secret: '' } })}
            >
              <b>{name}</b> <span>{about}</span>
            </button>
          ))}
        </fieldset>
      )}
      <p className={css.terms}>
        {words.terms[0]}
        {termsUrl === '' ? (
          words.terms[1]
        ) : (
          <a href={termsUrl} target="_blank" rel="noopener">
            {words.terms[1]}
          </a>
        )}
      </p>
    </div>
  );
}

function submitted(event: SyntheticEvent<HTMLFormElement>, way: 'code' | 'password'): LoginAction {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const field = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { type: 'submit', credentials: { way, account: field('account'), secret: field('secret') } };
}

function CodeForm({ view, act, words }: LoginProps) {
  const [phone, setPhone] = useState('');
  return (
    <form className={css.form} noValidate onSubmit={(event) => act(submitted(event, 'code'))}>
      <Field name="account" label={words.phone} trouble={view.trouble} words={words}>
        <input
          data-first=""
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          placeholder={words.phoneHint}
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </Field>
      <Field
        name="secret"
        label={words.code}
        trouble={view.trouble}
        words={words}
        after={<SendCode phone={phone} view={view} act={act} words={words} />}
      >
        <input inputMode="numeric" autoComplete="one-time-code" maxLength={8} placeholder={words.codeHint} />
      </Field>
      <Status trouble={view.trouble} words={words}>
        {view.codeTo !== '' && view.resendMs > 0 && words.codeSent(view.codeTo)}
      </Status>
      <Submit isBusy={view.busy === 'sign-in'} words={words} />
    </form>
  );
}

function SendCode({ phone, view, act, words }: Pick<LoginProps, 'view' | 'act' | 'words'> & { readonly phone: string }) {
  const [timed, setTimed] = useState({ leftMs: view.resendMs, isOver: view.resendMs === 0 });
  if (view.resendMs !== timed.leftMs) setTimed({ leftMs: view.resendMs, isOver: view.resendMs === 0 });
  return (
    <button
      type="button"
      className={css.sendCode}
      disabled={view.busy === 'code' || !timed.isOver}
      aria-label={view.busy === 'code' || timed.isOver ? undefined : words.sendAgain}
      onClick={() => act({ type: 'request-code', phone })}
    >
      {view.busy === 'code' ? (
        words.sendingCode
      ) : timed.isOver ? (
        view.codeTo === '' ? (
          words.sendCode
        ) : (
          words.sendAgain
        )
      ) : (
        <Countdown
          timed={timed}
          isSilent
          format={(seconds) => {
            if (seconds === 0) queueMicrotask(() => setTimed((last) => ({ ...last, isOver: true })));
            return words.resendIn(seconds);
          }}
        />
      )}
    </button>
  );
}

function PasswordForm({ view, act, words }: LoginProps) {
  const [isShown, setShown] = useState(false);
  const [hasForgotten, setForgotten] = useState(false);
  const canUseCode = view.options?.ways.includes('code') === true;
  return (
    <form className={css.form} noValidate onSubmit={(event) => act(submitted(event, 'password'))}>
      <Field name="account" label={words.account} trouble={view.trouble} words={words}>
        <input data-first="" autoComplete="username" maxLength={40} placeholder={words.accountHint} />
      </Field>
      <Field
        name="secret"
        label={words.password}
        trouble={view.trouble}
        words={words}
        after={
          <button
            type="button"
            className={css.eye}
            aria-label={isShown ? words.hide : words.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name="eye" size={18} />
          </button>
        }
      >
        <input type={isShown ? 'text' : 'password'} autoComplete="current-password" maxLength={128} placeholder={words.passwordHint} />
      </Field>
      <Status trouble={view.trouble} words={words}>
        {hasForgotten && words.forgottenHint}
      </Status>
      <Submit isBusy={view.busy === 'sign-in'} words={words} />
      <button
        type="button"
        className={css.forgotten}
        onClick={() => {
          setForgotten(true);
          if (canUseCode && hasForgotten) act({ type: 'choose', way: 'code' });
        }}
      >
        {hasForgotten && canUseCode ? words.ways['code'] : words.forgotten}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly name: 'account' | 'secret';
  readonly label: string;
  readonly trouble: Trouble | null;
  readonly words: LoginWords;
  readonly after?: ReactNode;
  readonly children: React.ReactElement<React.InputHTMLAttributes<HTMLInputElement>>;
}

/** A labelled field; its trouble is shown once, in the status of the form. */
function Field({ name, label, trouble, after, children }: FieldProps) {
  const { type: Input, props } = children;
  return (
    <div className={css.field} data-bad={trouble?.field === name || undefined}>
      <label className={css.label}>
        <span className="unseen">{label}</span>
        <Input {...props} name={name} aria-invalid={trouble?.field === name} />
      </label>
      {after}
    </div>
  );
}

function Status({
  trouble,
  words,
  children,
}: {
  readonly trouble: Trouble | null;
  readonly words: LoginWords;
  readonly children: ReactNode;
}) {
  return (
    <p className={css.status} role="status" data-bad={trouble !== null || undefined}>
      {trouble === null ? children : trouble.message === '' ? words.troubles[trouble.why] : trouble.message}
    </p>
  );
}

function Submit({ isBusy, words }: { readonly isBusy: boolean; readonly words: LoginWords }) {
  return (
    <button type="submit" className="pill main-action" disabled={isBusy}>
      {isBusy ? words.submitting : words.submit}
    </button>
  );
}

const QR_PX = 176;

function Scan({ view: { qr }, act, words }: LoginProps) {
  const id = useId();
  const url = qr.url === '' ? '' : new URL(qr.url, location.href).href;
  const isOver = qr.name === 'expired' || qr.name === 'failed';
  return (
    <div className={css.scan}>
      <div className={css.code} data-over={qr.name === 'scanned' || undefined} aria-describedby={id}>
        {url !== '' && <QrCode text={url} sizePx={QR_PX} label={words.qrLabel} />}
        {isOver && (
          <button type="button" className={css.again} data-first="" onClick={() => act({ type: 'new-code' })}>
            <Icon name="reload" size={20} />
            {words.qrAgain}
          </button>
        )}
      </div>
      <p id={id} className={css.hint} role="status">
        {
          { loading: words.loading, waiting: words.qrScan, scanned: words.qrScanned, expired: words.qrExpired, failed: words.qrFailed }[
            qr.name
          ]
        }
      </p>
      {url !== '' && (
        <a className={css.openHere} href={url} target="_blank" rel="noopener">
          {words.qrOpen}
        </a>
      )}
    </div>
  );
}
