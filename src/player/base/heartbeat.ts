/**
 * Detects a worker that no longer answers. A hanging worker (endless loop, lock never released) raises no error, so it is asked regularly.
 * A worker that waits for the processor is silent as well: time counts against a worker only while the machine is not starved.
 * Times are milliseconds while the page is awake; time during which the tab sleeps or the machine is suspended does not count.
 */

/** The whole protocol. A question sent before the worker has loaded is answered after loading. */
export const QUESTION = 'ping';
export const ANSWER = 'pong';

export const HEARTBEAT = {
  /** Time from an answer to the next question. */
  everyMs: 5_000,
  /**
   * Time from a question to its answer, on a machine that is not starved. The longest uninterrupted work of a worker (a large picture
   * decoded by one thread) takes less than 1 s.
   */
  answerMs: 10_000,
  /** The same on any machine: a worker that hangs may itself be the cause of the starvation. */
  silentMs: 60_000,
  /** Time from the first question to its answer, which includes downloading the worker's script. Silence of the network is not limited. */
  loadMs: 60_000,
} as const;

/** A timer of the page that is later than this, in ms, did not get the processor in time. */
const LATE_TIMER_MS = 300;
/** A worker that needed this time, in ms, for an answer did not get the processor in time. */
const SLOW_ANSWER_MS = 2_000;

export type StarvedWhy = 'timers of the page are late' | 'another worker is slow as well';

export type Heartbeat =
  | { readonly name: 'loading'; readonly fairMs: number }
  /** `tookMs`: time of the last answer. */
  | { readonly name: 'alive'; readonly forMs: number; readonly tookMs: number }
  | { readonly name: 'pinged'; readonly forMs: number; readonly fairMs: number }
  | { readonly name: 'dead'; readonly why: HeartbeatWhy };

export type HeartbeatWhy = 'was not loaded in time' | 'does not answer' | 'does not answer on a starved machine';

export type HeartbeatEvent =
  | { readonly type: 'answer' }
  | { readonly type: 'awake'; readonly forMs: number; readonly starved: StarvedWhy | null };
export type HeartbeatEffect = { readonly type: 'ping' } | { readonly type: 'declare-dead'; readonly why: HeartbeatWhy };

export const HEARTBEAT_START: Heartbeat = { name: 'loading', fairMs: 0 };
const PINGED: Heartbeat = { name: 'pinged', forMs: 0, fairMs: 0 };

/** `lateMs`: delay of the page's own timer. `others`: states of the other workers. */
export function starvedWhy(lateMs: number, others: readonly Heartbeat[]): StarvedWhy | null {
  if (lateMs > LATE_TIMER_MS) return 'timers of the page are late';
  return others.some((other) => tookMs(other) >= SLOW_ANSWER_MS) ? 'another worker is slow as well' : null;
}

function tookMs(state: Heartbeat): number {
  return state.name === 'pinged' ? state.forMs : state.name === 'alive' ? state.tookMs : 0;
}

export function stepHeartbeat(state: Heartbeat, event: HeartbeatEvent): readonly [next: Heartbeat, effect?: HeartbeatEffect] {
  // A dead worker is being replaced; a late answer has no effect.
  if (state.name === 'dead') return [state];
  if (event.type === 'answer') return [{ name: 'alive', forMs: 0, tookMs: tookMs(state) }];
  const fairMs = event.starved === null ? event.forMs : 0;
  switch (state.name) {
    case 'alive': {
      const forMs = state.forMs + event.forMs;
      return forMs >= HEARTBEAT.everyMs ? [PINGED, { type: 'ping' }] : [{ ...state, forMs }];
    }
    case 'pinged': {
      const next = { name: 'pinged', forMs: state.forMs + event.forMs, fairMs: state.fairMs + fairMs } as const;
      if (next.fairMs >= HEARTBEAT.answerMs) return dead('does not answer');
      return next.forMs >= HEARTBEAT.silentMs ? dead('does not answer on a starved machine') : [next];
    }
    case 'loading': {
      const next = { name: 'loading', fairMs: state.fairMs + fairMs } as const;
      return next.fairMs >= HEARTBEAT.loadMs ? dead('was not loaded in time') : [next];
    }
  }
}

const dead = (why: HeartbeatWhy): readonly [Heartbeat, HeartbeatEffect] => [
  { name: 'dead', why },
  { type: 'declare-dead', why },
];
