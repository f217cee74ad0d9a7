import { createContext, use } from 'react';

import { type Text, zhCN } from './zh-CN.ts';

export type Language = 'zh-CN' | 'en';

/** Local storage key of the viewer's choice; owned by the page, unlike `footlight.*`, which belongs to the room worker. */
const LANGUAGE_KEY = 'footlight-language';

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'zh-CN';

/** Order: `?lang=`, the stored choice, the browser's language. Unknown values are ignored. */
export function chooseLanguage(asked: string | null, stored: string | null, browser: string): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return /^zh\b/i.test(browser) ? 'zh-CN' : 'en';
}

export function readLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  // A language in the address counts as a choice, like the button.
  if (isLanguage(asked)) rememberLanguage(asked);
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Storage is forbidden: there is no stored choice.
  }
  return chooseLanguage(asked, stored, navigator.language);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
}

/** Only the current language is loaded; Chinese is part of the page. */
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
