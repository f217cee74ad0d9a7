import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { type Language, loadText, rememberLanguage, TextContext } from './text.ts';
import type { Text } from './zh-CN.ts';

export interface FirstWords {
  readonly language: Language;
  readonly text: Text;
}

/** Provides the language to all children, and a function to change it. `onFailure` is called if texts could not be loaded. */
export function Words({
  first,
  onFailure,
  children,
}: {
  first: FirstWords;
  onFailure: (language: Language, error: unknown) => void;
  children: ReactNode;
}) {
  const [shown, setShown] = useState(first);
  const words = useMemo(
    () => ({
      ...shown,
      setLanguage: (language: Language): void => {
        rememberLanguage(language);
        // If it cannot be loaded, the page keeps its current language.
        loadText(language).then(
          (text) => setShown({ language, text }),
          (error: unknown) => onFailure(language, error),
        );
      },
    }),
    [shown, onFailure],
  );
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  return <TextContext value={words}>{children}</TextContext>;
}
