export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** 10 log10(peak² / mean squared error); Infinity for equal planes. */
export const psnr = (squaredError: number, samples: number, peak: number): number =>
  squaredError === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((peak * peak * samples) / squaredError);
