import { use, useSyncExternalStore } from 'react';

import { Icon } from '../../design/icons/Icon.tsx';
import { TextContext } from '../text/text.ts';
import { theme } from './appearance.ts';

/** Loaded with this part. */
const WORDS = {
  'zh-CN': { light: '切换到浅色', dark: '切换到深色' },
  en: { light: 'Switch to light', dark: 'Switch to dark' },
} as const;

interface ThemeButtonProps {
  readonly className: string;
  readonly languageClass: string;
}

/** In the header of a wide page: buttons that switch to the other theme and to the other language. */
export default function ThemeButton({ className, languageClass }: ThemeButtonProps) {
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
