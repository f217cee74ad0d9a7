import css from './panel.module.css';
import type { Live } from './rules.ts';
import type { Sent } from './rules-statistics.ts';
import { LADDER } from './rules-uplink.ts';
import type { PublishWords } from './text.zh-CN.ts';

const PERCENT = 100;
const KILO = 1_000;
const UNKNOWN = '–';

const whole = (value: number, unit: string): string => (Number.isFinite(value) ? `${Math.round(value)} ${unit}` : UNKNOWN);
const rate = (kilobits: number): string =>
  Number.isFinite(kilobits) && kilobits >= KILO ? `${(kilobits / KILO).toFixed(1)} Mbit/s` : whole(kilobits, 'kbit/s');
const size = ({ width, height }: Sent): string => (width > 0 && height > 0 ? `${width}×${height}` : UNKNOWN);

/** A summary in one line. */
export function summaryOf({ sent }: Live): string {
  return sent === null ? UNKNOWN : `${rate(sent.kilobits)} · ${size(sent)} · ${whole(sent.pictureRate, 'fps')}`;
}

/** All statistics of the connection, and the reason of the current quality. */
export function Statistics({ live, words }: { live: Live; words: PublishWords }) {
  const { sent, uplink } = live;
  const quality = LADDER[uplink.level];
  if (sent === null || quality === undefined) return null;
  const { figures } = words;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [figures.rate, `${rate(sent.kilobits)} / ${rate(quality.kilobits)}`],
    [figures.size, size(sent)],
    [figures.pictures, `${whole(sent.pictureRate, 'fps')} / ${whole(quality.pictureRate, 'fps')}`],
    [figures.codec, sent.codec === '' ? UNKNOWN : sent.codec],
    [figures.uplink, rate(sent.availableKilobits)],
    [figures.trip, whole(sent.roundTripMs, 'ms')],
    [figures.lost, Number.isFinite(sent.lostShare) ? `${(sent.lostShare * PERCENT).toFixed(1)} %` : UNKNOWN],
    [figures.step, words.whys[uplink.why]],
  ];
  return (
    <dl className={css.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
