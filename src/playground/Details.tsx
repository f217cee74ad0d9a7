import { useEffect, useRef, useState } from 'react';

import css from './Details.module.css';
import { isReady, type State } from './model.ts';
import { useText } from './text.ts';

const TABS = ['sets', 'pictures', 'log'] as const;
type Tab = (typeof TABS)[number];

/** Rows of the list around the shown picture that are rendered. */
const ROWS_AROUND = 60;

export function Details({ state, onSelect }: { state: State; onSelect: (index: number) => void }) {
  const text = useText();
  const [tab, setTab] = useState<Tab>('sets');
  return (
    <section className={css.details}>
      <div className={css.tabs} role="tablist">
        {TABS.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {text[name]}
            {name === 'log' && state.log.length > 0 && <i>{state.log.length}</i>}
          </button>
        ))}
      </div>
      <div className={css.body} role="tabpanel">
        {tab === 'sets' && <Sets state={state} />}
        {tab === 'pictures' && <Pictures state={state} onSelect={onSelect} />}
        {tab === 'log' && <Log state={state} />}
      </div>
    </section>
  );
}

function Sets({ state }: { state: State }) {
  const text = useText();
  return state.facts?.sets.map((set, i) => (
    <details key={`${set.kind}${set.id}-${i}`} open={set.kind === 'SPS'}>
      <summary>
        {set.kind} {set.id} <small>{`${set.bytes} B${set.isCut ? ` · ${text.cut}` : ''}`}</small>
      </summary>
      <dl>
        {set.fields.map(({ name, value }, at) => (
          <div key={`${at}-${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  ));
}

function Pictures({ state, onSelect }: { state: State; onSelect: (index: number) => void }) {
  const text = useText();
  const current = useRef<HTMLTableRowElement>(null);
  const from = Math.max(0, state.index - ROWS_AROUND);
  // Scrolls only the list, never the page.
  useEffect(() => {
    const row = current.current;
    const list = row?.closest('[role=tabpanel]');
    if (!row || !list) return;
    const isSeen =
      row.offsetTop > list.scrollTop + row.offsetHeight && row.offsetTop < list.scrollTop + list.clientHeight - row.offsetHeight;
    if (!isSeen) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  });
  return (
    <table>
      <thead>
        <tr>
          <th>#</th>
          <th>{text.type}</th>
          <th>POC</th>
          <th>{text.bytes}</th>
          <th>ms</th>
          <th>MD5</th>
        </tr>
      </thead>
      <tbody>
        {state.rows.slice(from, state.index + ROWS_AROUND).map((row) => (
          <tr key={row.index} ref={row.index === state.index ? current : null} aria-current={row.index === state.index || undefined}>
            <td>
              <button type="button" disabled={!isReady(state)} onClick={() => onSelect(row.index)}>
                {row.index + 1}
              </button>
            </td>
            <td data-type={row.type}>{row.isKey ? `${row.type}*` : row.type}</td>
            <td>{row.poc}</td>
            <td>{row.bytes}</td>
            <td>{row.decodeMs.toFixed(2)}</td>
            <td className={css.md5}>{state.hashes[row.index]?.slice(0, 12)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Log({ state }: { state: State }) {
  const text = useText();
  if (state.log.length === 0) return <p className={css.empty}>{text.emptyLog}</p>;
  return (
    <ol className={css.log}>
      {state.log.map((entry, i) => (
        // A log grows at its end, so the index is a stable key until old entries are dropped.
        <li key={i} data-level={entry.level}>
          {entry.text}
        </li>
      ))}
    </ol>
  );
}
