import { firstRule, whysOf, type Rule } from '../../../core/rules.ts';
import type { PlayerNumbers } from '../constants.ts';
import { averageDecodeMs, droppedPercent, type DecodeWatch } from '../decoding/decode-watch.ts';
import type { PlayerKind } from '../names.ts';

/** Reasons to restart a running player (P25). */
export const ACK_REASONS = ['STALL_TIMEOUT', 'CURRENT_TIME_ERROR', 'TIMEOUT', 'STREAM_PIXED_CHANGED'] as const;
export type AckReason = (typeof ACK_REASONS)[number];

/** Maximum number of stored stalls; those older than the stall time are removed first. */
const MAX_STALLS = 64;

/** An ended stall: its time, and the media time lost, in milliseconds. */
export interface Stall {
  readonly atMs: number;
  readonly lostMs: number;
}

/**
 * Measures the progress of the playing position by a monotonic clock, for all kinds. The flags of a media element only define if progress
 * is expected. Times are milliseconds of the page's clock.
 */
export interface StallWatch {
  /** Stalls are counted from this time on. */
  readonly sinceMs: number;
  /** Position at the last sample in media seconds; NaN before the first one. */
  readonly positionS: number;
  /** Time of the last position change, or of the last sample without expected progress. */
  readonly movedMs: number;
  /** Counted stalls, oldest first. */
  readonly stalls: readonly Stall[];
}

export interface Sample {
  readonly positionS: number;
  /** The page is visible, the player should play, and the browser allows it. */
  readonly expected: boolean;
}

/** Time lost before `readyMs` belongs to the start and is not a stall. */
export const watchFrom = (nowMs: number, readyMs = nowMs): StallWatch => ({
  sinceMs: readyMs,
  positionS: NaN,
  movedMs: nowMs,
  stalls: [],
});

/** The watch after one sample. It counts stalls between 200 ms (shorter is jitter) and 20 s (longer was a sleeping machine). */
export function updateWatch(watch: StallWatch, sample: Sample, nowMs: number, numbers: PlayerNumbers): StallWatch {
  const isFirst = Number.isNaN(watch.positionS);
  const isUnknown = Number.isNaN(sample.positionS);
  if (!sample.expected) return { ...watch, positionS: isUnknown ? watch.positionS : sample.positionS, movedMs: nowMs };
  if (isUnknown || sample.positionS === watch.positionS) return watch;
  const lostMs = isFirst ? 0 : nowMs - watch.movedMs - (sample.positionS - watch.positionS) * 1_000;
  const isStall = nowMs >= watch.sinceMs && lostMs >= numbers.stallMinMs && lostMs < numbers.stallIgnoreMs;
  const kept = watch.stalls.filter(({ atMs }) => nowMs - atMs <= numbers.stallTimeMs);
  const stalls = isStall ? [...kept, { atMs: nowMs, lostMs }].slice(-MAX_STALLS) : kept;
  return { sinceMs: watch.sinceMs, positionS: sample.positionS, movedMs: nowMs, stalls };
}

/** The stall that ended with this sample, if any. */
export const stallEnded = (watch: StallWatch, nowMs: number): Stall | null => {
  const last = watch.stalls.at(-1);
  return last?.atMs === nowMs ? last : null;
};

/** P25: a reason to restart, or null. A pure query. */
export function decideAck(watch: StallWatch, nowMs: number, numbers: PlayerNumbers): AckReason | null {
  if (watch.positionS < 0) return 'CURRENT_TIME_ERROR';
  if (nowMs - watch.movedMs >= numbers.stallWaitMs) return 'STALL_TIMEOUT';
  return null;
}

export interface DowngradeCase {
  readonly kind: PlayerKind;
  readonly watch: StallWatch;
  readonly decode: DecodeWatch;
  readonly nowMs: number;
  readonly numbers: PlayerNumbers;
}

const isEvaluated = ({ watch, nowMs, numbers }: DowngradeCase): boolean => nowMs - watch.sinceMs >= numbers.h265ToH264WaitMs;
const isSlow = ({ decode, numbers }: DowngradeCase): boolean => averageDecodeMs(decode) > numbers.decodeThresholdMs;

/**
 * P25: when a playing H265 is replaced by H264. The specification gives the numbers but not their combination; the project's choice: after
 * the H265-to-H264 wait, the stalls within the stall time decide. Slow decoding is enough if it is visible, by one stall or by dropped
 * pictures. Keyframes-only decoding switches without the wait, because the viewer sees stills.
 */
const DOWNGRADES = [
  { why: 'another kind plays', gives: false, when: (c) => c.kind !== 'h265' },
  {
    why: 'h265 decodes only key pictures',
    gives: true,
    when: ({ decode, nowMs, numbers }) => decode.keyPicturesSinceMs !== null && nowMs - decode.keyPicturesSinceMs >= numbers.keyPicturesMs,
  },
  { why: 'h265 stalls too often', gives: true, when: (c) => isEvaluated(c) && c.watch.stalls.length >= c.numbers.stallCount },
  { why: 'h265 decodes too slowly', gives: true, when: (c) => isEvaluated(c) && isSlow(c) && c.watch.stalls.length > 0 },
  {
    why: 'h265 decodes too slowly and loses pictures',
    gives: true,
    when: (c) => isEvaluated(c) && isSlow(c) && droppedPercent(c.decode) > c.numbers.droppedPercent,
  },
  { why: 'h265 keeps up', gives: false, when: () => true },
] as const satisfies readonly (Rule<DowngradeCase> & { gives: boolean })[];

type DowngradeRow = (typeof DOWNGRADES)[number];
export type DowngradeWhy = Extract<DowngradeRow, { gives: true }>['why'];
export const DOWNGRADE_WHYS: readonly DowngradeRow['why'][] = whysOf(DOWNGRADES);

/** Null: h265 continues. */
export function decideDowngrade(input: DowngradeCase): DowngradeWhy | null {
  const rule: DowngradeRow = firstRule<DowngradeCase, DowngradeRow>(DOWNGRADES, input);
  return rule.gives ? rule.why : null;
}
