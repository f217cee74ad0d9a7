import { use, useEffect, useRef, useState } from 'react';

import { useRoomContext } from '../room-context.ts';
import { firstLetter, TextContext } from '../text/text.ts';
import css from './Header.module.css';

/** Who is logged in; a click opens the card with the way out. */
export default function Account({ nickname, richLevel, userId }: { nickname: string; richLevel: number; userId: number }) {
  const { text } = use(TextContext);
  const context = useRoomContext();
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
      <button type="button" className={css.me} aria-expanded={isOpen} title={`${text.account} ${name}`} onClick={() => setOpen(!isOpen)}>
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
              context.act({ do: 'logout' });
            }}
          >
            {text.logout}
          </button>
        </div>
      )}
    </div>
  );
}
