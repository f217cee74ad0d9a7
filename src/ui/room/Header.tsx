import { type MouseEvent, use } from 'react';

import { BASE_PATH } from '../../core/room/start/route.ts';
import { Icon, Logo } from '../icons/Icon.tsx';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { late } from '../overlays/late.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { TextContext } from '../text/text.ts';
import { away } from './away.ts';
import css from './Header.module.css';

/** A separate chunk, because most visitors are not logged in. */
const account = late(async () => import('./Account.tsx'));
const themeButton = late(async () => import('../looks/ThemeButton.tsx'));

export function Header() {
  const { text, language, setLanguage } = use(TextContext);
  const me = useRoom('me');
  const context = useRoomContext();
  const layout = useRoom('layout');
  const stage = useRoom('stage');
  /** A live room keeps playing in a corner of the lobby; a click with a modifier or another mouse button opens a new page. */
  const leave = (event: MouseEvent): void => {
    if ((stage.name !== 'live' && stage.name !== 'radio') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    away.leave();
  };
  return (
    <header className={css.header} tabIndex={-1} data-over={(layout.compact && layout.orientation === 'vertical') || undefined}>
      <a className={css.brand} href={BASE_PATH} data-evid="lobby_open" aria-label={`${text.brand} ${text.home}`} onClick={leave}>
        <Logo size={layout.compact || layout.low ? 26 : 30} />
        <span className={css.name}>{text.brand}</span>
      </a>
      {!layout.compact && !layout.low && <span className={css.slogan}>{text.brandSlogan}</span>}
      <div className={css.space} />
      <FeatureBoundary name="theme" waiting={<span className={css.round} />}>
        {() => <themeButton.Part className={`${css.quiet} ${css.round}`} />}
      </FeatureBoundary>
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
        <button type="button" className={css.login} onClick={() => context.act({ type: 'open-login' })}>
          {text.login}
        </button>
      ) : (
        <FeatureBoundary name="account">{() => <account.Part me={me} />}</FeatureBoundary>
      )}
    </header>
  );
}
