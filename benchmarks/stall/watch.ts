/** Computes the viewer's experience from samples of a player. Pure: samples in, figures out. */
import { quantile } from '../measure/schema.ts';

export interface WatchSample {
  /** Since the navigation. */
  readonly atMs: number;
  readonly positionS: number;
  readonly painted: number;
  readonly dropped: number;
  /** Picture minus sound; NaN while unknown. */
  readonly offsetMs: number;
  readonly kind: string;
  readonly epoch: number;
  /** Live time minus shown time; NaN while unknown. */
  readonly latencyMs: number;
}

/** A position unchanged for this time counts as a stall. */
const STALL_MS = 400;
/** Progress below this share of the clock counts as standing still. */
const MOVING_SHARE = 0.3;

export interface Watched {
  readonly rebuffers: number;
  /** Stalled time relative to the time since the first picture. */
  readonly stalledShare: number;
  readonly stalledMs: number;
  readonly dropped: number;
  readonly painted: number;
  readonly latencyP50Ms: number;
  readonly latencyP95Ms: number;
  /** Absolute value. */
  readonly offsetP95Ms: number;
  /** Number of takeovers by another player. */
  readonly switches: number;
}

/** Intervals without progress after the first picture. */
function stallsOf(samples: readonly WatchSample[]): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  let still: { fromMs: number; toMs: number } | undefined;
  for (let i = 1; i < samples.length; i++) {
    const [before, now] = [samples[i - 1]!, samples[i]!];
    const hasMoved = before.epoch === now.epoch && (now.positionS - before.positionS) * 1_000 > (now.atMs - before.atMs) * MOVING_SHARE;
    if (hasMoved) still = undefined;
    else if (still) still.toMs = now.atMs;
    else spans.push((still = { fromMs: before.atMs, toMs: now.atMs }));
  }
  return spans.filter(({ fromMs, toMs }) => toMs - fromMs >= STALL_MS);
}

export function watch(samples: readonly WatchSample[]): Watched {
  const stalls = stallsOf(samples);
  const stalledMs = stalls.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const [first, last] = [samples[0], samples.at(-1)];
  const lengthMs = first && last ? last.atMs - first.atMs : 0;
  const latencies = samples.map(({ latencyMs }) => latencyMs).filter((one) => !Number.isNaN(one));
  const offsets = samples.map(({ offsetMs }) => Math.abs(offsetMs)).filter((one) => !Number.isNaN(one));
  // Each player starts counting from zero.
  const grown = (of: (sample: WatchSample) => number): number =>
    samples.reduce(
      (sum, sample, i) =>
        sum + (i === 0 ? 0 : Math.max(0, of(sample) - (samples[i - 1]!.epoch === sample.epoch ? of(samples[i - 1]!) : 0))),
      0,
    );
  return {
    rebuffers: stalls.length,
    stalledMs,
    stalledShare: lengthMs > 0 ? stalledMs / lengthMs : 0,
    dropped: grown(({ dropped }) => dropped),
    painted: grown(({ painted }) => painted),
    latencyP50Ms: quantile(latencies, 0.5),
    latencyP95Ms: quantile(latencies, 0.95),
    offsetP95Ms: quantile(offsets, 0.95),
    switches: samples.filter((sample, i) => i > 0 && samples[i - 1]!.epoch !== sample.epoch).length,
  };
}

/** Time from `fromMs` until the picture moved again permanently; 0 if it did not stop. */
export function recoveryMs(samples: readonly WatchSample[], fromMs: number): number {
  const open = stallsOf(samples).findLast((stall) => stall.fromMs < fromMs && stall.toMs > fromMs);
  return open ? open.toMs - fromMs : 0;
}
