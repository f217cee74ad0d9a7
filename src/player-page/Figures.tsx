import css from './Figures.module.css';
import { useText } from './text.ts';
import type { Trial } from './use-trial.ts';

const NONE = '–';
const fixed = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined || Number.isNaN(value) ? NONE : `${value.toFixed(digits)} ${unit}`.trim();

export function Figures({ trial }: { trial: Trial }) {
  const { figures, figure } = useText();
  const { statistics: now, size, firstFrameMs } = trial;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [figure.kind, now?.kind ?? NONE],
    [figure.size, size || NONE],
    [figure.first, firstFrameMs === null ? NONE : `${firstFrameMs} ms`],
    [figure.latency, fixed(now?.latency, 1, 's')],
    [figure.buffered, fixed(now?.buffered, 1, 's')],
    [figure.speed, fixed(now?.speed, 0, 'kB/s')],
    [figure.frames, fixed(now?.paintedFrames, 0, '')],
    [figure.dropped, fixed(now?.droppedFrames, 0, '')],
    [figure.decode, fixed(now?.decodeMs, 1, 'ms')],
    [figure.threads, now === null || now.threads === 0 ? NONE : String(now.threads)],
  ];
  return (
    <section className={css.figures} aria-label={figures}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
