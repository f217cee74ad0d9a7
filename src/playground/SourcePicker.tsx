import { type FormEvent, useId, useRef, useState } from 'react';

import { Icon } from '../ui/icons/Icon.tsx';
import css from './SourcePicker.module.css';
import { useText } from './text.ts';
import type { Playground } from './use-playground.ts';

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

export function SourcePicker({ playground }: { playground: Playground }) {
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
      {SAMPLES.length > 0 && <Samples playground={playground} />}
      {!isSmall && <p className={css.about}>{text.about}</p>}
    </section>
  );
}

function Samples({ playground }: { playground: Playground }) {
  const text = useText();
  return (
    <p className={css.samples}>
      <span>{text.samples}</span>
      {SAMPLES.map(([name, path]) => (
        <button key={path} type="button" onClick={() => playground.openAddress(path)}>
          {name}
        </button>
      ))}
    </p>
  );
}
