import { createContext, use } from 'react';

import type { Language } from '../../design/language.ts';
import { type Text, zhCN } from './zh-CN.ts';

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
