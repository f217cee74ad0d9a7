/** What the pages for developers share: start, language, header. */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

import { Logo } from './icons/FirstIcon.tsx';
import { Icon } from './icons/Icon.tsx';
import { type Language, readLanguage, rememberLanguage } from './language.ts';
import { installScriptPolicy } from './script-policy.ts';
import { showTheme, theme } from './theme.ts';
import css from './tool-page.module.css';

export function openToolPage(page: ReactNode): void {
  installScriptPolicy(globalThis);
  showTheme();
  createRoot(document.getElementById('root')!).render(page);
}

/** Texts in the viewer's language, which names the page too, and the header, which switches it. */
export function useToolPage<T extends { readonly title: string }>(texts: Readonly<Record<Language, T>>) {
  const [language, setLanguage] = useState(readLanguage);
  const text = texts[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${text.title} - Footlight`;
  }, [language, text]);
  const choose = (next: Language): void => {
    rememberLanguage(next);
    setLanguage(next);
  };
  return { text, header: <ToolHeader title={text.title} language={language} onLanguage={choose} /> };
}

const WORDS = {
  'zh-CN': { light: '切换到浅色', dark: '切换到深色' },
  en: { light: 'Switch to light', dark: 'Switch to dark' },
} as const;

interface ToolHeaderProps {
  readonly title: string;
  readonly language: Language;
  readonly onLanguage: (next: Language) => void;
}

function ToolHeader({ title, language, onLanguage }: ToolHeaderProps) {
  const otherTheme = useSyncExternalStore(theme.subscribe, theme.shown) === 'dark' ? 'light' : 'dark';
  const [other, otherName] = language === 'en' ? (['zh-CN', '中文'] as const) : (['en', 'English'] as const);
  const name = WORDS[language][otherTheme];
  return (
    <header className={css.header}>
      <span className={css.brand}>
        <Logo size={26} /> Footlight
      </span>
      <h1 className={css.title}>{title}</h1>
      <span className={css.space} />
      <button type="button" className={css.quiet} aria-label={name} title={name} onClick={() => theme.choose(otherTheme)}>
        <Icon name="theme" />
      </button>
      <button type="button" className={css.quiet} lang={other} onClick={() => onLanguage(other)}>
        <Icon name="globe" /> {otherName}
      </button>
    </header>
  );
}
