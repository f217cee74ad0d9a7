import { LAST_DECODE_LEVEL } from './decode-level.ts';
import type { PlayerNumbers } from '../constants.ts';
import type { PlayerProgress } from '../contract.ts';

/** Samples arrive once a second; this is the maximum stored. */
const MAX_SAMPLES = 32;

interface DecodeSample {
  readonly atMs: number;
  /** Average per picture at that time, in ms. */
  readonly decodeMs: number;
  /** Total since the player started. */
  readonly painted: number;
  readonly dropped: number;
}

/** Performance of the own decoder in the last seconds (`decodeWindowMs`). Times are milliseconds of the page's clock. */
export interface DecodeWatch {
  readonly samples: readonly DecodeSample[];
  /** Start of decoding keyframes only; null while more is decoded. */
  readonly keyPicturesSinceMs: number | null;
}

export const NO_DECODE_SAMPLES: DecodeWatch = { samples: [], keyPicturesSinceMs: null };

/** While the picture is not visible (`expected` false), less is decoded on purpose, so the samples are discarded. */
export function addDecodeSample(
  watch: DecodeWatch,
  { decodeMs, paintedFrames, droppedFrames, own }: PlayerProgress,
  expected: boolean,
  nowMs: number,
  { decodeWindowMs }: PlayerNumbers,
): DecodeWatch {
  if (!expected) return NO_DECODE_SAMPLES;
  const sample: DecodeSample = { atMs: nowMs, decodeMs, painted: paintedFrames, dropped: droppedFrames };
  const samples = [...watch.samples.filter(({ atMs }) => nowMs - atMs <= decodeWindowMs), sample].slice(-MAX_SAMPLES);
  const isLast = own?.decodeLevel === LAST_DECODE_LEVEL;
  return { samples, keyPicturesSinceMs: isLast ? (watch.keyPicturesSinceMs ?? nowMs) : null };
}

/** Average decode time per picture over the window (P25); NaN before the first sample. */
export function averageDecodeMs({ samples }: DecodeWatch): number {
  const known = samples.filter(({ decodeMs }) => !Number.isNaN(decodeMs));
  return known.reduce((sum, { decodeMs }) => sum + decodeMs, 0) / known.length;
}

/** Percentage of the window's pictures that were dropped; 0 before the second sample. */
export function droppedPercent({ samples }: DecodeWatch): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const dropped = Math.max(0, last.dropped - first.dropped);
  const painted = Math.max(0, last.painted - first.painted);
  return dropped === 0 ? 0 : (dropped / (dropped + painted)) * 100;
}
