export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Interpolates linearly between two samples; NaN without samples. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at));
}

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const summarise = (raw: readonly number[]): Summary => ({ median: median(raw), min: Math.min(...raw), max: Math.max(...raw) });

/** Ratios within the same round, because a disturbance affects both sides. */
export const ratios = (raw: readonly number[], base: readonly number[]): readonly number[] =>
  raw.flatMap((value, round) => {
    const other = base[round];
    return other === undefined || other === 0 ? [] : [value / other];
  });

/** 10 log10(peak² / mean squared error); Infinity for equal planes. */
export const psnr = (squaredError: number, samples: number, peak: number): number =>
  squaredError === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((peak * peak * samples) / squaredError);
