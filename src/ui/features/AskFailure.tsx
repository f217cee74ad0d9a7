import type { Ask } from '../../core/room/ask.ts';
import css from './ModuleParts.module.css';

/** Why the server did not do what the viewer asked for: its own words, else the module's. */
export function AskFailure({ ask, words }: { readonly ask: Ask; readonly words: string }) {
  return (
    ask.at === 'failed' && (
      <p className={css.bad} role="alert">
        {ask.text === '' ? words : ask.text}
      </p>
    )
  );
}
