import { useState } from 'react';

import { copyText } from '../ui/page/clipboard.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import css from './Logs.module.css';
import { useText } from './text.ts';
import type { Trial } from './use-trial.ts';

type Copied = 'no' | 'yes' | 'refused';
const SHOWN_MAX = 100;

export function Logs({ trial }: { trial: Trial }) {
  const text = useText();
  const [copied, setCopied] = useState<Copied>('no');
  const { events, decisions, startMs } = trial;
  const copy = async (): Promise<void> => {
    setCopied((await copyText(reportOf(trial))) ? 'yes' : 'refused');
  };
  return (
    <section className={css.card}>
      <div className={css.head}>
        <h2>{text.decisions}</h2>
        <span role="status">{copied === 'yes' ? text.copied : copied === 'refused' ? text.notCopied : ''}</span>
        <button type="button" onClick={() => void copy()}>
          <Icon name="copy" /> {text.copy}
        </button>
      </div>
      {decisions.length === 0 ? (
        <p className={css.none}>{text.noDecisions}</p>
      ) : (
        <ol className={css.list} aria-label={text.decisions} tabIndex={0}>
          {decisions
            .slice(-SHOWN_MAX)
            .toReversed()
            .map((decision, at) => (
              <li key={`${decision.atMs} ${at}`}>
                <time>{((decision.atMs - startMs) / 1_000).toFixed(1)} s</time>
                <b>{decision.event}</b> {decision.from === decision.to ? decision.to : `${decision.from} → ${decision.to}`}
                <small>{[...decision.effects, ...decision.why].join(' · ')}</small>
              </li>
            ))}
        </ol>
      )}
      <h2>{text.events}</h2>
      <ol className={css.list} aria-label={text.events} tabIndex={0}>
        {events
          .slice(-SHOWN_MAX)
          .toReversed()
          .map((event, at) => (
            <li key={`${event.atMs} ${at}`}>
              <time>{(event.atMs / 1_000).toFixed(1)} s</time>
              <b>{event.type}</b>
              <small>{event.detail}</small>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** The result as JSON, for a bug report. The stream address is omitted, because it may be signed. */
const reportOf = ({ checks, statistics, size, firstFrameMs, error, events, decisions }: Trial): string =>
  JSON.stringify(
    { browser: navigator.userAgent, crossOriginIsolated, checks, size, firstFrameMs, statistics, error, events, decisions },
    null,
    1,
  );
