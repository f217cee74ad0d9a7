import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { columnsOf, formatBytes, formatTime, isReady } from './model.ts';
import { type PictureRow, OVERLAY_LAYERS } from './protocol.ts';
import { useText } from './text.ts';
import css from './Timeline.module.css';
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

/** A choice with its label. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string | number;
  readonly options: readonly (readonly [value: string | number, name: string])[];
  readonly onChange: (value: string) => void;
}

export function Transport({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const { index, isPlaying } = state;
  const row = state.rows[index];
  const [isFirst, isLast] = [index === 0, index >= state.rows.length - 1];
  const button = (glyph: keyof typeof GLYPHS, label: string, isUseless: boolean, onClick: () => void, className?: string) => (
    <button type="button" className={className} aria-label={label} disabled={!isReady(state) || isUseless} onClick={onClick}>
      <Glyph name={glyph} />
    </button>
  );
  return (
    <div className={css.transport}>
      <div className={css.buttons}>
        {button('first', text.first, isFirst, () => playground.select(0))}
        {button('previous', text.previous, isFirst, () => playground.select(index - 1))}
        {button(isPlaying ? 'pause' : 'play', isPlaying ? text.pause : text.play, false, playground.togglePlay, css.play)}
        {button('next', text.next, isLast, () => playground.select(index + 1))}
        <Select
          label={text.rate}
          value={state.rate}
          options={RATES.map((rate) => [rate, `${rate}×`])}
          onChange={(rate) => playground.setRate(Number(rate))}
        />
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

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Switches for the layers over the picture, and facts about the blocks of the shown picture. */
export function Overlays({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const blocks = state.layers.length > 0 ? state.blocks[state.index] : undefined;
  return (
    <div className={css.overlays} role="group" aria-label={text.layers}>
      <span>{text.layers}</span>
      {OVERLAY_LAYERS.map((layer) => {
        const isOn = state.layers.includes(layer);
        return (
          <button
            key={layer}
            type="button"
            data-layer={layer}
            aria-pressed={isOn}
            title={text.layer[layer]}
            disabled={!isReady(state)}
            onClick={() => playground.setLayers(isOn ? state.layers.filter((one) => one !== layer) : [...state.layers, layer])}
          >
            {layer.toUpperCase()}
          </button>
        );
      })}
      {blocks && (
        <output data-testid="blocks">
          {[
            text.blocksOf(blocks.coding, blocks.prediction, blocks.transform),
            text.shares(percent(blocks.intra), percent(blocks.skipped)),
            `QP ${blocks.qpMin}–${blocks.qpMax}`,
            `MV ${blocks.motion.toFixed(1)} px`,
          ].join(' · ')}
        </output>
      )}
    </div>
  );
}

const HEIGHT = 148;
/** Share of the height for bytes; the rest shows times. */
const SPLIT = 0.56;
const GAP = 10;
const PAGE_STEP = 25;

interface Props {
  readonly rows: readonly PictureRow[];
  readonly index: number;
  readonly isEnabled: boolean;
  readonly onSelect: (index: number) => void;
}

export function Timeline({ rows, index, isEnabled, onSelect }: Props) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  // Not by arguments of Math.max: more than about 100,000 of them overflow the stack.
  const maxBytes = rows.reduce((max, { bytes }) => Math.max(max, bytes), 1);
  const maxMs = rows.reduce((max, { decodeMs }) => Math.max(max, decodeMs), 0.01);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, width, rows, index, maxBytes, maxMs);
  }, [rows, index, width, maxBytes, maxMs]);

  const at = (event: PointerEvent<HTMLElement>): void => {
    if (!isEnabled || (event.type === 'pointermove' && event.buttons === 0)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = Math.floor(((event.clientX - box.left) / box.width) * rows.length);
    if (wanted !== index) onSelect(wanted);
  };
  const onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      PageUp: index - PAGE_STEP,
      PageDown: index + PAGE_STEP,
      Home: 0,
      End: rows.length - 1,
    };
    const wanted = steps[event.key];
    if (wanted === undefined || !isEnabled) return;
    event.preventDefault();
    onSelect(wanted);
  };

  return (
    <figure className={css.timeline}>
      <div
        className={css.chart}
        role="slider"
        tabIndex={0}
        aria-label={text.timeline}
        aria-valuemin={1}
        aria-valuemax={Math.max(rows.length, 1)}
        aria-valuenow={index + 1}
        aria-valuetext={text.frameOf(index + 1, rows.length)}
        aria-disabled={!isEnabled}
        onPointerDown={at}
        onPointerMove={at}
        onKeyDown={onKey}
      >
        <canvas ref={canvas} style={{ height: HEIGHT }} />
        <span className={css.top}>{`${text.size} ≤ ${formatBytes(maxBytes)}`}</span>
        <span className={css.bottom}>{`${text.time} ≤ ${maxMs.toFixed(1)} ms`}</span>
      </div>
      <figcaption>
        {(['I', 'P', 'B'] as const).map((type) => (
          <span key={type} className={css.key} data-type={type}>
            {type}
          </span>
        ))}
        <span>{text.timelineHelp}</span>
      </figcaption>
    </figure>
  );
}

/** The colour tokens of the visual system, as values for a canvas. */
function colours(element: HTMLElement): Record<'I' | 'P' | 'B' | '?' | 'time' | 'line' | 'cursor' | 'bad', string> {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    I: token('--rose'),
    P: token('--blue'),
    B: token('--teal'),
    '?': token('--ink-3'),
    time: token('--amber'),
    line: token('--line'),
    cursor: token('--ink'),
    bad: token('--bad'),
  };
}

function draw(canvas: HTMLCanvasElement, width: number, rows: readonly PictureRow[], index: number, maxBytes: number, maxMs: number): void {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  context.clearRect(0, 0, width, HEIGHT);
  const paint = colours(canvas);
  const columns = columnsOf(rows, width / 2);
  const step = width / Math.max(columns.length, 1);
  const bar = Math.max(step - (step > 4 ? 1 : 0), 1);
  const upper = Math.round(HEIGHT * SPLIT);
  const lower = HEIGHT - upper - GAP;
  context.fillStyle = paint.line;
  context.fillRect(0, upper, width, 1);
  context.fillRect(0, HEIGHT - 1, width, 1);
  columns.forEach((column, i) => {
    // Square roots, because keyframes are much larger, and the first picture much slower, than all others.
    const high = Math.max(Math.sqrt(column.bytes / maxBytes) * (upper - 18), 1);
    context.fillStyle = column.isDamaged ? paint.bad : paint[column.type];
    context.fillRect(i * step, upper - high, bar, high);
    context.fillStyle = paint.time;
    const deep = Math.max(Math.sqrt(column.decodeMs / maxMs) * (lower - 16), 1);
    context.fillRect(i * step, HEIGHT - 1 - deep, bar, deep);
  });
  if (rows.length === 0) return;
  const x = ((index + 0.5) / rows.length) * width;
  context.fillStyle = paint.cursor;
  context.fillRect(Math.round(x) - 0.5, 0, 1.5, HEIGHT);
}
