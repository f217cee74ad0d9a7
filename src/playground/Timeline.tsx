import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

import { columnsOf } from './columns.ts';
import { formatBytes } from './format.ts';
import type { PictureRow } from './protocol.ts';
import { useText } from './text.ts';
import css from './Timeline.module.css';

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
