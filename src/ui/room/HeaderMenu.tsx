import { type KeyboardEvent, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { hand, theme } from '../appearance/appearance.ts';
import { useDismiss } from '../overlays/use-modal.ts';
import { walkMenu } from '../stage/controls/menu-keys.ts';
import { TextContext } from '../text/text.ts';
import css from './Header.module.css';

const WORDS = {
  'zh-CN': { menu: '页面菜单', light: '切换到浅色', dark: '切换到深色', left: '左手模式', right: '右手模式' },
  en: { menu: 'Page menu', light: 'Switch to light', dark: 'Switch to dark', left: 'Left-handed layout', right: 'Right-handed layout' },
} as const;

/** Theme, language and hand on a phone, whose header has no room for a button of each. */
export default function HeaderMenu() {
  const { text, language, setLanguage } = use(TextContext);
  const words = WORDS[language];
  const [isOpen, setOpen] = useState(false);
  const wrap = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const other = useSyncExternalStore(theme.subscribe, theme.shown) === 'dark' ? 'light' : 'dark';
  const otherHand = useSyncExternalStore(hand.subscribe, hand.shown) === 'left' ? 'right' : 'left';
  const close = (): void => setOpen(false);
  useDismiss(wrap, isOpen, close);
  useEffect(() => {
    if (isOpen) box.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const item = (icon: IconName, label: string, choose: () => void, lang?: string) => (
    <button
      type="button"
      role="menuitem"
      className={css.item}
      lang={lang}
      onClick={() => {
        choose();
        close();
        wrap.current?.querySelector('button')?.focus();
      }}
    >
      <Icon name={icon} size={20} />
      {label}
    </button>
  );
  return (
    <div className={css.account} ref={wrap}>
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
        <div
          ref={box}
          className={css.menu}
          role="menu"
          tabIndex={-1}
          aria-label={words.menu}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Tab') close();
            else walkMenu(event, box.current);
          }}
        >
          {item(other === 'light' ? 'sun' : 'moon', words[other], () => theme.choose(other))}
          {item(
            'globe',
            text.switchLanguage,
            () => setLanguage(language === 'zh-CN' ? 'en' : 'zh-CN'),
            language === 'zh-CN' ? 'en' : 'zh-CN',
          )}
          {item('hand', words[otherHand], () => hand.choose(otherHand))}
        </div>
      )}
    </div>
  );
}
