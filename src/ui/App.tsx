import { StrictMode, useEffect, useMemo, useState } from 'react';

import { type Hands, HandsContext } from './hands.ts';
import { Broken } from './overlays/Broken.tsx';
import { Part } from './overlays/Part.tsx';
import { Room } from './room/Room.tsx';
import { type Language, loadText, rememberLanguage, TextContext } from './text/text.ts';
import type { Text } from './text/zh-CN.ts';

/** The room with its language and its hands around it. */
export function App({ hands, firstLanguage, firstText }: { hands: Hands; firstLanguage: Language; firstText: Text }) {
  const [shown, setShown] = useState({ language: firstLanguage, text: firstText });
  const words = useMemo(
    () => ({
      ...shown,
      setLanguage: (language: Language): void => {
        rememberLanguage(language);
        // When it cannot be loaded the page keeps the language that it has.
        loadText(language).then(
          (text) => setShown({ language, text }),
          (error: unknown) => hands.tell({ type: 'module-failed', name: `text-${language}`, detail: String(error) }),
        );
      },
    }),
    [shown, hands],
  );
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  return (
    <StrictMode>
      <HandsContext value={hands}>
        <TextContext value={words}>
          <Part name="page" broken={<Broken />}>
            <Room />
          </Part>
        </TextContext>
      </HandsContext>
    </StrictMode>
  );
}
