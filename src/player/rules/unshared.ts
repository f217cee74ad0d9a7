/**
 * How large a picture H265 may have where there is no shared memory (one thread, each picture copied once more): a setting of the
 * deployment, and less on a machine that was measured to be slower. 0: not at all, which is the rule of document 1, section 4.
 */
import type { PlayerNumbers } from './constants.ts';

/**
 * Times the threshold of document 1, section 9 (25 ms a picture): what is beyond it the decode level takes off, down to half of the
 * pictures (decode-level.ts). With less than that left it is no video.
 */
const CARRIED = 2;

/** `oneThreadMs`: busy milliseconds per megapixel with one thread, null before it was measured. */
export function unsharedPixels(
  { unsharedPixels: most, decodeThresholdMs }: Pick<PlayerNumbers, 'unsharedPixels' | 'decodeThresholdMs'>,
  oneThreadMs: number | null,
): number {
  if (oneThreadMs === null || most === 0) return most;
  return Math.min(most, Math.floor((decodeThresholdMs * CARRIED * 1_000_000) / oneThreadMs));
}
