import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react';

import css from './AddressForm.module.css';
import { SOURCE_CHOICES, type SourceChoice } from './checks.ts';
import { useText } from './text.ts';
import { hereNow } from './use-trial.ts';

/** The offline build serves the fixtures; other builds have no samples. */
const SAMPLES: readonly (readonly [name: string, path: string])[] =
  import.meta.env.VITE_MOCK === '1'
    ? [
        ['H264', '/fixtures/streams/stage-852x480-h264.flv'],
        ['H265 · id 12', '/fixtures/streams/stage-852x480-h265-id12.flv'],
        ['H265 · hvc1', '/fixtures/streams/stage-852x480-h265-hvc1.flv'],
        ['MP4', '/fixtures/clips/stage-h265.mp4'],
      ]
    : [];
const ADDRESS_CHARS_MAX = 2_048;

interface Props {
  readonly isRunning: boolean;
  readonly onStart: (address: string, choice: SourceChoice, allowsOneThread: boolean) => void;
  readonly onStop: () => void;
}

export function AddressForm({ isRunning, onStart, onStop }: Props) {
  const text = useText();
  const [address, setAddress] = useState(() => new URLSearchParams(location.search).get('src') ?? '');
  const [choice, setChoice] = useState<SourceChoice>('auto');
  const [allowsOneThread, setAllowsOneThread] = useState(false);
  const field = useId();
  const [isIsolated] = useState(() => hereNow(false).isIsolated);

  const start = (wanted: string): void => {
    setAddress(wanted);
    onStart(wanted.trim(), choice, allowsOneThread);
  };
  // ?src=… opens an address at once, so that results can be linked.
  const startFirst = useEffectEvent(() => {
    if (address.trim() !== '') onStart(address.trim(), choice, allowsOneThread);
  });
  useEffect(() => startFirst(), []);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    start(address);
  };

  return (
    <section className={css.picker}>
      <p className={css.about}>{text.about}</p>
      <form className={css.form} onSubmit={submit}>
        <label className="unseen" htmlFor={field}>
          {text.address}
        </label>
        <input
          id={field}
          className={css.address}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={ADDRESS_CHARS_MAX}
          placeholder={text.address}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <select
          className={css.kind}
          aria-label={text.kind}
          value={choice}
          onChange={(event) => setChoice(event.target.value as SourceChoice)}
        >
          {SOURCE_CHOICES.map((one) => (
            <option key={one} value={one}>
              {text.kinds[one]}
            </option>
          ))}
        </select>
        <button type="submit" className={css.start} disabled={address.trim() === ''}>
          {text.start}
        </button>
        <button type="button" className={css.stop} disabled={!isRunning} onClick={onStop}>
          {text.stop}
        </button>
      </form>
      {!isIsolated && (
        <label className={css.option}>
          <input type="checkbox" checked={allowsOneThread} onChange={(event) => setAllowsOneThread(event.target.checked)} />
          {text.oneThread}
        </label>
      )}
      {SAMPLES.length > 0 && (
        <p className={css.samples}>
          <span>{text.samples}</span>
          {SAMPLES.map(([name, path]) => (
            <button key={path} type="button" onClick={() => start(path)}>
              {name}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
