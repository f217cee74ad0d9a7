import { Icon } from '../ui/icons/Icon.tsx';
import type { Check } from './checks.ts';
import css from './Checks.module.css';
import { useText } from './text.ts';
import type { Trial } from './use-trial.ts';

const ICONS = { good: 'check', bad: 'alert', note: 'alert', open: 'more' } as const;

/** The verdict first, then each check in the order in which a stream fails. */
export function Checks({ trial }: { trial: Trial }) {
  const text = useText();
  const { phase, checks, error } = trial;
  const failed = checks.find(({ state }) => state === 'bad');
  const isOver = failed !== undefined || error?.fatal === true;
  return (
    <section className={css.card} aria-label={text.checks}>
      <h2>{text.checks}</h2>
      <p className={css.verdict} role="status" data-state={isOver ? 'bad' : 'good'}>
        {phase === 'inspecting' && text.checking}
        {phase !== 'inspecting' && failed === undefined && (error?.fatal === true ? text.hasStopped : checks.length > 0 && text.canPlay)}
        {failed !== undefined && `${text.cannotPlay} ${text.sentence[failed.sentence](failed.detail)}`}
      </p>
      {error !== null && (
        <p className={css.error} role="alert">
          <b>{error.code}</b> {error.title}
          {error.kind === 'webrtc' && error.network && <span>{text.whepHint}</span>}
          <small>{[error.detail, error.why, error.unsupported].filter(Boolean).join(' · ')}</small>
        </p>
      )}
      {checks.length > 0 && (
        <ol className={css.checks}>
          {checks.map((check) => (
            <Row key={check.name} check={check} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ check: { name, state, sentence, detail } }: { check: Check }) {
  const text = useText();
  return (
    <li data-check={name} data-state={state}>
      <Icon name={ICONS[state]} size={18} />
      <span className={css.name}>
        {text.check[name]}
        <span className="unseen">{text.states[state]}</span>
      </span>
      <span className={css.sentence}>{text.sentence[sentence](detail)}</span>
    </li>
  );
}
