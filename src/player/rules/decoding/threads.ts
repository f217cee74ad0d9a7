import type { PlayerNumbers } from '../constants.ts';

/**
 * Number of decoding threads, including the decode worker. Browsers report more cores than are free, and some report a false number, so the
 * first value follows a rule: of four or more cores two are left for page, sound and compositor, of three cores one. Beyond four threads a
 * 1080p stream has no more rows to divide. The measured cost is stored (`decodeThreads` in stored-visits.ts) and decides at the next start.
 * The number changes only at a start: another number needs a new decoder instance with an empty picture buffer, which would show a gap
 * until the next keyframe.
 */
const MAX_DECODE_THREADS = 4;

/** Another thread must reduce the cost to this share; otherwise it only takes a core from other work. */
const PAYS = 0.85;
/**
 * Busy milliseconds per megapixel. Below EASY_MS, a 1080p stream at 30 pictures per second uses a quarter of the time, so fewer threads may
 * be enough. Above HARD_MS it uses more than half, so another thread may help. Between them nothing changes, which keeps the number stable.
 */
const EASY_MS = 4;
const HARD_MS = 8;
/** Weight of the older measurement; the new one has the rest. */
const OLD_SHARE = 0.5;

/** Pictures required for a measurement: more than the start and one group of pictures. */
export const MEASURED_PICTURES = 200;

/** Busy milliseconds per megapixel by number of threads; a missing number was not tried. */
export type ThreadCosts = Readonly<Partial<Record<number, number>>>;

export const THREAD_REASONS = [
  'not measured yet',
  'fewer are tried',
  'fewer do',
  'one more is tried',
  'measured best',
  'no shared memory',
] as const;
export type ThreadWhy = (typeof THREAD_REASONS)[number];

export interface ThreadChoice {
  readonly threads: number;
  readonly why: ThreadWhy;
}

const coresOf = (reportedCores: number): number => (Number.isFinite(reportedCores) && reportedCores >= 1 ? Math.floor(reportedCores) : 2);

/** The rule without a measurement. */
export function threadsByCores(reportedCores: number): number {
  const cores = coresOf(reportedCores);
  return cores <= 2 ? cores : Math.min(MAX_DECODE_THREADS, cores - 2 + (cores === 3 ? 1 : 0));
}

/** Threads share the decoder's memory. */
export const ONE_THREAD: ThreadChoice = { threads: 1, why: 'no shared memory' };

export function decideThreads(reportedCores: number, costs: ThreadCosts): ThreadChoice {
  const most = Math.min(MAX_DECODE_THREADS, coresOf(reportedCores));
  const tried = Array.from({ length: most }, (_, i) => i + 1).flatMap((threads) => {
    const costMs = costs[threads];
    return costMs === undefined ? [] : [{ threads, costMs }];
  });
  const [fewest, ...more] = tried;
  if (!fewest) return { threads: threadsByCores(reportedCores), why: 'not measured yet' };
  if (fewest.costMs <= EASY_MS) {
    return fewest.threads > 1 ? { threads: fewest.threads - 1, why: 'fewer are tried' } : { threads: 1, why: 'fewer do' };
  }
  const enough = more.find(({ costMs }) => costMs <= EASY_MS);
  if (enough) return { threads: enough.threads, why: 'fewer do' };
  const best = more.reduce((before, next) => (next.costMs < before.costMs * PAYS ? next : before), fewest);
  const isTop = tried.at(-1) === best;
  if (best.costMs > HARD_MS && isTop && best.threads < most) return { threads: best.threads + 1, why: 'one more is tried' };
  return { threads: best.threads, why: 'measured best' };
}

/** `costMs`: busy milliseconds per picture with `pixels` pixels. */
export function withThreadCost(costs: ThreadCosts, threads: number, costMs: number, pixels: number): ThreadCosts {
  if (!(costMs > 0) || !(pixels > 0) || !Number.isInteger(threads) || threads < 1 || threads > MAX_DECODE_THREADS) return costs;
  const perMegapixel = (costMs * 1_000_000) / pixels;
  const old = costs[threads];
  return { ...costs, [threads]: old === undefined ? perMegapixel : old * OLD_SHARE + perMegapixel * (1 - OLD_SHARE) };
}

/** Stored format: `2:6.41` per number of threads; invalid entries are ignored. */
export const writeThreadCosts = (costs: ThreadCosts): readonly string[] =>
  Object.entries(costs).map(([threads, costMs]) => `${threads}:${(costMs ?? 0).toFixed(2)}`);

export function readThreadCosts(stored: unknown): ThreadCosts {
  const costs: Record<number, number> = {};
  for (const text of Array.isArray(stored) ? (stored as readonly unknown[]).slice(0, MAX_DECODE_THREADS) : []) {
    const found = typeof text === 'string' ? /^([1-4]):(\d{1,4}\.\d{2})$/.exec(text) : null;
    if (found) costs[Number(found[1])] = Number(found[2]);
  }
  return costs;
}

/** Maximum picture sizes of H265 on this machine, by measured costs of decoding: of earlier visits, or of the page /bench. */

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
