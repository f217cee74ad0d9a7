import css from './Transport.module.css';
import { formatTime, formatBytes } from './format.ts';
import { isReady } from './model.ts';
import { useText } from './text.ts';
import type { Playground } from './use-playground.ts';

/** Icons of the player controls, on a 24 by 24 grid. */
const GLYPHS = {
  first: 'M6 6h2.2v12H6zM18.5 6.9v10.2c0 .7-.8 1.1-1.4.7l-7.2-5.1a.9.9 0 0 1 0-1.4l7.2-5.1c.6-.4 1.4 0 1.4.7z',
  previous: 'M16.5 6.4v11.2c0 .8-.9 1.2-1.5.7l-7-5.6a.9.9 0 0 1 0-1.4l7-5.6c.6-.5 1.5-.1 1.5.7z',
  next: 'M7.5 6.4v11.2c0 .8.9 1.2 1.5.7l7-5.6a.9.9 0 0 0 0-1.4l-7-5.6c-.6-.5-1.5-.1-1.5.7z',
  play: 'M8 5.6v12.8c0 .8.9 1.3 1.6.8l9.6-6.4a1 1 0 0 0 0-1.6L9.6 4.8C8.9 4.3 8 4.8 8 5.6z',
  pause: 'M7 5h3.4v14H7zM13.6 5H17v14h-3.4z',
} as const;

const Glyph = ({ name }: { name: keyof typeof GLYPHS }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={GLYPHS[name]} />
  </svg>
);

const RATES = [0.25, 0.5, 1, 2, 4];

export function Transport({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const row = state.rows[state.index];
  const canShow = isReady(state);
  const last = state.rows.length - 1;
  return (
    <div className={css.transport}>
      <div className={css.buttons}>
        <button type="button" aria-label={text.first} disabled={!canShow || state.index === 0} onClick={() => playground.select(0)}>
          <Glyph name="first" />
        </button>
        <button
          type="button"
          aria-label={text.previous}
          disabled={!canShow || state.index === 0}
          onClick={() => playground.select(state.index - 1)}
        >
          <Glyph name="previous" />
        </button>
        <button
          type="button"
          className={css.play}
          aria-label={state.isPlaying ? text.pause : text.play}
          disabled={!canShow}
          onClick={playground.togglePlay}
        >
          <Glyph name={state.isPlaying ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          aria-label={text.next}
          disabled={!canShow || state.index >= last}
          onClick={() => playground.select(state.index + 1)}
        >
          <Glyph name="next" />
        </button>
        <label>
          <span>{text.rate}</span>
          <select value={state.rate} onChange={(event) => playground.setRate(Number(event.target.value))}>
            {RATES.map((rate) => (
              <option key={rate} value={rate}>
                {rate}×
              </option>
            ))}
          </select>
        </label>
      </div>
      {row && (
        <dl className={css.now}>
          <dt>{text.frameOf(row.index + 1, state.rows.length)}</dt>
          <dd className={css.type} data-type={row.type}>
            {row.isKey ? 'IRAP' : row.type}
          </dd>
          <dd>{formatTime(row.timeUs)}</dd>
          <dd>POC {row.poc}</dd>
          <dd>{formatBytes(row.bytes)}</dd>
          <dd>{row.decodeMs.toFixed(2)} ms</dd>
          {row.isDamaged && <dd className={css.bad}>{text.damaged}</dd>}
          <dd className={css.md5} data-testid="md5">
            {state.hashes[row.index] ?? ''}
          </dd>
        </dl>
      )}
    </div>
  );
}
