import { type DragEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { HANDED_FILE } from '../../design/handed-file.ts';
import { useToolPage } from '../../design/tool-page.tsx';
import { Details, Facts } from './Facts.tsx';
import { isReady } from './model.ts';
import { Overlays, Timeline, Transport } from './Timeline.tsx';
import css from './PlaygroundPage.module.css';
import { TextContext, TEXTS, useText } from './text.ts';
import { type Playground, usePlayground } from './use-playground.ts';
import { Icon } from '../../design/icons/Icon.tsx';

/** The offline build serves the fixtures; other builds have no samples. */
const SAMPLES: readonly (readonly [name: string, path: string])[] =
  import.meta.env.VITE_MOCK === '1'
    ? [
        ['FLV · hvc1', '/fixtures/streams/stage-852x480-h265-hvc1.flv'],
        ['FLV · id 12', '/fixtures/streams/sync-640x360-h265-id12.flv'],
        ['MP4', '/fixtures/clips/stage-h265.mp4'],
        ['fMP4 · 10 bit', '/fixtures/clips/stage-h265-fragments.mp4'],
      ]
    : [];

function SourcePicker({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const field = useId();
  const isSmall = state.phase === 'analysing' || state.phase === 'ready';
  const { refusal } = state;
  const refused = refusal && (text.errors[refusal.code as keyof typeof text.errors] ?? text.errors.other);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (address.trim() !== '') playground.openAddress(address.trim());
  };

  return (
    <section className={css.picker} data-small={isSmall || undefined}>
      {!isSmall && (
        <div className={css.hero}>
          <span className={css.mark}>
            <Icon name="download" />
          </span>
          <h2>{state.phase === 'reading' ? text.opening : text.drop}</h2>
          <p>{state.phase === 'reading' ? text.fetched((state.progress / 1024 ** 2).toFixed(1)) : text.dropNote}</p>
        </div>
      )}
      {refused !== undefined && (
        <p className={css.refused} role="alert">
          <Icon name="alert" />
          <span>
            {refused}
            <small>{refusal?.detail}</small>
          </span>
        </p>
      )}
      <div className={css.ways}>
        <input
          ref={input}
          className="unseen"
          type="file"
          accept=".flv,.mp4,.m4v,.mov,.265,.h265,.hevc,.bin"
          aria-label={text.choose}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) playground.openFile(file);
            event.target.value = ''; // Allows choosing the same file again.
          }}
        />
        <button type="button" className={css.choose} onClick={() => input.current?.click()}>
          {isSmall ? text.another : text.choose}
        </button>
        <form className={css.form} onSubmit={submit}>
          <label className="unseen" htmlFor={field}>
            {text.address}
          </label>
          <input
            id={field}
            type="text"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={text.address}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <button type="submit" disabled={address.trim() === ''}>
            {text.load}
          </button>
        </form>
      </div>
      {SAMPLES.length > 0 && (
        <p className={css.samples}>
          <span>{text.samples}</span>
          {SAMPLES.map(([name, path]) => (
            <button key={path} type="button" onClick={() => playground.openAddress(path)}>
              {name}
            </button>
          ))}
        </p>
      )}
      {!isSmall && <p className={css.about}>{text.about}</p>}
    </section>
  );
}

/** The file handed over by the lobby; null if it was already taken before a reload. */
async function takeHandedFile(): Promise<File | null> {
  const cache = await caches.open(HANDED_FILE.cache);
  const answer = await cache.match(HANDED_FILE.address);
  if (answer === undefined) return null;
  const blob = await answer.blob();
  await caches.delete(HANDED_FILE.cache);
  return new File([blob], decodeURIComponent(answer.headers.get(HANDED_FILE.nameHeader) ?? ''));
}

/** ?src=… opens an address at once, for links to a stream. */
function openRequested(playground: Playground): void {
  const query = new URLSearchParams(location.search);
  const address = query.get('src');
  if (address) playground.openAddress(address);
  else if (query.has(HANDED_FILE.flag)) {
    takeHandedFile().then(
      (file) => file && playground.openFile(file),
      (cause: unknown) => console.error('STORAGE_UNAVAILABLE', cause),
    );
  }
}

/** Keys work unless the focused element uses them itself. */
function onKey(event: KeyboardEvent, playground: Playground): void {
  const { state } = playground;
  if (!isReady(state) || (event.target as HTMLElement).closest('input, select, button, [role=slider]')) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step !== undefined) playground.select(state.index + step);
  else if (event.key === ' ') playground.togglePlay();
  else return;
  event.preventDefault();
}

/** The page takes files that are dropped on it. */
function DropArea({ playground, children }: { playground: Playground; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, is: boolean): void => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <div
      className={css.page}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        over(event, false);
        const file = event.dataTransfer.files[0];
        if (file) playground.openFile(file);
      }}
      onKeyDown={(event) => onKey(event, playground)}
      tabIndex={-1}
      role="presentation"
    >
      {children}
    </div>
  );
}

const Canvas = ({ attach }: Pick<Playground, 'attach'>) => <div ref={attach} className={css.picture} />;

export function PlaygroundPage() {
  const { text, header } = useToolPage(TEXTS);
  const playground = usePlayground();
  const { state } = playground;
  useEffect(() => openRequested(playground), [playground]);

  const hasStream = state.phase === 'analysing' || state.phase === 'ready';

  return (
    <TextContext value={text}>
      <DropArea playground={playground}>
        {header}
        <main className={css.main} data-stream={hasStream || undefined}>
          <SourcePicker playground={playground} />
          {/* Always mounted, because the canvas of the worker cannot be replaced. */}
          <div className={css.work} hidden={!hasStream}>
            <section className={css.screen}>
              <div className={css.stage}>
                <Canvas attach={playground.attach} />
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
      </DropArea>
    </TextContext>
  );
}
