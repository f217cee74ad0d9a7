import { BUILDS, type Build } from '../wasm/glue/build.ts';
import css from './Facts.module.css';
import { formatBitRate, formatBytes } from './format.ts';
import { exportOf, isReady, totalsOf, type Busy } from './model.ts';
import type { Comparison } from './protocol.ts';
import { type Text, useText } from './text.ts';
import type { Playground } from './use-playground.ts';

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
  return (
    <div className={css.options}>
      <label>
        {text.threads}
        <select value={options.threads} onChange={(event) => playground.setOptions({ ...options, threads: Number(event.target.value) })}>
          {THREADS.map((threads) => (
            <option key={threads}>{threads}</option>
          ))}
        </select>
      </label>
      <label>
        {text.build}
        <select
          value={options.build}
          onChange={(event) => playground.setOptions({ ...options, build: event.target.value as Build | 'auto' })}
        >
          <option value="auto">{text.auto}</option>
          {BUILDS.filter((build) => build !== 'simd-mt' || crossOriginIsolated).map((build) => (
            <option key={build}>{build}</option>
          ))}
        </select>
      </label>
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
