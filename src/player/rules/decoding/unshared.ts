/**
 * Maximum picture size of H265 without shared memory (one thread, each picture copied once more): a setting of the deployment, lower on a
 * machine that was measured to be slower. 0 disables it, which is the rule of P22.
 */
import type { PlayerNumbers } from '../constants.ts';

/**
 * Factor on the decode threshold (P25, 25 ms per picture): the decode level skips up to half of the pictures (decode-level.ts); a slower
 * decoder would not produce a video.
 */
const CARRIED = 2;

/** `oneThreadMs`: busy milliseconds per megapixel with one thread; null before the first measurement. */
export function unsharedPixels(
  { unsharedPixels: most, decodeThresholdMs }: Pick<PlayerNumbers, 'unsharedPixels' | 'decodeThresholdMs'>,
  oneThreadMs: number | null,
): number {
  if (oneThreadMs === null || most === 0) return most;
  return Math.min(most, Math.floor((decodeThresholdMs * CARRIED * 1_000_000) / oneThreadMs));
}
