import { firstRule, reasonsOf, type Rule } from '../../base/rules.ts';
import type { PlayerNumbers, PlayerConfig } from '../constants.ts';
import { averageDecodeMs, droppedPercent, type DecodeWatch } from '../decoding/decode-watch.ts';
import type { PlayerKind } from '../names.ts';
import type { PlayerProgress } from '../contract.ts';

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
export const DOWNGRADE_REASONS: readonly DowngradeRow['why'][] = reasonsOf(DOWNGRADES);

/** Null: h265 continues. */
export function decideDowngrade(input: DowngradeCase): DowngradeWhy | null {
  const rule: DowngradeRow = firstRule<DowngradeCase, DowngradeRow>(DOWNGRADES, input);
  return rule.gives ? rule.why : null;
}

/** Totals of a WebRTC receiver since its start (W3C webrtc-stats, inbound-rtp of kind video); NaN if the browser does not report them. */
export interface Received {
  readonly decodedFrames: number;
  /** Total decode time in milliseconds. */
  readonly decodeMs: number;
  /** Total duration of ended freezes in milliseconds. */
  readonly freezesMs: number;
  readonly packets: number;
  readonly lostPackets: number;
}

interface ReceiverSample {
  readonly atMs: number;
  readonly received: Received;
}

/** The samples of the last seconds, and the time since which a figure has been bad. Times are milliseconds of the page's clock. */
export interface ReceiverWatch {
  readonly samples: readonly ReceiverSample[];
  readonly bad: { readonly why: ReceiverWhy; readonly sinceMs: number } | null;
}

export const NO_SAMPLES: ReceiverWatch = { samples: [], bad: null };

/** Samples arrive once a second; this is the maximum stored. */
const MAX_SAMPLES = 16;

/**
 * Decides when WebRTC falls back to flv during playback. The specification contains the fallback and the decode threshold; the other
 * numbers are the project's. A figure above its limit is bad until it is below `webrtcCalm` of the limit, and the fallback follows after
 * `webrtcPatienceMs`. A single freeze, or a figure that oscillates around its limit, causes no fallback.
 */
const FIGURES = [
  { why: 'webrtc pictures freeze', isStall: true, value: frozenPercent, limit: (n) => n.webrtcFrozenPercent },
  { why: 'webrtc loses packets', isStall: false, value: lostPercent, limit: (n) => n.webrtcLossPercent },
  { why: 'webrtc decodes too slowly', isStall: false, value: decodeMs, limit: (n) => n.decodeThresholdMs },
] as const satisfies readonly {
  why: string;
  /** A downgrade by frozen pictures counts as a stall (P23). */
  isStall: boolean;
  value(samples: readonly ReceiverSample[]): number;
  limit(numbers: PlayerNumbers): number;
}[];

export type ReceiverWhy = (typeof FIGURES)[number]['why'];

/**
 * The watch after one sample. While the picture is not visible (`expected` false) a browser may decode less, so the samples are discarded.
 */
export function addSample(
  watch: ReceiverWatch,
  received: Received,
  expected: boolean,
  nowMs: number,
  numbers: PlayerNumbers,
): ReceiverWatch {
  if (!expected) return NO_SAMPLES;
  const since = watch.samples.findLastIndex(({ atMs }) => nowMs - atMs >= numbers.webrtcWindowMs);
  const samples = [...watch.samples.slice(Math.max(0, since)), { atMs: nowMs, received }].slice(-MAX_SAMPLES);
  if (samples.length < 2) return { samples, bad: null };
  const isOver = (rule: (typeof FIGURES)[number], share: number): boolean => rule.value(samples) > rule.limit(numbers) * share;
  const { bad } = watch;
  const same = FIGURES.find((rule) => rule.why === bad?.why && isOver(rule, numbers.webrtcCalm));
  if (same) return { samples, bad };
  const rule = FIGURES.find((row) => isOver(row, 1));
  return { samples, bad: rule ? { why: rule.why, sinceMs: nowMs } : null };
}

/** A pure query. */
export function decideReceiver(
  { bad }: ReceiverWatch,
  nowMs: number,
  numbers: PlayerNumbers,
): { readonly why: ReceiverWhy; readonly isStall: boolean } | null {
  if (bad === null || nowMs - bad.sinceMs < numbers.webrtcPatienceMs) return null;
  const rule = FIGURES.find(({ why }) => why === bad.why)!;
  return { why: rule.why, isStall: rule.isStall };
}

/** Measured by the unchanged picture count, because the browser counts a freeze only after its end. */
function frozenPercent(samples: readonly ReceiverSample[]): number {
  let stoodMs = 0;
  for (let i = 1; i < samples.length; i++) {
    const [before, now] = [samples[i - 1]!, samples[i]!];
    if (now.received.decodedFrames === before.received.decodedFrames) stoodMs += now.atMs - before.atMs;
  }
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const countedMs = last.received.freezesMs - first.received.freezesMs;
  return (Math.max(stoodMs, Number.isNaN(countedMs) ? 0 : countedMs) / (last.atMs - first.atMs)) * 100;
}

/** A packet that arrives late is subtracted from the lost ones. */
function lostPercent(samples: readonly ReceiverSample[]): number {
  const [first, last] = [samples[0]!.received, samples.at(-1)!.received];
  const lost = Math.max(0, last.lostPackets - first.lostPackets);
  return (lost / (lost + last.packets - first.packets)) * 100;
}

/** Average over the pictures of these samples. */
function decodeMs(samples: readonly ReceiverSample[]): number {
  const [first, last] = [samples[0]!.received, samples.at(-1)!.received];
  return (last.decodeMs - first.decodeMs) / (last.decodedFrames - first.decodedFrames);
}

/** Known values when the tab becomes visible. */
export interface ReturnCase {
  readonly config: PlayerConfig;
  readonly isLive: boolean;
  readonly isStopped: boolean;
  readonly progress: PlayerProgress;
}

/** P27: the first row that holds decides; `replay`: the player restarts. */
const RETURNS = [
  { why: 'replay is switched off', replay: false, when: (c) => !c.config.switches.replayOnVisible },
  { why: 'the room is not live', replay: false, when: (c) => !c.isLive },
  { why: 'the player is stopped', replay: false, when: (c) => c.isStopped },
  { why: 'audio length is negative', replay: true, when: (c) => c.progress.audioS < 0 },
  {
    why: 'audio and video are apart',
    replay: true,
    when: (c) => Math.abs(c.progress.audioS - c.progress.videoS) * 1_000 > c.config.numbers.audioVideoDiffMs,
  },
  { why: 'too much is buffered', replay: true, when: (c) => c.progress.bufferedS * 1_000 > c.config.numbers.replayBufferMs },
  { why: 'in step', replay: false, when: () => true },
] as const satisfies readonly (Rule<ReturnCase> & { replay: boolean })[];

export type ReturnWhy = (typeof RETURNS)[number]['why'];

/** Unknown numbers are NaN and never cause a restart, so a player that does not measure a value is not restarted because of it. */
export function decideReturn(input: ReturnCase): { readonly replay: boolean; readonly why: ReturnWhy } {
  const rule = firstRule<ReturnCase, (typeof RETURNS)[number]>(RETURNS, input);
  return { replay: rule.replay, why: rule.why };
}
