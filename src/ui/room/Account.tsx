import { use, useEffect, useRef, useState } from 'react';

import type { Me } from '../../core/room/view.ts';
import { useRoomContext } from '../room-context.ts';
import { Badges } from '../people/Badges.tsx';
import { TextContext } from '../text/text.ts';
import { Avatar } from './Avatar.tsx';
import css from './Header.module.css';

/** The logged-in user; a click opens the card with the logout button. */
export default function Account({ me: { nickname, richLevel, userId, logo = '', badges = [] } }: { readonly me: Me }) {
  const { text } = use(TextContext);
  const context = useRoomContext();
  const [isOpen, setOpen] = useState(false);
  const wrap = useRef<HTMLDivElement>(null);
  const name = nickname === '' ? String(userId) : nickname;

  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : wrap.current?.contains(event.target as Node)) return;
      // A focus inside the card would disappear with it.
      if (event instanceof KeyboardEvent && wrap.current?.contains(document.activeElement)) wrap.current.querySelector('button')?.focus();
      setOpen(false);
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
        <Avatar url={logo} name={name} size={30} isLive={false} />
        <span className={css.nickname}>{name}</span>
      </button>
      {isOpen && (
        <div className={css.card}>
          <div className={css.cardWho}>
            <Avatar url={logo} name={name} size={48} isLive={false} />
            <div>
              <p className={css.cardName}>{name}</p>
              <p className={css.cardLine}>ID {userId}</p>
            </div>
          </div>
          <Badges richLevel={richLevel} badges={badges} />
          <button
            type="button"
            className={css.logout}
            onClick={() => {
              setOpen(false);
              context.act({ type: 'logout' });
            }}
          >
            {text.logout}
          </button>
        </div>
      )}
    </div>
  );
}
