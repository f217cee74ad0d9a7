import type { SyntheticEvent } from 'react';

import type { Ask } from '../../core/room/feature/ask.ts';
import { AskFailure } from '../../ui/features/parts/AskFailure.tsx';
import { ignoreHeldEnter } from '../../ui/page/held-key.ts';
import css from './panel.module.css';
import type { RedPacketsAction } from './rules-view.ts';
import type { RedPacketsWords } from './text.zh-CN.ts';

/** Limits of one packet; the server checks them again. */
const LIMITS = { coin: { min: 10, max: 10_000, usual: 500 }, num: { min: 1, max: 100, usual: 10 }, titleChars: 30 } as const;

interface GiveFormProps {
  readonly ask: Ask;
  readonly act: (action: RedPacketsAction) => void;
  readonly words: RedPacketsWords;
}

/** The star's form: coins, number of shares, title. */
export function GiveForm({ ask, act, words }: GiveFormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const title = form.get('title');
    act({
      type: 'give',
      coin: Number(form.get('coin')),
      num: Number(form.get('num')),
      title: typeof title === 'string' ? title.trim() : '',
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields and the button in it
    <form className={css.form} onKeyDown={ignoreHeldEnter} onSubmit={submit}>
      {(['coin', 'num'] as const).map((name) => (
        <label key={name} className={css.field}>
          <span>{words.fields[name](LIMITS[name].min, LIMITS[name].max)}</span>
          <input
            name={name}
            type="number"
            inputMode="numeric"
            required
            min={LIMITS[name].min}
            max={LIMITS[name].max}
            defaultValue={LIMITS[name].usual}
            {...(name === 'coin' && { 'data-first': '' })}
          />
        </label>
      ))}
      <label className={css.field}>
        <span>{words.fields.title}</span>
        <input name="title" maxLength={LIMITS.titleChars} defaultValue={words.usualTitle} autoComplete="off" />
      </label>
      <AskFailure ask={ask} words={words.giveFailed} />
      <button type="submit" className={css.send} disabled={ask.name === 'sending'}>
        {words.give}
      </button>
    </form>
  );
}
