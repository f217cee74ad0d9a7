/** From samples of a player to what a viewer had of it. Pure: samples in, figures out. */
import { quantile } from '../measure/statistics.ts';

export interface WatchSample {
  /** Since the navigation. */
  readonly atMs: number;
  readonly positionS: number;
  readonly painted: number;
  readonly dropped: number;
  /** Picture less sound; NaN while nothing is known. */
  readonly offsetMs: number;
  readonly kind: string;
  readonly epoch: number;
  /** Live time less what is shown; NaN while nothing is known. */
  readonly latencyMs: number;
}

/** A position that stands still for so long is seen as a stop. */
const STALL_MS = 400;
/** What is less than this share of the clock is standing still. */
const MOVING_SHARE = 0.3;

export interface Watched {
  readonly rebuffers: number;
  /** Time standing still over time since the first picture. */
  readonly stalledShare: number;
  readonly stalledMs: number;
  readonly dropped: number;
  readonly painted: number;
  readonly latencyP50Ms: number;
  readonly latencyP95Ms: number;
  /** Of its size, either way. */
  readonly offsetP95Ms: number;
  /** Players that took over from another. */
  readonly switches: number;
}

/** Spans in which the picture stood still, after the first picture. */
export function stallsOf(samples: readonly WatchSample[]): readonly { readonly fromMs: number; readonly toMs: number }[] {
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
  // Each player counts from zero again.
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

/** How long after `fromMs` the picture moved again for good; 0 when it never stood still then. */
export function recoveryMs(samples: readonly WatchSample[], fromMs: number): number {
  const open = stallsOf(samples).findLast((stall) => stall.fromMs < fromMs && stall.toMs > fromMs);
  return open ? open.toMs - fromMs : 0;
}
