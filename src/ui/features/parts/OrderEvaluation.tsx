import { useState } from 'react';

import { MAX_EVALUATION_CHARS, MAX_STARS, type OrderFields } from '../../../core/room/feature/orders.ts';
import css from './FeatureParts.module.css';

interface EvaluationProps {
  readonly words: { readonly stars: (count: number) => string; readonly evaluation: string; readonly evaluationHint: string };
  readonly isBusy: boolean;
  readonly onSend: (fields: OrderFields) => void;
}

/** Form for an evaluation: stars and text. */
export function OrderEvaluation({ words, isBusy, onSend }: EvaluationProps) {
  const [stars, setStars] = useState(MAX_STARS);
  const [said, setSaid] = useState('');
  return (
    <form
      className={css.list}
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ stars, words: said.trim() });
      }}
    >
      <span className={css.actions} role="group" aria-label={words.stars(stars)}>
        {Array.from({ length: MAX_STARS }, (_, at) => at + 1).map((count) => (
          <button
            key={count}
            type="button"
            className={css.star}
            aria-label={words.stars(count)}
            aria-pressed={count <= stars}
            onClick={() => setStars(count)}
          >
            ★
          </button>
        ))}
      </span>
      <input
        className={css.field}
        aria-label={words.evaluationHint}
        placeholder={words.evaluationHint}
        maxLength={MAX_EVALUATION_CHARS}
        value={said}
        onChange={(event) => setSaid(event.target.value)}
      />
      <button type="submit" className={css.strong} disabled={isBusy}>
        {words.evaluation}
      </button>
    </form>
  );
}
