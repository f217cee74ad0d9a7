import { useSyncExternalStore } from 'react';

import { Icon } from '../icons/Icon.tsx';
import { useLanguage } from '../text/text.ts';
import { theme } from './looks.ts';

/** Loaded with this part. */
const WORDS = {
  'zh-CN': { light: '切换到浅色', dark: '切换到深色' },
  en: { light: 'Switch to light', dark: 'Switch to dark' },
} as const;

/** In the header: switches to the other theme. */
export default function ThemeButton({ className }: { readonly className: string }) {
  const shown = useSyncExternalStore(theme.subscribe, theme.shown);
  const other = shown === 'dark' ? 'light' : 'dark';
  const name = WORDS[useLanguage()][other];
  return (
    <button type="button" className={className} data-theme-button="" aria-label={name} title={name} onClick={() => theme.choose(other)}>
      <Icon name="theme" size={18} />
    </button>
  );
}
