import { use, useRef, useState } from 'react';

import type { Me } from '../../core/room/view.ts';
import { useRoomContext } from '../room-context.ts';
import { useDismiss } from '../overlays/use-modal.ts';
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
  // The chat server sends the name with the entry; until then the number would say nothing.
  const name = nickname === '' ? text.chatMe : nickname;

  useDismiss(wrap, isOpen, () => setOpen(false));

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
