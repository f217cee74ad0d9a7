import { firstRule, whysOf, type Rule } from '../../core/rules.ts';

/**
 * The one place that decides on playbackRate and jumps of a live stream that is played by a media element. A dead band: nothing is done between
 * `lowS` and `highS`. Armed after the first picture, because chasing an empty buffer keeps the screen black.
 */
export interface LatencyCase {
  readonly isArmed: boolean;
  readonly positionS: number;
  /** Buffered ranges in order, media seconds. */
  readonly ranges: readonly { readonly startS: number; readonly endS: number }[];
  readonly rate: number;
  /** Stalls of this player so far: each one moves the target away from the edge, because what is too near stalls again. */
  readonly stalls: number;
  /** The stream comes in segments this long (shared between viewers), 0 when it flows: the buffer must hold one more. */
  readonly segmentS: number;
}

/** Seconds of buffer; the documents do not show them: ours. */
export const LATENCY = {
  targetS: 1.2,
  lowS: 0.35,
  highS: 2.2,
  /** Further behind than this a jump is kinder than minutes of faster sound. */
  jumpS: 6,
  perStallS: 0.5,
  maxExtraS: 3,
  /** Sound in step and in tune: small steps only. */
  fastRate: 1.07,
  slowRate: 0.97,
  /** A hole is jumped to just inside the next range. */
  insideS: 0.05,
} as const;

export interface LatencyMove {
  readonly rate: number;
  readonly seekToS: number | null;
}

const extra = (c: LatencyCase): number => Math.min(LATENCY.maxExtraS, c.stalls * LATENCY.perStallS) + c.segmentS;
const endS = (c: LatencyCase): number => c.ranges.at(-1)?.endS ?? c.positionS;
const behindS = (c: LatencyCase): number => endS(c) - c.positionS;
const isInside = (c: LatencyCase): boolean =>
  c.ranges.some(({ startS, endS }) => c.positionS >= startS - LATENCY.insideS && c.positionS < endS);
const following = (c: LatencyCase): number | undefined => c.ranges.find(({ startS }) => startS > c.positionS)?.startS;

const RULES = [
  { why: 'nothing is buffered', when: (c) => c.ranges.length === 0, act: () => ({ rate: 1, seekToS: null }) },
  {
    why: 'in a hole',
    when: (c) => !isInside(c) && following(c) !== undefined,
    act: (c) => ({ rate: 1, seekToS: (following(c) ?? c.positionS) + LATENCY.insideS }),
  },
  { why: 'no picture yet', when: (c) => !c.isArmed, act: () => ({ rate: 1, seekToS: null }) },
  {
    why: 'far behind',
    when: (c) => behindS(c) > LATENCY.jumpS + extra(c),
    act: (c) => ({ rate: 1, seekToS: endS(c) - LATENCY.targetS - extra(c) }),
  },
  { why: 'behind', when: (c) => behindS(c) > LATENCY.highS + extra(c), act: () => ({ rate: LATENCY.fastRate, seekToS: null }) },
  {
    why: 'still catching up',
    when: (c) => c.rate > 1 && behindS(c) > LATENCY.targetS + extra(c),
    act: () => ({ rate: LATENCY.fastRate, seekToS: null }),
  },
  { why: 'at the edge', when: (c) => behindS(c) < LATENCY.lowS, act: () => ({ rate: LATENCY.slowRate, seekToS: null }) },
  { why: 'in step', when: () => true, act: () => ({ rate: 1, seekToS: null }) },
] as const satisfies readonly (Rule<LatencyCase> & { act(input: LatencyCase): LatencyMove })[];

export type LatencyWhy = (typeof RULES)[number]['why'];
export const LATENCY_WHYS: readonly LatencyWhy[] = whysOf(RULES);

export function decideLatency(input: LatencyCase): LatencyMove & { readonly why: LatencyWhy } {
  const rule = firstRule<LatencyCase, (typeof RULES)[number]>(RULES, input);
  return { ...rule.act(input), why: rule.why };
}
