import type { Ask } from '../../../core/room/feature/ask.ts';
import css from './FeatureParts.module.css';

/** Reason why a request failed: the server's text, else the feature's. */
export function AskFailure({ ask, words }: { readonly ask: Ask; readonly words: string }) {
  return (
    ask.name === 'failed' && (
      <p className={css.bad} role="alert">
        {ask.text === '' ? words : ask.text}
      </p>
    )
  );
}
