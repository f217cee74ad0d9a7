import { LAST_DEGREE, type Degree } from './degree.ts';
import type { PlayerNumbers } from './constants.ts';
import type { PlayerKind } from './names.ts';

/** Why a running player is asked to start again (document 1, section 4). */
export const ACK_REASONS = ['STALL_TIMEOUT', 'CURRENT_TIME_ERROR', 'TIMEOUT', 'STREAM_PIXED_CHANGED'] as const;
export type AckReason = (typeof ACK_REASONS)[number];

/** Kept stalls; those older than the stall time are dropped first. */
const MAX_STALLS = 64;

/** A stall that ended: when, and how much of the stream's time was lost to it. Milliseconds. */
export interface Stall {
  readonly atMs: number;
  readonly lostMs: number;
}

/**
 * Progress of the playing position against a monotonic clock, for all kinds alike: flags of a media element only say whether progress is
 * expected. Times are milliseconds of the room worker's clock.
 */
export interface StallWatch {
  /** From then on stalls are counted. */
  readonly sinceMs: number;
  /** Position at the last sample, media seconds; NaN before the first. */
  readonly positionS: number;
  readonly sampledMs: number;
  /** When the position last changed, or progress was last not expected. */
  readonly movedMs: number;
  /** The counted stalls, oldest first. */
  readonly stalls: readonly Stall[];
}

export interface Sample {
  readonly positionS: number;
  /** The page is visible, the player is to play, and the browser lets it. */
  readonly expected: boolean;
}

/** `readyMs`: what is lost before belongs to the start and is no stall. */
export const watchFrom = (nowMs: number, readyMs = nowMs): StallWatch => ({
  sinceMs: readyMs,
  positionS: NaN,
  sampledMs: nowMs,
  movedMs: nowMs,
  stalls: [],
});

/** The watch after one sample; the stalls that it counts are between 200 ms (shorter is jitter) and 20 s (longer was a sleeping machine). */
export function watched(watch: StallWatch, sample: Sample, nowMs: number, numbers: PlayerNumbers): StallWatch {
  const isFirst = Number.isNaN(watch.positionS);
  const isUnknown = Number.isNaN(sample.positionS);
  if (!sample.expected) return { ...watch, positionS: isUnknown ? watch.positionS : sample.positionS, sampledMs: nowMs, movedMs: nowMs };
  if (isUnknown) return { ...watch, sampledMs: nowMs };
  const hasMoved = isFirst || sample.positionS !== watch.positionS;
  if (!hasMoved) return { ...watch, sampledMs: nowMs };
  const lostMs = isFirst ? 0 : nowMs - watch.movedMs - (sample.positionS - watch.positionS) * 1_000;
  const isStall = nowMs >= watch.sinceMs && lostMs >= numbers.stallMinMs && lostMs < numbers.stallIgnoreMs;
  const kept = watch.stalls.filter(({ atMs }) => nowMs - atMs <= numbers.stallTimeMs);
  const stalls = isStall ? [...kept, { atMs: nowMs, lostMs }].slice(-MAX_STALLS) : kept;
  return { sinceMs: watch.sinceMs, positionS: sample.positionS, sampledMs: nowMs, movedMs: nowMs, stalls };
}

/** The stall that ended with this sample, if one did. */
export const stallEnded = (watch: StallWatch, nowMs: number): Stall | null => {
  const last = watch.stalls.at(-1);
  return last?.atMs === nowMs ? last : null;
};

/** P25: a reason to start again, or null. A later look at the same watch gives the same answer: asking changes nothing. */
export function decideAck(watch: StallWatch, nowMs: number, numbers: PlayerNumbers): AckReason | null {
  if (watch.positionS < 0) return 'CURRENT_TIME_ERROR';
  if (nowMs - watch.movedMs >= numbers.stallWaitMs) return 'STALL_TIMEOUT';
  return null;
}

export interface DowngradeCase {
  readonly kind: PlayerKind;
  readonly watch: StallWatch;
  /** Average over the last second, NaN when the player does not decode by itself. */
  readonly decodeMs: number;
  /** Of less work (core/player/degree.ts). */
  readonly degree: Degree;
  readonly nowMs: number;
  readonly numbers: PlayerNumbers;
}

/**
 * When a playing H265 gives way to H264 (document 1, sections 4 and 9). The documents give the numbers but not how they combine: a decoder
 * is judged after the H265-to-H264 wait, by the stalls within the stall time; one stall is enough when it also decodes too slowly.
 */
const DOWNGRADES = [
  { why: 'h265 stalls too often', when: (c) => c.watch.stalls.length >= c.numbers.stallCount },
  { why: 'h265 decodes only key pictures', when: (c) => c.degree === LAST_DEGREE },
  { why: 'h265 decodes too slowly', when: (c) => c.watch.stalls.length > 0 && c.decodeMs > c.numbers.decodeThresholdMs },
] as const satisfies readonly { why: string; when(input: DowngradeCase): boolean }[];

export type DowngradeWhy = (typeof DOWNGRADES)[number]['why'];
export const DOWNGRADE_WHYS: readonly DowngradeWhy[] = DOWNGRADES.map((row) => row.why);

export function decideDowngrade(input: DowngradeCase): DowngradeWhy | null {
  if (input.kind !== 'h265' || input.nowMs - input.watch.sinceMs < input.numbers.h265ToH264WaitMs) return null;
  return DOWNGRADES.find((row) => row.when(input))?.why ?? null;
}
