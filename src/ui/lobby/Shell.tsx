import { type MouseEvent, type ReactNode, useEffect } from 'react';

import { BASE_PATH } from '../../core/room/start/route.ts';
import { Logo } from '../../design/icons/FirstIcon.tsx';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { useLostFocus } from '../page/lost-focus.ts';
import { away } from '../room/away.ts';
import { useText } from '../text/text.ts';
import room from '../room/Header.module.css';
import css from './Shell.module.css';

const ThemeButton = latePart('header-menu', async () => ({ default: (await import('../room/HeaderMenu.tsx')).ThemeButton }));

/** Beside a room that plays on the lobby is shown already: another load would end the playback. */
function stay(event: MouseEvent): void {
  if (away.is() && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
}

/** Frame of all pages without a room: brand with a link to the lobby, language, title. */
export function Shell({ title, hasSlogan = true, children }: { title: string; hasSlogan?: boolean; children: ReactNode }) {
  const text = useText();
  useLostFocus();
  useEffect(() => {
    document.title = `${title} - ${text.brand}`;
  }, [title, text]);
  return (
    <div className={css.page} lang={text.lang}>
      <header className={css.header}>
        <a className={room.brand} href={BASE_PATH} aria-label={`${text.brand} ${text.home}`} onClick={stay}>
          <Logo size={30} />
          <span className={room.name}>{text.brand}</span>
        </a>
        {hasSlogan && <span className={room.slogan}>{text.brandSlogan}</span>}
        <div className={css.end}>
          <ThemeButton className={`${room.quiet} ${room.round}`} languageClass={room.quiet ?? ''} />
        </div>
      </header>
      <main className={css.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
