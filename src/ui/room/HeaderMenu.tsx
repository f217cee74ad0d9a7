import { use, useRef, useState, useSyncExternalStore } from 'react';

import type { Me } from '../../core/room/view.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { theme } from '../../design/theme.ts';
import { hand } from '../appearance/appearance.ts';
import { Menu } from '../overlays/Menu.tsx';
import { useDismiss } from '../overlays/use-modal.ts';
import { Badges } from '../people/Badges.tsx';
import { useRoomContext } from '../room-context.ts';
import { TextContext } from '../text/text.ts';
import { Avatar } from './Avatar.tsx';
import css from './Header.module.css';

const WORDS = {
  'zh-CN': { menu: '页面菜单', light: '切换到浅色', dark: '切换到深色', left: '左手模式', right: '右手模式' },
  en: { menu: 'Page menu', light: 'Switch to light', dark: 'Switch to dark', left: 'Left-handed layout', right: 'Right-handed layout' },
} as const;

interface ThemeButtonProps {
  readonly className: string;
  readonly languageClass: string;
}

/** In the header of a wide page: buttons that switch to the other theme and to the other language. */
export function ThemeButton({ className, languageClass }: ThemeButtonProps) {
  const { text, language, setLanguage } = use(TextContext);
  const shown = useSyncExternalStore(theme.subscribe, theme.shown);
  const other = shown === 'dark' ? 'light' : 'dark';
  const otherLanguage = language === 'zh-CN' ? 'en' : 'zh-CN';
  const name = WORDS[language][other];
  return (
    <>
      <button type="button" className={className} data-theme-button="" aria-label={name} title={name} onClick={() => theme.choose(other)}>
        <Icon name="theme" size={18} />
      </button>
      <button
        type="button"
        className={languageClass}
        lang={otherLanguage}
        title={text.switchLanguageHint}
        onClick={() => setLanguage(otherLanguage)}
      >
        <Icon name="globe" size={18} />
        <span>{text.switchLanguage}</span>
      </button>
    </>
  );
}

/** Theme, language and hand on a phone, whose header has no room for a button of each. */
export default function HeaderMenu() {
  const { text, language, setLanguage } = use(TextContext);
  const words = WORDS[language];
  const [isOpen, setOpen] = useState(false);
  const otherTheme = useSyncExternalStore(theme.subscribe, theme.shown) === 'dark' ? 'light' : 'dark';
  const otherHand = useSyncExternalStore(hand.subscribe, hand.shown) === 'left' ? 'right' : 'left';
  const otherLanguage = language === 'zh-CN' ? 'en' : 'zh-CN';
  const close = (): void => setOpen(false);
  const item = (icon: IconName, label: string, choose: () => void, lang?: string) => (
    <button
      type="button"
      role="menuitem"
      className={css.item}
      lang={lang}
      onClick={() => {
        choose();
        close();
      }}
    >
      <Icon name={icon} size={20} />
      {label}
    </button>
  );
  return (
    <div className={css.account}>
      <button
        type="button"
        className={`${css.quiet} ${css.round}`}
        aria-label={words.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-header-menu=""
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" size={20} />
      </button>
      {isOpen && (
        <Menu className={css.menu} label={words.menu} onClose={close}>
          {item(otherTheme === 'light' ? 'sun' : 'moon', words[otherTheme], () => theme.choose(otherTheme))}
          {item('globe', text.switchLanguage, () => setLanguage(otherLanguage), otherLanguage)}
          {item('hand', words[otherHand], () => hand.choose(otherHand))}
        </Menu>
      )}
    </div>
  );
}

/** The logged-in user; a click opens the card with the logout button. */
export function Account({ me: { nickname, richLevel, userId, logo = '', badges = [] } }: { readonly me: Me }) {
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
