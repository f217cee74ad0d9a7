import { Icon, Logo } from '../icons/Icon.tsx';
import { useHands, useRoom } from '../hands.ts';
import { firstLetter, TextContext } from '../text/text.ts';
import { use, useEffect, useRef, useState } from 'react';
import css from './Header.module.css';

export function Header() {
  const { text, language, setLanguage } = use(TextContext);
  const me = useRoom('me');
  const hands = useHands();
  const layout = useRoom('layout');
  return (
    <header className={css.header} data-over={(layout.compact && layout.orientation === 'vertical') || undefined}>
      <a className={css.brand} href="/" aria-label={`${text.brand} ${text.home}`}>
        <Logo size={layout.compact ? 26 : 30} />
        <span className={css.name}>{text.brand}</span>
      </a>
      {!layout.compact && <span className={css.slogan}>{text.brandSlogan}</span>}
      <div className={css.space} />
      <button
        type="button"
        className={css.quiet}
        lang={language === 'zh-CN' ? 'en' : 'zh-CN'}
        title={text.switchLanguageHint}
        onClick={() => setLanguage(language === 'zh-CN' ? 'en' : 'zh-CN')}
      >
        <Icon name="globe" size={18} />
        <span>{text.switchLanguage}</span>
      </button>
      {me.userId === 0 ? (
        <button type="button" className={css.login} onClick={() => hands.act({ do: 'open-login' })}>
          {text.login}
        </button>
      ) : (
        <Account nickname={me.nickname} richLevel={me.richLevel} userId={me.userId} />
      )}
    </header>
  );
}

function Account({ nickname, richLevel, userId }: { nickname: string; richLevel: number; userId: number }) {
  const { text } = use(TextContext);
  const hands = useHands();
  const [isOpen, setOpen] = useState(false);
  const wrap = useRef<HTMLDivElement>(null);
  const name = nickname === '' ? String(userId) : nickname;

  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !wrap.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [isOpen]);

  return (
    <div className={css.account} ref={wrap}>
      <button
        type="button"
        className={css.me}
        aria-expanded={isOpen}
        aria-label={`${text.account} ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.face} aria-hidden="true">
          {firstLetter(name)}
        </span>
        <span className={css.nickname}>{name}</span>
      </button>
      {isOpen && (
        <div className={css.card}>
          <p className={css.cardName}>{name}</p>
          <p className={css.cardLine}>
            ID {userId} · {text.level(richLevel)}
          </p>
          <button
            type="button"
            className={css.logout}
            onClick={() => {
              setOpen(false);
              hands.act({ do: 'logout' });
            }}
          >
            {text.logout}
          </button>
        </div>
      )}
    </div>
  );
}
