import { WAITS, waitMs } from '../../player/base/waits.ts';
import type { Failure } from '../../core/errors.ts';
import { firstRule, type Rule } from '../../player/base/machine.ts';

/** The connection that the page opens; `epoch` numbers the connections, and events of an older one are dropped. */
export interface Link {
  readonly epoch: number;
  readonly url: string;
  /** The same as for watched streams (P21): 5 uses WHIP, 16 the exchange of SRS. */
  readonly providerId: number;
}

/** Timeout from the offer to an established connection. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** An interrupted connection usually recovers within this time; after it, it counts as lost. */
export const INTERRUPTED_GRACE_MS = 4_000;
/** Connected, but no further bytes were sent for this time: the connection counts as lost. */
export const STUCK_LIMIT_MS = 10_000;
/**
 * A connection without received bytes for this time counts as lost. A reachable server sends reports several times a second; a browser
 * takes twice this time to report a dead connection as interrupted.
 */
export const UNHEARD_LIMIT_MS = 4_000;
/** After this time on the air an interruption counts as new: its waits start again with the shortest. */
export const STEADY_MS = 30_000;

/** Before the first broadcast the star is waiting for an answer, so there are only few retries. */
const MAX_FIRST_TRIES = 2;
/** During a broadcast: about a minute and a half of retries. */
const MAX_TRIES = 9;

export interface Loss {
  readonly failure: Failure;
  /** Failures before this one, since the connection was last steady. */
  readonly failures: number;
  readonly hasBeenOnAir: boolean;
}

/**
 * Client errors other than these are final, because the same request gets the same answer. 404 and 409 belong to an ended session; a new
 * one is granted.
 */
const PASSING = [404, 408, 409, 425, 429];
const isRefusal = ({ status = 0 }: Failure): boolean => status >= 400 && status < 500 && !PASSING.includes(status);

const AFTER_LOSS = [
  { why: 'the server refuses', does: 'give-up', when: ({ failure }) => isRefusal(failure) },
  {
    why: 'the answer cannot be used',
    does: 'give-up',
    when: ({ failure: { code } }) => code === 'HTTP_BAD_BODY' || code === 'HTTP_TOO_LONG',
  },
  { why: 'the browser cannot send', does: 'give-up', when: ({ failure }) => failure.code === 'PUBLISH_UNSUPPORTED' },
  { why: 'never connected', does: 'give-up', when: (loss) => !loss.hasBeenOnAir && loss.failures >= MAX_FIRST_TRIES },
  { why: 'lost too often', does: 'give-up', when: (loss) => loss.failures >= MAX_TRIES },
  { why: 'tried again', does: 'retry', when: () => true },
] as const satisfies readonly (Rule<Loss> & { readonly does: 'give-up' | 'retry' })[];

export type LossWhy = (typeof AFTER_LOSS)[number]['why'];

/** `delayMs`: wait before the next attempt. */
type AfterLoss =
  | { readonly does: 'give-up'; readonly why: LossWhy }
  | { readonly does: 'retry'; readonly why: LossWhy; readonly delayMs: number };

export function afterLoss(loss: Loss, random: number): AfterLoss {
  const { does, why } = firstRule<Loss, (typeof AFTER_LOSS)[number]>(AFTER_LOSS, loss);
  return does === 'give-up'
    ? { does, why }
    : { does, why, delayMs: waitMs(WAITS.broadcast, loss.failures, random, loss.failure.retryAfterMs) };
}

/**
 * Statistics of a publishing connection (W3C webrtc-stats), read once a second. Values that the browser does not measure are NaN, names ''.
 */
export interface Sent {
  /** Video and audio together, since the start of the connection. */
  readonly bytes: number;
  /** Received bytes, mostly RTCP reports, since the start of the connection. */
  readonly heardBytes: number;
  /** Kilobits a second since the previous sample. */
  readonly kilobits: number;
  readonly width: number;
  readonly height: number;
  readonly pictureRate: number;
  readonly codec: string;
  /** 0 to 1, as last reported by the receiver. */
  readonly lostShare: number;
  readonly roundTripMs: number;
  /** The browser's estimate of the uplink. */
  readonly availableKilobits: number;
  readonly limitedBy: 'none' | 'bandwidth' | 'cpu' | 'other' | '';
}

/** One sample, with the values needed to compare the next one with it. */
export interface Reading {
  readonly sent: Sent;
  readonly atMs: number;
}

type Entry = Readonly<Record<string, unknown>>;
const LIMITS = ['none', 'bandwidth', 'cpu', 'other'] as const;

const number = (entry: Entry | undefined, name: string): number => {
  const value = entry?.[name];
  return typeof value === 'number' ? value : Number.NaN;
};

/** `entries` are those of one RTCStatsReport; `atMs` is the time when it was read. */
export function readSent(entries: readonly Entry[], atMs: number, before: Reading | null): Reading {
  const ofType = (type: string): readonly Entry[] => entries.filter((entry) => entry['type'] === type);
  const outbound = ofType('outbound-rtp');
  const video = outbound.find((entry) => entry['kind'] === 'video');
  const remote = ofType('remote-inbound-rtp').find((entry) => entry['kind'] === 'video') ?? ofType('remote-inbound-rtp')[0];
  const transport = ofType('transport')[0];
  const pairs = ofType('candidate-pair');
  // The pair's state is not used: a pair that receives nothing is checked again and still is the selected pair.
  const used = transport && pairs.find((entry) => entry['id'] === transport['selectedCandidatePairId']);
  const pair = used ?? pairs.find((entry) => entry['nominated'] === true);
  const bytes = outbound.reduce((sum, entry) => sum + (number(entry, 'bytesSent') || 0), 0);
  const elapsedMs = before === null ? 0 : atMs - before.atMs;
  const mime = ofType('codec').find((entry) => entry['id'] === video?.['codecId'])?.['mimeType'];
  const tripS = number(pair, 'currentRoundTripTime');
  return {
    atMs,
    sent: {
      bytes,
      heardBytes: number(transport ?? pair, 'bytesReceived'),
      // Bits per millisecond equal kilobits per second.
      kilobits: before !== null && elapsedMs > 0 ? Math.max(0, ((bytes - before.sent.bytes) * 8) / elapsedMs) : Number.NaN,
      width: number(video, 'frameWidth'),
      height: number(video, 'frameHeight'),
      pictureRate: number(video, 'framesPerSecond'),
      codec: typeof mime === 'string' ? mime.replace(/^video\//, '') : '',
      lostShare: number(remote, 'fractionLost'),
      roundTripMs: (Number.isNaN(tripS) ? number(remote, 'roundTripTime') : tripS) * 1_000,
      availableKilobits: number(pair, 'availableOutgoingBitrate') / 1_000,
      limitedBy: LIMITS.find((limit) => limit === video?.['qualityLimitationReason']) ?? '',
    },
  };
}

/** Limits of the encoder at one step. A kilobit is a thousand bits; `lines` is the shorter side. */
interface Quality {
  readonly kilobits: number;
  readonly lines: number;
  readonly pictureRate: number;
}

/** Best first. The frame rate is lowered last, because a smaller moving picture is better than a large one with few frames. */
export const LADDER = [
  { kilobits: 2_500, lines: 720, pictureRate: 30 },
  { kilobits: 1_600, lines: 720, pictureRate: 25 },
  { kilobits: 1_000, lines: 540, pictureRate: 25 },
  { kilobits: 600, lines: 360, pictureRate: 25 },
  { kilobits: 300, lines: 270, pictureRate: 20 },
  { kilobits: 150, lines: 180, pictureRate: 12 },
] as const satisfies readonly [Quality, ...Quality[]];
const LOWEST = LADDER.length - 1;

/** A browser starts with a few hundred kilobits and probes for more: until then its estimate is not used. */
const WARM_UP_MS = 8_000;
/** After a change of step the samples are ignored for this time. */
const SETTLE_MS = 3_000;
/** A strain (loss, a low estimate or a long round trip) that is shorter than this is ignored. */
const STRAIN_MS = 2_000;
/** Longer for a CPU limit, because the encoder first reduces its resolution by itself. */
const CPU_STRAIN_MS = 5_000;
/** After this time without a strain the next better step is tried. */
const CLIMB_MS = 10_000;
/** If a climb is reverted within this time, the wait before the next climb is doubled. */
const REGRET_MS = 15_000;
const MAX_CLIMB_MS = 60_000;
/** Share of a step's bitrate; an uplink estimate below it does not carry the step. */
const FLOOR = 0.7;
const HEADROOM = 0.85;
const LOSS = 0.08;
const COLLAPSE_LOSS = 0.3;
/**
 * Packets are queued before the uplink if the round trip takes at least this time and this multiple of the shortest one. Both conditions
 * are required, because a distant server always has a long round trip.
 */
const WAITING_MS = 400;
const WAITING_TIMES = 3;

/** State between samples. Times use the clock passed to the rule. */
export interface Uplink {
  /** Index in LADDER. */
  readonly level: number;
  readonly why: UplinkWhy | 'begins';
  readonly openedMs: number;
  readonly changedMs: number;
  readonly climbedMs: number;
  readonly climbWaitMs: number;
  /** Start of each ongoing strain; null: no such strain. */
  readonly strainedMs: number | null;
  readonly cpuMs: number | null;
  readonly calmMs: number | null;
  /** Shortest round trip of this connection; NaN before the first sample. */
  readonly bestTripMs: number;
}

/** A new connection starts with the step of the previous one. */
export const openUplink = (nowMs: number, before?: Uplink): Uplink => ({
  level: before?.level ?? 0,
  why: 'begins',
  openedMs: nowMs,
  changedMs: nowMs,
  climbedMs: Number.NEGATIVE_INFINITY,
  climbWaitMs: before?.climbWaitMs ?? CLIMB_MS,
  strainedMs: null,
  cpuMs: null,
  calmMs: null,
  bestTripMs: Number.NaN,
});

interface Facts {
  readonly uplink: Uplink;
  readonly sent: Sent;
  readonly nowMs: number;
}

const floorOf = (level: number): number => (LADDER[level]?.kilobits ?? 0) * FLOOR;
// Comparisons with NaN are false: a value that the browser does not measure causes no strain.
const isLossy = ({ sent }: Facts): boolean => sent.lostShare >= LOSS;
const isNarrow = ({ uplink, sent }: Facts): boolean => sent.limitedBy === 'bandwidth' && sent.availableKilobits < floorOf(uplink.level);
const isWaiting = ({ uplink, sent }: Facts): boolean =>
  sent.roundTripMs >= WAITING_MS && sent.roundTripMs >= uplink.bestTripMs * WAITING_TIMES;
const isStrained = (facts: Facts): boolean => isLossy(facts) || isNarrow(facts) || isWaiting(facts);
const lasts = (sinceMs: number | null, nowMs: number, forMs: number): boolean => sinceMs !== null && nowMs - sinceMs >= forMs;
const isLasting = ({ uplink, nowMs }: Facts): boolean => lasts(uplink.strainedMs, nowMs, STRAIN_MS);

const oneDown = ({ uplink }: Facts): number => Math.min(LOWEST, uplink.level + 1);
/** The best step that the estimate carries, always lower than the current step. */
function toFit(facts: Facts): number {
  const { availableKilobits } = facts.sent;
  const fits = LADDER.findIndex(({ kilobits }) => kilobits <= availableKilobits * HEADROOM);
  return Math.max(oneDown(facts), fits === -1 ? LOWEST : fits);
}

/** Effect of a table row on the step. */
const CHANGES = {
  down: oneDown,
  fit: toFit,
  // Without an estimate a collapse goes down two steps.
  collapse: (facts) => (Number.isNaN(facts.sent.availableKilobits) ? Math.min(LOWEST, facts.uplink.level + 2) : toFit(facts)),
  up: ({ uplink }) => uplink.level - 1,
} as const satisfies Readonly<Record<string, (facts: Facts) => number>>;

const hasCollapsed = (facts: Facts): boolean =>
  facts.sent.lostShare >= COLLAPSE_LOSS || (isNarrow(facts) && facts.sent.availableKilobits < floorOf(facts.uplink.level) / 2);

const AFTER_SAMPLE = [
  { why: 'a change is given time', does: 'stay', when: ({ uplink, nowMs }) => nowMs - uplink.changedMs < SETTLE_MS },
  { why: 'the connection warms up', does: 'stay', when: ({ uplink, nowMs }) => nowMs - uplink.openedMs < WARM_UP_MS },
  {
    why: 'nothing lower is left',
    does: 'stay',
    when: (facts) => facts.uplink.level === LOWEST && isStrained(facts),
  },
  { why: 'the uplink collapsed', does: 'collapse', when: hasCollapsed },
  { why: 'packets are lost', does: 'down', when: (facts) => isLossy(facts) && isLasting(facts) },
  { why: 'the uplink gives less', does: 'fit', when: (facts) => isNarrow(facts) && isLasting(facts) },
  { why: 'packets wait on their way', does: 'down', when: (facts) => isWaiting(facts) && isLasting(facts) },
  {
    why: 'the machine cannot encode it',
    does: 'down',
    when: ({ uplink, nowMs }) => uplink.level < LOWEST && lasts(uplink.cpuMs, nowMs, CPU_STRAIN_MS),
  },
  {
    why: 'there is room again',
    does: 'up',
    when: ({ uplink, nowMs }) => uplink.level > 0 && lasts(uplink.calmMs, nowMs, uplink.climbWaitMs),
  },
  { why: 'it fits', does: 'stay', when: () => true },
] as const satisfies readonly (Rule<Facts> & { readonly does: 'stay' | keyof typeof CHANGES })[];

type Change = Exclude<(typeof AFTER_SAMPLE)[number], { readonly does: 'stay' }>;
/** Reason of the current step: the row that changed it last. */
export type UplinkWhy = Change['why'];

/** Evaluates one sample a second; returns the next step and its reason. */
export function stepUplink(before: Uplink, sent: Sent, nowMs: number): Uplink {
  const isCpu = sent.limitedBy === 'cpu';
  const strained = isStrained({ uplink: before, sent, nowMs });
  const calm = !strained && !isCpu && sent.limitedBy !== 'bandwidth';
  const since = (holds: boolean, sinceMs: number | null): number | null => (holds ? (sinceMs ?? nowMs) : null);
  const uplink: Uplink = {
    ...before,
    strainedMs: since(strained, before.strainedMs),
    cpuMs: since(isCpu, before.cpuMs),
    calmMs: since(calm, before.calmMs),
    bestTripMs: Number.isNaN(sent.roundTripMs) ? before.bestTripMs : Math.min(sent.roundTripMs, before.bestTripMs || Infinity),
  };
  const facts: Facts = { uplink, sent, nowMs };
  const row = firstRule<Facts, (typeof AFTER_SAMPLE)[number]>(AFTER_SAMPLE, facts);
  if (row.does === 'stay') return { ...uplink, climbWaitMs: forgiven(uplink, nowMs) };
  const level = CHANGES[row.does](facts);
  const climbs = level < before.level;
  const regrets = !climbs && nowMs - before.climbedMs < REGRET_MS;
  return {
    ...uplink,
    level,
    why: row.why,
    changedMs: nowMs,
    climbedMs: climbs ? nowMs : before.climbedMs,
    climbWaitMs: regrets ? Math.min(MAX_CLIMB_MS, before.climbWaitMs * 2) : uplink.climbWaitMs,
    strainedMs: null,
    cpuMs: null,
    calmMs: null,
  };
}

/** The wait before the next climb; reset to CLIMB_MS when the last climb has held for MAX_CLIMB_MS. */
const forgiven = ({ climbedMs, climbWaitMs }: Uplink, nowMs: number): number =>
  nowMs - climbedMs >= MAX_CLIMB_MS && climbedMs > 0 ? CLIMB_MS : climbWaitMs;
