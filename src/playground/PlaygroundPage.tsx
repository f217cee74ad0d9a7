import { type DragEvent, type KeyboardEvent, useEffect, useState } from 'react';

import { HANDED_FILE } from '../core/handed-file.ts';
import { type Language, rememberLanguage } from '../ui/text/text.ts';
import { ToolHeader } from '../ui/tools/ToolHeader.tsx';
import { Details } from './Details.tsx';
import { Facts } from './Facts.tsx';
import { isReady } from './model.ts';
import { Overlays } from './Overlays.tsx';
import css from './PlaygroundPage.module.css';
import { SourcePicker } from './SourcePicker.tsx';
import { TextContext, TEXTS } from './text.ts';
import { Timeline } from './Timeline.tsx';
import { Transport } from './Transport.tsx';
import { usePlayground } from './use-playground.ts';

/** The file handed over by the lobby; null if it was already taken before a reload. */
async function takeHandedFile(): Promise<File | null> {
  const cache = await caches.open(HANDED_FILE.cache);
  const answer = await cache.match(HANDED_FILE.address);
  if (answer === undefined) return null;
  const blob = await answer.blob();
  await caches.delete(HANDED_FILE.cache);
  return new File([blob], decodeURIComponent(answer.headers.get(HANDED_FILE.nameHeader) ?? ''));
}

// Long: canvas, drop, keys and timeline use one hook with refs, which the linter does not allow to pass to inner components.
export function PlaygroundPage({ firstLanguage }: { firstLanguage: Language }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [isOver, setIsOver] = useState(false);
  const playground = usePlayground();
  const { state } = playground;
  const text = TEXTS[language];

  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${text.title} - Footlight`;
  }, [language, text]);

  // ?src=… opens an address at once, for links to a stream.
  useEffect(() => {
    const address = new URLSearchParams(location.search).get('src');
    if (address) playground.openAddress(address);
    else if (new URLSearchParams(location.search).has(HANDED_FILE.flag)) {
      takeHandedFile().then(
        (file) => file && playground.openFile(file),
        (cause: unknown) => console.error('STORAGE_UNAVAILABLE', cause),
      );
    }
    // Once, for the initial address of the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file) playground.openFile(file);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isReady(state) || (event.target as HTMLElement).closest('input, select, button, [role=slider]')) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) playground.select(state.index + step);
    else if (event.key === ' ') playground.togglePlay();
    else return;
    event.preventDefault();
  };
  const switchLanguage = (): void => {
    const other = language === 'en' ? 'zh-CN' : 'en';
    rememberLanguage(other);
    setLanguage(other);
  };
  const hasStream = state.phase === 'analysing' || state.phase === 'ready';

  return (
    <TextContext value={text}>
      {/* Keys work unless the focused element uses them itself. */}
      <div
        className={css.page}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={drop}
        onKeyDown={onKey}
        tabIndex={-1}
        role="presentation"
      >
        <ToolHeader title={text.title} other={text.other} onLanguage={switchLanguage} />
        <main className={css.main} data-stream={hasStream || undefined}>
          <SourcePicker playground={playground} />
          {/* Always mounted, because the canvas of the worker cannot be replaced. */}
          <div className={css.work} hidden={!hasStream}>
            <section className={css.screen}>
              <div className={css.stage}>
                <div ref={playground.attach} className={css.picture} />
                {state.phase === 'analysing' && (
                  <div className={css.progress} role="status">
                    <span>{text.analysing}</span>
                    <progress max={1} value={state.progress} />
                  </div>
                )}
              </div>
              <Transport playground={playground} />
              <Overlays playground={playground} />
              <Timeline rows={state.rows} index={state.index} onSelect={playground.select} isEnabled={isReady(state)} />
            </section>
            <aside className={css.side}>
              <Facts playground={playground} />
              <Details state={state} onSelect={playground.select} />
            </aside>
          </div>
        </main>
      </div>
    </TextContext>
  );
}
