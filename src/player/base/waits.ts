/**
 * The wait before each request that the program makes by itself. A request that a person makes, or that a page needs to open, has no wait.
 * docs/decisions/0015-waits.md has the reasons. tests/architecture/waits.test.ts finds each request without a row.
 */
export interface Wait {
  /** Shortest wait in ms. */
  readonly floorMs: number;
  /** Upper bound of the wait in ms. */
  readonly capMs: number;
  /**
   * If set, the upper bound grows with the failures: baseMs * (2^n - 1), at most capMs; n counts failures from 0. The lower bound is a share
   * of it, half without `lowest`, so that a viewer who failed often never returns at once.
   */
  readonly baseMs?: number;
  readonly lowest?: number;
}

/** All automatic requests. Adding one needs a row here. */
export const WAITS = {
  /** S2: 1500*(2^n-1) ms, at most 10 s, are the upper bounds: a dial or an address request after a failed attempt. */
  chatAttempt: { floorMs: 500, baseMs: 1_500, capMs: 10_000, lowest: 0.75 },
  /** The server closed a working connection, as it does for all viewers of the room at once. The remote config can set the cap. */
  chatReturn: { floorMs: 500, capMs: 8_000 },
  /** WebSocket close code 1012, service restart: 5 to 30 s, as the registry of close codes asks for. */
  chatRestart: { floorMs: 5_000, capMs: 30_000 },
  /** WebSocket close code 1013, try again later. */
  chatOverload: { floorMs: 10_000, capMs: 40_000 },
  /** After five failed attempts, for the first rounds of an outage; then the longer ones. */
  chatRound: { floorMs: 15_000, capMs: 45_000 },
  chatLaterRound: { floorMs: 30_000, capMs: 90_000 },
  /** Live info after a push of the live status, which reaches all viewers at once. */
  livePush: { floorMs: 0, capMs: 4_000 },
  /** Live info again, because an answer contradicts the push or a source reports a change; answers lag behind pushes. */
  liveAgain: { floorMs: 1_000, capMs: 3_000 },
  /** The state of a feature whose phase ended for all viewers without a message. */
  featureState: { floorMs: 0, capMs: 3_000 },
  /** Reports of one host after a failure. */
  reports: { floorMs: 500, baseMs: 1_000, capMs: 60_000 },
  /** A resource of an effect after a broken download. */
  resource: { floorMs: 250, baseMs: 500, capMs: 5_000 },
  /** P24: the next address or a fresh list. The cap is `retryIntervalMs` of the remote config. */
  streamRetry: { floorMs: 0, capMs: 5_000 },
  /** The player after it gave up: in the first minute of an outage, and later. The picture returns first, so it tries most often. */
  streamOutage: { floorMs: 5_600, capMs: 5_700 },
  streamLongOutage: { floorMs: 7_000, capMs: 8_500 },
  /** The broadcast of a star after its connection was lost; the first retry is immediate. */
  broadcast: { floorMs: 0, baseMs: 1_000, capMs: 15_000 },
  /** A crashed worker, whose code may be requested again; the first restart is immediate. */
  worker: { floorMs: 0, baseMs: 500, capMs: 10_000 },
  /** Code, texts and other parts of the page that could not be loaded or threw. */
  latePart: { floorMs: 1_000, baseMs: 2_000, capMs: 60_000 },
  /** Another part of the room reports that network or services work again. */
  soon: { floorMs: 50, capMs: 500 },
  /** Another part of the room reports that nothing is reachable: that part tries, this one waits. */
  held: { floorMs: 45_000, capMs: 90_000 },
} as const satisfies Record<string, Wait>;

export type WaitName = keyof typeof WAITS;

/** A wait whose upper bound a table or the remote config sets: half of it to all of it. */
export const upTo = (capMs: number): Wait => ({ floorMs: capMs / 2, capMs });

/** Longest `Retry-After` that is respected, in ms: a wrong value must not end the visit. */
const MAX_RETRY_AFTER_MS = 600_000;
/** A server sends the same `Retry-After` to all viewers: their returns are spread over this share of it, and at least over this time in ms. */
const SPREAD = { share: 0.25, floorMs: 2_000 };

/**
 * Full jitter between the bounds. `random` in [0, 1), new for each wait; 0 is the upper bound. `retryAfterMs` of the answer, if it has one,
 * is the lower bound instead.
 */
export function waitMs(wait: Wait, failures: number, random: number, retryAfterMs: number | null = null): number {
  if (retryAfterMs !== null) {
    const askedMs = Math.min(MAX_RETRY_AFTER_MS, retryAfterMs);
    return Math.round(askedMs + Math.max(SPREAD.floorMs, askedMs * SPREAD.share) * (1 - random));
  }
  const { floorMs, capMs, baseMs, lowest = 0.5 } = wait;
  const upperMs = baseMs === undefined ? capMs : Math.min(capMs, baseMs * (2 ** Math.max(0, failures) - 1));
  const lowerMs = Math.min(upperMs, baseMs === undefined ? floorMs : Math.max(floorMs, upperMs * lowest));
  return Math.round(upperMs - (upperMs - lowerMs) * random);
}

/** `Retry-After` in ms: a number of seconds, or a date; null if it is missing, invalid or over. */
export function retryAfterMs(header: string | null, epochMs: number, parseDate: (text: string) => number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : parseDate(text) - epochMs;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** Whether the service answered that it cannot serve now, which is no lost network and no refusal. */
export const isOverload = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/**
 * One fact for the whole page: whether network and services work. The parts report what they observe; a change shortens or holds the
 * automatic waits of all other parts (`soon` and `held` in player/base/waits.ts).
 */
export type ReachPart = 'browser' | 'chat' | 'services' | 'picture';

/** `up`: something that failed works again. `down`: nothing works, and only the part that tries most often should try. */
export type Reach = 'up' | 'down';

export interface Reachability {
  /** False while the browser reports that it has no network; true is not reliable. */
  readonly isOnline: boolean;
  /** Parts that failed since the last part that worked. */
  readonly failing: ReadonlySet<ReachPart>;
  /** The services answered while other parts failed, and were reported once: their next answers prove nothing for the hosts of those parts. */
  readonly isVouched: boolean;
}

export const REACHABLE: Reachability = { isOnline: true, failing: new Set(), isVouched: false };

/** A second part, because one service may be down alone. */
const PARTS_DOWN = 2;

export const isDown = ({ isOnline, failing }: Reachability): boolean => !isOnline || failing.size >= PARTS_DOWN;

export interface Observed {
  readonly next: Reachability;
  /** Sent to the other parts; null: nothing new for them. */
  readonly signal: Reach | null;
  /** `own`: the other parts wait already, and only the part that failed begins to. */
  readonly to: 'all' | 'own';
  /** Sent to the reports, which wait while any part fails, because nobody waits for them. */
  readonly reports: Reach | null;
}

export function observe(state: Reachability, part: ReachPart, works: boolean): Observed {
  if (works) {
    // A part that works all the time proves nothing for another one whose service is down.
    const isNews = isDown(state) || state.failing.has(part) || part === 'browser';
    const vouches = part === 'services' && !state.failing.has(part);
    // The reports go to these services and may go on.
    if (vouches && state.isVouched) return { next: state, signal: null, to: 'all', reports: 'up' };
    const isSame = state.isOnline && state.failing.size === 0 && !state.isVouched;
    const next = isSame ? state : { ...REACHABLE, isVouched: vouches && isNews };
    return { next, signal: isNews ? 'up' : null, to: 'all', reports: isSame ? null : 'up' };
  }
  const next: Reachability = {
    isOnline: state.isOnline && part !== 'browser',
    failing: new Set([...state.failing, part]),
    isVouched: state.isVouched && part !== 'services' && part !== 'browser',
  };
  return { next, signal: isDown(next) ? 'down' : null, to: state.failing.has(part) ? 'own' : 'all', reports: 'down' };
}

/** The part that goes on trying while nothing works: the picture, if there is one to come back, otherwise the chat; offline none. */
export function proberOf({ isOnline, failing }: Reachability): ReachPart | null {
  if (!isOnline) return null;
  return failing.has('picture') ? 'picture' : 'chat';
}
