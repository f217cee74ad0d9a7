import { firstRule, type Rule } from '../../base/rules.ts';

/**
 * The only code that sets playbackRate and jumps of a live stream in a media element. It has a dead band: between `lowS` and `highS`
 * nothing changes. It is armed after the first picture, because chasing an empty buffer keeps the screen black.
 */
export interface LatencyCase {
  readonly isArmed: boolean;
  readonly positionS: number;
  /** Buffered ranges in order, in media seconds. */
  readonly ranges: readonly { readonly startS: number; readonly endS: number }[];
  readonly rate: number;
  /** Number of stalls of this player; each one increases the target latency, because a position too close to the edge stalls again. */
  readonly stalls: number;
  /** Segment length of a P2P stream, 0 for a continuous one. The buffer must hold one more segment. */
  readonly segmentS: number;
}

/** Seconds of buffer; the specification does not contain them. */
export const LATENCY = {
  targetS: 1.2,
  lowS: 0.35,
  highS: 2.2,
  /** Beyond this latency a jump is better than minutes of faster playback. */
  jumpS: 6,
  perStallS: 0.5,
  maxExtraS: 3,
  /** Rates close to 1 keep the pitch natural. */
  fastRate: 1.07,
  slowRate: 0.97,
  /** A jump over a gap ends this far inside the next range. */
  insideS: 0.05,
} as const;

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
] as const satisfies readonly (Rule<LatencyCase> & {
  act(input: LatencyCase): { readonly rate: number; readonly seekToS: number | null };
})[];

export function decideLatency(input: LatencyCase) {
  const rule = firstRule<LatencyCase, (typeof RULES)[number]>(RULES, input);
  return { ...rule.act(input), why: rule.why };
}
