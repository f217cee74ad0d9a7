import { useEffect, useState } from 'react';

import { type Language, rememberLanguage } from '../ui/text/text.ts';
import { ToolHeader } from '../ui/tools/ToolHeader.tsx';
import { AddressForm } from './AddressForm.tsx';
import { Checks } from './Checks.tsx';
import { Figures } from './Figures.tsx';
import { Logs } from './Logs.tsx';
import css from './PlayerPage.module.css';
import { Stage } from './Stage.tsx';
import { TextContext, TEXTS } from './text.ts';
import { useTrial } from './use-trial.ts';

export function PlayerPage({ firstLanguage }: { firstLanguage: Language }) {
  const [language, setLanguage] = useState(firstLanguage);
  const { trial, stage, start, stop, setMuted } = useTrial();
  const text = TEXTS[language];

  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${text.title} - Footlight`;
  }, [language, text]);

  const switchLanguage = (): void => {
    const other = language === 'en' ? 'zh-CN' : 'en';
    rememberLanguage(other);
    setLanguage(other);
  };
  const isOpen = trial.phase === 'playing' || trial.phase === 'stopped';

  return (
    <TextContext value={text}>
      <div className={css.page}>
        <ToolHeader title={text.title} other={text.other} onLanguage={switchLanguage} />
        <main className={css.main}>
          <AddressForm isRunning={trial.phase === 'playing' || trial.phase === 'inspecting'} onStart={start} onStop={stop} />
          <div className={css.columns} data-open={isOpen || undefined}>
            {/* The box is always mounted, because the player is created in it. */}
            <div className={css.left} hidden={!isOpen}>
              <Stage trial={trial} box={stage} onSound={() => setMuted(false)} />
              <Figures trial={trial} />
            </div>
            <div className={css.right}>
              <Checks trial={trial} />
              {isOpen && <Logs trial={trial} />}
            </div>
          </div>
        </main>
      </div>
    </TextContext>
  );
}
