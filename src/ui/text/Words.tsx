import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import { loadLate, type Send } from '../overlays/page-parts.ts';
import { type Language, rememberLanguage } from '../../design/language.ts';
import { loadText, TextContext } from './text.ts';
import type { Text } from './zh-CN.ts';

export interface FirstWords {
  readonly language: Language;
  readonly text: Text;
  /** The viewer's language, if its texts were late. */
  readonly wanted?: Language;
}

/** Provides the language to all children, and a function to change it. */
export function Words({ first, send, children }: { first: FirstWords; send?: Send; children: ReactNode }) {
  const [shown, setShown] = useState(first);
  /** The language of the viewer's last choice: texts that arrive later than another choice are not shown. */
  const wanted = useRef(first.language);
  /** Texts that were not loaded before the first render; loaded once. */
  const late = useRef(first.wanted);
  const words = useMemo(() => {
    // The page keeps its current language until the texts of the new one are loaded, however late.
    const show = (language: Language): void => {
      wanted.current = language;
      void loadLate(`text-${language}`, () => loadText(language), send).then((text) => {
        if (wanted.current === language) setShown({ language, text });
      });
    };
    return {
      ...shown,
      show,
      setLanguage: (language: Language): void => {
        rememberLanguage(language);
        show(language);
      },
    };
  }, [shown, send]);
  useEffect(() => {
    const language = late.current;
    late.current = undefined;
    if (language !== undefined) words.show(language);
  }, [words]);
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  return <TextContext value={words}>{children}</TextContext>;
}
