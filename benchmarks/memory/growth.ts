export interface MemorySample {
  readonly atMs: number;
  readonly heapMiB: number;
  readonly nodes: number;
  readonly allMiB: number;
}

const MS_A_MINUTE = 60_000;

/** Least squares over the second half, because the first half fills caches and lists up to their limits. */
export function slopePerMinute(samples: readonly MemorySample[], of: (sample: MemorySample) => number): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const meanX = half.reduce((sum, { atMs }) => sum + atMs, 0) / half.length;
  const meanY = half.reduce((sum, sample) => sum + of(sample), 0) / half.length;
  let covariance = 0;
  let variance = 0;
  for (const sample of half) {
    covariance += (sample.atMs - meanX) * (of(sample) - meanY);
    variance += (sample.atMs - meanX) ** 2;
  }
  return variance === 0 ? 0 : (covariance / variance) * MS_A_MINUTE;
}
