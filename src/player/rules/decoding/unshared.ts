/** Maximum picture sizes of H265 on this machine, by measured costs of decoding: of earlier visits, or of the page /bench. */
import type { PlayerNumbers } from '../constants.ts';

/**
 * Factor on the decode threshold (P25, 25 ms per picture): the decode level skips up to half of the pictures (decode-level.ts); a slower
 * decoder would not produce a video.
 */
const CARRIED = 2;

/** Pixels that a machine with this cost (busy milliseconds per megapixel) decodes; Infinity before the first measurement. */
export const carriedPixels = ({ decodeThresholdMs }: Pick<PlayerNumbers, 'decodeThresholdMs'>, costMs: number | null): number =>
  costMs === null ? Number.POSITIVE_INFINITY : Math.floor((decodeThresholdMs * CARRIED * 1_000_000) / costMs);

/**
 * Maximum without shared memory (one thread, each picture copied once more): a setting of the deployment, lower on a slower machine. 0
 * disables it, which is the rule of P22. `oneThreadMs`: busy milliseconds per megapixel with one thread; null before the first measurement. */
export const unsharedPixels = (numbers: Pick<PlayerNumbers, 'unsharedPixels' | 'decodeThresholdMs'>, oneThreadMs: number | null): number =>
  Math.min(numbers.unsharedPixels, carriedPixels(numbers, oneThreadMs));
