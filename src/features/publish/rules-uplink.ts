import { firstRule, whysOf, type Rule } from '../../core/rules.ts';
import type { Sent } from './rules-statistics.ts';

/** One step of the picture: what the encoder may send at most. Kilobits are a thousand bits a second, `lines` the shorter side. */
interface Quality {
  readonly kilobits: number;
  readonly lines: number;
  readonly pictureRate: number;
}

/** Best first. A smaller picture that moves is better than a large one that stands: pictures a second are given up last. */
export const LADDER = [
  { kilobits: 2_500, lines: 720, pictureRate: 30 },
  { kilobits: 1_600, lines: 720, pictureRate: 25 },
  { kilobits: 1_000, lines: 540, pictureRate: 25 },
  { kilobits: 600, lines: 360, pictureRate: 25 },
  { kilobits: 300, lines: 270, pictureRate: 20 },
  { kilobits: 150, lines: 180, pictureRate: 12 },
] as const satisfies readonly [Quality, ...Quality[]];
const LOWEST = LADDER.length - 1;

/** A browser begins with a few hundred kilobits and looks for more: until then its estimate says nothing of the uplink. */
const WARM_UP_MS = 8_000;
/** A step is in the samples only after this. */
const SETTLE_MS = 3_000;
/** A strain that lasts less is an accident. */
const STRAIN_MS = 2_000;
/** The encoder's own efforts come first: it takes smaller pictures by itself where it may. */
const CPU_STRAIN_MS = 5_000;
/** Without any strain for so long the next better step is tried. */
const CLIMB_MS = 10_000;
/** A climb that had to be taken back within this makes the next one wait twice as long. */
const REGRET_MS = 15_000;
const MAX_CLIMB_MS = 60_000;
/** A share of what a step sends; an uplink below it does not carry the step. */
const FLOOR = 0.7;
const HEADROOM = 0.85;
const LOSS = 0.08;
const COLLAPSE_LOSS = 0.3;
/** A queue before the uplink: both at once, for a far server has a long way at any time. */
const WAITING_MS = 400;
const WAITING_TIMES = 3;

/** What is remembered between samples. Times are those of the clock that the rule is given. */
export interface Uplink {
  /** Step of the ladder. */
  readonly level: number;
  readonly why: UplinkWhy | 'begins';
  readonly openedMs: number;
  readonly changedMs: number;
  readonly climbedMs: number;
  readonly climbWaitMs: number;
  /** Since when each strain lasts without a break; null: it does not. */
  readonly strainedMs: number | null;
  readonly cpuMs: number | null;
  readonly calmMs: number | null;
  /** Shortest round trip of this connection; NaN before the first. */
  readonly bestTripMs: number;
}

/** A new connection begins where the one before it had to go. */
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
// A comparison with NaN is false: what a browser does not measure strains nothing.
const isLossy = ({ sent }: Facts): boolean => sent.lostShare >= LOSS;
const isNarrow = ({ uplink, sent }: Facts): boolean => sent.limitedBy === 'bandwidth' && sent.availableKilobits < floorOf(uplink.level);
const isWaiting = ({ uplink, sent }: Facts): boolean =>
  sent.roundTripMs >= WAITING_MS && sent.roundTripMs >= uplink.bestTripMs * WAITING_TIMES;
const isStrained = (facts: Facts): boolean => isLossy(facts) || isNarrow(facts) || isWaiting(facts);
const lasts = (sinceMs: number | null, nowMs: number, forMs: number): boolean => sinceMs !== null && nowMs - sinceMs >= forMs;
const isLasting = ({ uplink, nowMs }: Facts): boolean => lasts(uplink.strainedMs, nowMs, STRAIN_MS);

const oneDown = ({ uplink }: Facts): number => Math.min(LOWEST, uplink.level + 1);
/** The best step that the estimate carries, lower than the present one in any case. */
function toFit(facts: Facts): number {
  const { availableKilobits } = facts.sent;
  const fits = LADDER.findIndex(({ kilobits }) => kilobits <= availableKilobits * HEADROOM);
  return Math.max(oneDown(facts), fits === -1 ? LOWEST : fits);
}

/** What a row of the table does to the step. */
const CHANGES = {
  down: oneDown,
  fit: toFit,
  // Without an estimate a collapse is two steps.
  collapse: (facts) => (Number.isNaN(facts.sent.availableKilobits) ? Math.min(LOWEST, facts.uplink.level + 2) : toFit(facts)),
  up: ({ uplink }) => uplink.level - 1,
} as const satisfies Readonly<Record<string, (facts: Facts) => number>>;

const hasCollapsed = (facts: Facts): boolean =>
  facts.sent.lostShare >= COLLAPSE_LOSS || (isNarrow(facts) && facts.sent.availableKilobits < floorOf(facts.uplink.level) / 2);

const RULES = [
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

type Change = Exclude<(typeof RULES)[number], { readonly does: 'stay' }>;
/** Why the picture is as it is: the row that changed it last. */
export type UplinkWhy = Change['why'];
export const UPLINK_WHYS = whysOf(RULES.filter((row): row is Change => row.does !== 'stay'));

/** One sample a second: which step of the ladder follows, and why. */
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
  const row = firstRule<Facts, (typeof RULES)[number]>(RULES, facts);
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

/** The longer wait is over once a climb has held. */
const forgiven = ({ climbedMs, climbWaitMs }: Uplink, nowMs: number): number =>
  nowMs - climbedMs >= MAX_CLIMB_MS && climbedMs > 0 ? CLIMB_MS : climbWaitMs;
