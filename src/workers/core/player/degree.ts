/**
 * Less work instead of a stall: which measure the H265 decoder takes on a machine that is too slow, with hysteresis so that it does not
 * flutter. Each rung costs more quality than the one before. The specification's fallback to h264 comes after the last
 * (core/player/stall-watch.ts), so that a machine that is a little too slow keeps its picture.
 */
export const DEGREES = [
  { name: 'all', why: 'fast enough' },
  { name: 'no filters on pictures that nothing refers to', why: 'decoding is close to its budget' },
  { name: 'no pictures that nothing refers to', why: 'decoding is over its budget' },
  { name: 'key pictures only', why: 'decoding is far over its budget' },
] as const;

export type Degree = 0 | 1 | 2 | 3;
export const LAST_DEGREE: Degree = 3;

export interface DegreeState {
  readonly degree: Degree;
  /** Milliseconds for which the load has asked for this direction; 0 when it does not. */
  readonly pressedMs: number;
  readonly relievedMs: number;
}

export const DEGREE_START: DegreeState = { degree: 0, pressedMs: 0, relievedMs: 0 };

export interface DegreePolicy {
  /** Share of the frame interval spent decoding above which a higher rung is wanted. */
  readonly highLoad: number;
  readonly lowLoad: number;
  /** How long it must be wanted. */
  readonly pressMs: number;
  readonly relieveMs: number;
}

/** Average decode threshold 25 ms at 25 to 30 pictures a second (document 1, section 9) is a load of about 0.7. */
export const DEGREE_POLICY: DegreePolicy = { highLoad: 0.85, lowLoad: 0.4, pressMs: 2_000, relieveMs: 20_000 };

export interface Load {
  /** Decode time of a second of pictures over a second. */
  readonly load: number;
  /** Compressed pictures waiting, milliseconds: falling behind shows here even where the load figure lies. */
  readonly behindMs: number;
  readonly elapsedMs: number;
}

export function nextDegree(state: DegreeState, { load, behindMs, elapsedMs }: Load, policy: DegreePolicy): DegreeState {
  const isHigh = load > policy.highLoad || behindMs > 1_500;
  const isLow = load < policy.lowLoad && behindMs < 500;
  const pressedMs = isHigh ? state.pressedMs + elapsedMs : 0;
  const relievedMs = isLow ? state.relievedMs + elapsedMs : 0;
  if (pressedMs >= policy.pressMs && state.degree < LAST_DEGREE)
    return { degree: (state.degree + 1) as Degree, pressedMs: 0, relievedMs: 0 };
  if (relievedMs >= policy.relieveMs && state.degree > 0) return { degree: (state.degree - 1) as Degree, pressedMs: 0, relievedMs: 0 };
  return { degree: state.degree, pressedMs, relievedMs };
}
