/**
 * One fact for the whole page: whether network and services work. The parts report what they observe; a change shortens or holds the
 * automatic waits of all other parts (`soon` and `held` in player/base/backoff.ts).
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
