/**
 * How many threads decode, the decode worker's own included. Browsers report more cores than a machine has free (and some a made-up
 * number), so this is a start, not a promise: two cores are left for the page, the sound and the compositor where there are more than
 * two, and beyond four a 1080p stream has no rows left to share.
 */
const MAX_DECODE_THREADS = 4;

export function decodeThreads(reportedCores: number): number {
  const cores = Number.isFinite(reportedCores) && reportedCores >= 1 ? Math.floor(reportedCores) : 2;
  return cores <= 2 ? cores : Math.min(MAX_DECODE_THREADS, cores - 2 + (cores === 3 ? 1 : 0));
}
