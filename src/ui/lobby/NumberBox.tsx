import { type SyntheticEvent, useId, useRef, useState } from 'react';

import { viewerPath } from '../../core/room/start/route.ts';
import { readRoomNumber } from '../../core/room/room-list.ts';
import css from './forms.module.css';
import { useLobbyWords } from './words.ts';

/** Opens a room by its number or by an address that ends in one. */
export function NumberBox() {
  const words = useLobbyWords();
  const [isBad, setBad] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const roomId = readRoomNumber(field.current?.value ?? '');
    setBad(roomId === null);
    if (roomId === null) field.current?.focus();
    else location.assign(viewerPath(roomId));
  };
  return (
    <form className={css.row} onSubmit={submit} noValidate role="search">
      <input
        ref={field}
        className={css.input}
        aria-label={words.numberLabel}
        placeholder={words.numberPlaceholder}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={2_048}
        aria-invalid={isBad}
        aria-describedby={problem}
      />
      <button type="submit" className={css.primary}>
        {words.enter}
      </button>
      <p id={problem} className={css.problem} role="alert">
        {isBad && words.numberBad}
      </p>
    </form>
  );
}
