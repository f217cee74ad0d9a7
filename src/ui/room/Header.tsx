import type { MouseEvent } from 'react';

import { BASE_PATH } from '../../core/room/start/route.ts';
import { Logo } from '../../design/icons/FirstIcon.tsx';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { useRoomContext, useRoom } from '../room-context.ts';
import { useText } from '../text/text.ts';
import { away } from './away.ts';
import css from './Header.module.css';

/** A separate chunk, because most visitors are not logged in. */
const Account = latePart('account', async () => ({ default: (await import('./HeaderMenu.tsx')).Account }));
const HeaderMenu = latePart('header-menu', async () => import('./HeaderMenu.tsx'));
const ThemeButton = latePart('header-menu', async () => ({ default: (await import('./HeaderMenu.tsx')).ThemeButton }));

export function Header() {
  const text = useText();
  const me = useRoom('me');
  const context = useRoomContext();
  const layout = useRoom('layout');
  const stage = useRoom('stage');
  const isNarrow = layout.compact || layout.low;
  const waiting = <span className={css.round} />;
  /** A live room keeps playing in a corner of the lobby; a click with a modifier or another mouse button opens a new page. */
  const leave = (event: MouseEvent): void => {
    if ((stage.name !== 'live' && stage.name !== 'radio') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    away.leave();
  };
  return (
    <header className={css.header} tabIndex={-1} data-over={(layout.compact && layout.orientation === 'vertical') || undefined}>
      <a className={css.brand} href={BASE_PATH} data-evid="lobby_open" aria-label={`${text.brand} ${text.home}`} onClick={leave}>
        <Logo size={isNarrow ? 26 : 30} />
        <span className={css.name}>{text.brand}</span>
      </a>
      {!isNarrow && <span className={css.slogan}>{text.brandSlogan}</span>}
      <div className={css.space} />
      {isNarrow ? (
        <HeaderMenu waiting={waiting} />
      ) : (
        <ThemeButton waiting={waiting} className={`${css.quiet} ${css.round}`} languageClass={css.quiet ?? ''} />
      )}
      {me.userId === 0 ? (
        <button type="button" className={css.login} onClick={() => context.act({ type: 'open-login' })}>
          {text.login}
        </button>
      ) : (
        <Account me={me} />
      )}
    </header>
  );
}
