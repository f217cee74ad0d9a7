import { useSyncExternalStore } from 'react';

import { EN, ZH, type Words } from './words.ts';

const language = (): string => document.documentElement.lang;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

export const useWords = (): Words => (useSyncExternalStore(subscribe, language) === 'en' ? EN : ZH);
