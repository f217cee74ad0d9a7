import { LAST_DECODE_LEVEL } from './decode-level.ts';
import type { PlayerNumbers } from './constants.ts';
import type { PlayerProgress } from './contract.ts';

/** Samples come once a second; no more than these are stored, however fast they come. */
const MAX_SAMPLES = 32;

interface DecodeSample {
  readonly atMs: number;
  /** Average of a picture at that time, milliseconds. */
  readonly decodeMs: number;
  /** Since the player began. */
  readonly painted: number;
  readonly dropped: number;
}

/** How a decoder of our own kept up in the last seconds (`decodeWindowMs`). Milliseconds of the room worker's clock. */
export interface DecodeWatch {
  readonly samples: readonly DecodeSample[];
  /** Since when only key pictures are decoded; null while more is. */
  readonly keyPicturesSinceMs: number | null;
}

export const NO_DECODE_SAMPLES: DecodeWatch = { samples: [], keyPicturesSinceMs: null };

/** While nobody sees the picture (`expected` false) less is decoded on purpose: the samples begin again. */
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

/** Average decode time of a picture over the window (document 1, section 9); NaN before the first sample. */
export function averageDecodeMs({ samples }: DecodeWatch): number {
  const known = samples.filter(({ decodeMs }) => !Number.isNaN(decodeMs));
  return known.reduce((sum, { decodeMs }) => sum + decodeMs, 0) / known.length;
}

/** Share of the window's pictures that were never seen; 0 before the second sample. */
export function droppedPercent({ samples }: DecodeWatch): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const dropped = Math.max(0, last.dropped - first.dropped);
  const painted = Math.max(0, last.painted - first.painted);
  return dropped === 0 ? 0 : (dropped / (dropped + painted)) * 100;
}
