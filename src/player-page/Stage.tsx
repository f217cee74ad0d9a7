import css from './Stage.module.css';
import { useText } from './text.ts';
import type { Trial } from './use-trial.ts';

interface Props {
  readonly trial: Trial;
  readonly box: (element: HTMLDivElement | null) => void;
  readonly onSound: () => void;
}

export function Stage({ trial, box, onSound }: Props) {
  const text = useText();
  return (
    <section className={css.stage} aria-label={text.stage}>
      <div ref={box} className={css.box} />
      {trial.phase === 'playing' && (trial.isMuted || trial.isSoundBlocked) && (
        <button type="button" className={css.sound} onClick={onSound}>
          {text.sound}
        </button>
      )}
    </section>
  );
}
