import { useEffect, useState } from 'react';

import type { Decision } from '../../src/core/decision-log.ts';
import css from './PanelView.module.css';
import { useWords } from './use-words.ts';

/** Refresh interval while the list is open. */
const REFRESH_MS = 1_000;
const SHOWN_DECISIONS = 60;

const textOf = ({ machine, event, from, to, effects, why }: Decision): string =>
  [machine, event, from, to, ...effects, ...why].join(' ').toLowerCase();

/** Decisions of the room's machines with their reasons, newest first, filtered by words. */
export function Decisions({ read }: { read: () => Promise<readonly Decision[]> }) {
  const words = useWords();
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    let isOpen = true;
    const refresh = async (): Promise<void> => {
      const next = await read();
      if (isOpen) setDecisions(next);
    };
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [read]);
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = decisions.filter((decision) => wanted.every((word) => textOf(decision).includes(word)));
  return (
    <>
      <input
        className={css.select}
        type="search"
        aria-label={words.decisionFilter}
        placeholder={words.decisionFilter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={css.note}>{words.noDecisions}</p>
      ) : (
        <ol className={css.reports} aria-label={words.decisions} tabIndex={0}>
          {shown
            .slice(-SHOWN_DECISIONS)
            .reverse()
            .map((decision, index) => (
              <li key={`${decision.atMs} ${index}`} data-machine={decision.machine}>
                <span className={css.reportHead}>
                  <b className={css.reportType}>{decision.machine}</b>
                  <span className={css.reportCode}>{decision.event}</span>
                  <time className={css.reportTime}>{(decision.atMs / 1_000).toFixed(1)} s</time>
                </span>
                <span className={css.reportAbout}>
                  {decision.from === decision.to ? decision.to : `${decision.from} → ${decision.to}`}
                  {decision.effects.length > 0 && ` · ${decision.effects.join(', ')}`}
                </span>
                {decision.why.length > 0 && <span className={css.reportAbout}>{decision.why.join('; ')}</span>}
              </li>
            ))}
        </ol>
      )}
    </>
  );
}
