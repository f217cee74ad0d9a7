import type { PlayerNumbers } from './constants.ts';

/** What a WebRTC receiver has counted since it began (W3C webrtc-stats, inbound-rtp of kind video); NaN where the browser does not count. */
export interface Received {
  readonly decodedFrames: number;
  /** Decoding them took so long in all, milliseconds. */
  readonly decodeMs: number;
  /** Freezes that have ended took so long in all, milliseconds. */
  readonly freezesMs: number;
  readonly packets: number;
  readonly lostPackets: number;
}

interface ReceiverSample {
  readonly atMs: number;
  readonly received: Received;
}

/** The samples of the last seconds, and since when one of the figures has been bad. Milliseconds of the room worker's clock. */
export interface ReceiverWatch {
  readonly samples: readonly ReceiverSample[];
  readonly bad: { readonly why: ReceiverWhy; readonly sinceMs: number } | null;
}

export const NO_SAMPLES: ReceiverWatch = { samples: [], bad: null };

/** Samples come once a second; no more than these are stored, however fast they come. */
const MAX_SAMPLES = 16;

/**
 * When WebRTC gives way to flv while it plays. The documents name the fallback and the decode threshold and no other number; the rest is
 * ours. A figure over its limit is bad until it is under `webrtcCalm` of it, and what has been bad for `webrtcPatienceMs` decides: a single
 * freeze, or a figure that swings around its limit, does not.
 */
const FIGURES = [
  { why: 'webrtc pictures freeze', isStall: true, value: frozenPercent, limit: (n) => n.webrtcFrozenPercent },
  { why: 'webrtc loses packets', isStall: false, value: lostPercent, limit: (n) => n.webrtcLossPercent },
  { why: 'webrtc decodes too slowly', isStall: false, value: decodeMs, limit: (n) => n.decodeThresholdMs },
] as const satisfies readonly {
  why: string;
  /** A stall-triggered downgrade (document 1, section 4) is one of pictures that stand still. */
  isStall: boolean;
  value(samples: readonly ReceiverSample[]): number;
  limit(numbers: PlayerNumbers): number;
}[];

export type ReceiverWhy = (typeof FIGURES)[number]['why'];
export const RECEIVER_WHYS: readonly ReceiverWhy[] = FIGURES.map((rule) => rule.why);

/** The watch after one sample. While nobody sees the picture (`expected` false) a browser may decode less: the samples begin again. */
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

/** Asking changes nothing. */
export function decideReceiver(
  { bad }: ReceiverWatch,
  nowMs: number,
  numbers: PlayerNumbers,
): { readonly why: ReceiverWhy; readonly isStall: boolean } | null {
  if (bad === null || nowMs - bad.sinceMs < numbers.webrtcPatienceMs) return null;
  const rule = FIGURES.find(({ why }) => why === bad.why)!;
  return { why: rule.why, isStall: rule.isStall };
}

/** By the standing count of pictures, because a freeze is counted by the browser only when it is over. */
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

/** A packet that came late after all is taken off the lost ones again. */
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
