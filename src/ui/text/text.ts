import { createContext, use } from 'react';

import { type Text, zhCN } from './zh-CN.ts';

export type Language = 'zh-CN' | 'en';

/** Local storage key of the viewer's choice; the page's own, unlike `footlight.*`, which the room worker keeps. */
const LANGUAGE_KEY = 'footlight-language';

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'zh-CN';

/** `?lang=` first, then what was chosen before, then what the browser speaks. Anything else in either place is as good as nothing. */
export function chooseLanguage(asked: string | null, stored: string | null, browser: string): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return /^zh\b/i.test(browser) ? 'zh-CN' : 'en';
}

export function readLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  // An address that names a language is a choice, as the button is one.
  if (isLanguage(asked)) rememberLanguage(asked);
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Storage is forbidden: nothing was chosen.
  }
  return chooseLanguage(asked, stored, navigator.language);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

/** Only the language that is shown is loaded; Chinese is part of the page. */
export async function loadText(language: Language): Promise<Text> {
  if (language === 'zh-CN') return zhCN;
  return (await import('./en.ts')).en;
}

export interface TextValue {
  readonly text: Text;
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

export const TextContext = createContext<TextValue>({ text: zhCN, language: 'zh-CN', setLanguage: () => undefined });

export function useText(): Text {
  return use(TextContext).text;
}

export const useLanguage = (): Language => use(TextContext).language;

/** Placeholder shown while a user has no avatar. A character outside the basic plane is one letter. */
export const firstLetter = (name: string): string => Array.from(name)[0] ?? '';

/** 3725 seconds is 1:02:05; under an hour 02:05. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const h = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return h > 0 ? `${h}:${rest}` : rest;
}
