import type { PlayerNumbers } from '../constants.ts';

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
