import { useEffect, useRef, useState } from 'react';
import { BUILDS, type Build } from '../glue/build.ts';
import css from './Facts.module.css';
import { formatBitRate, formatBytes, exportOf, isReady, totalsOf, type Busy, type State } from './model.ts';
import type { Comparison } from './protocol.ts';
import { type Text, useText } from './text.ts';
import { Select } from './Timeline.tsx';
import type { Playground } from './use-playground.ts';

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

const THREADS = [1, 2, 3, 4, 6, 8];

export function Facts({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const { facts, decoder } = state;
  const totals = totalsOf(state.rows);
  if (!facts || !decoder) return null;
  const rows: readonly (readonly [string, string])[] = [
    [text.file, `${facts.name} · ${facts.container.toUpperCase()} · ${formatBytes(facts.fileBytes)}`],
    [text.codec, facts.codec],
    [text.picture, facts.width > 0 ? `${facts.width}×${facts.height} · ${facts.bitDepth} bit` : '…'],
    [text.count, `${state.rows.length}${countsOf(totals.byType)}`],
    [text.duration, `${totals.durationS.toFixed(2)} s`],
    [text.bitrate, formatBitRate(totals.bytes, totals.durationS)],
  ];
  const speeds: readonly (readonly [string, string])[] = [
    [text.decodeMean, `${(totals.decodeMs / Math.max(state.rows.length, 1)).toFixed(2)} ms`],
    [text.decodeMax, totals.slowest ? `${totals.slowest.decodeMs.toFixed(2)} ms · #${totals.slowest.index + 1}` : ''],
    [text.memory, formatBytes(decoder.memoryBytes)],
  ];
  const button = (busy: Busy, label: string) => (
    <button type="button" disabled={!isReady(state)} aria-busy={state.busy === busy} onClick={() => playground.start(busy)}>
      {label}
    </button>
  );

  return (
    <>
      <section className={css.card}>
        <h2>{text.stream}</h2>
        <dl>{rows.map(pair)}</dl>
      </section>
      <section className={css.card}>
        <h2>
          {text.decoder}
          <small data-testid="decoder">{`${decoder.build} × ${decoder.threads}`}</small>
        </h2>
        <Options playground={playground} />
        <dl>{speeds.map(pair)}</dl>
        <div className={css.actions}>
          {button('race', text.fullSpeed)}
          {state.race && (
            <output data-testid="race">
              {text.fullSpeedOf(((state.race.pictures * 1_000) / state.race.ms).toFixed(1), state.race.ms.toFixed(0))}
            </output>
          )}
          {button('hash', text.hashes)}
          {button('compare', text.compare)}
          {state.comparison && <output data-testid="comparison">{comparisonText(state.comparison, text)}</output>}
          <button
            type="button"
            disabled={state.rows.length === 0}
            onClick={() => save(`${facts.name}.json`, exportOf(state, navigator.userAgent))}
          >
            {text.exportJson}
          </button>
        </div>
      </section>
    </>
  );
}

function Options({ playground }: { playground: Playground }) {
  const text = useText();
  const { options } = playground.state;
  const builds = BUILDS.filter((build) => build !== 'simd-mt' || crossOriginIsolated);
  return (
    <div className={css.options}>
      <Select
        label={text.threads}
        value={options.threads}
        options={THREADS.map((threads) => [threads, `${threads}`])}
        onChange={(threads) => playground.setOptions({ ...options, threads: Number(threads) })}
      />
      <Select
        label={text.build}
        value={options.build}
        options={[['auto', text.auto], ...builds.map((build) => [build, build] as const)]}
        onChange={(build) => playground.setOptions({ ...options, build: build as Build | 'auto' })}
      />
    </div>
  );
}

const pair = ([name, value]: readonly [string, string]) => (
  <div key={name}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const countsOf = (byType: Readonly<Record<string, { readonly count: number }>>): string => {
  const parts = ['I', 'P', 'B'].flatMap((type) => (byType[type] ? [`${byType[type].count} ${type}`] : []));
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

function comparisonText(comparison: Comparison, text: Text): string {
  switch (comparison.name) {
    case 'unsupported':
      return text.unsupported;
    case 'failed':
      return `${text.failed}: ${comparison.why}`;
    case 'done': {
      const { browser, own, same, different } = comparison;
      const speed = ({ pictures, ms }: { pictures: number; ms: number }): string => `${((pictures * 1_000) / ms).toFixed(0)} fps`;
      const first = different.length > 0 ? ` (#${different[0]! + 1}…)` : '';
      return `${text.compared(same, same + different.length)}${first} · ${text.browserSpeed} ${speed(browser)} · ${text.ownSpeed} ${speed(own)}`;
    }
  }
}

function save(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
