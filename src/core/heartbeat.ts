/**
 * Detects a worker that no longer answers. A hanging worker (endless loop, lock never released) raises no error, so it is asked regularly.
 * Times are milliseconds while the page is awake; time during which the tab sleeps or the machine is suspended does not count.
 */

/** The whole protocol. A question sent before the worker has loaded is answered after loading. */
export const QUESTION = 'ping';
export const ANSWER = 'pong';

export const HEARTBEAT = {
  /** Time from an answer to the next question. */
  everyMs: 5_000,
  /**
   * Time from a question to its answer. The longest uninterrupted work of a worker (a large picture decoded by one thread) takes less than
   * 1 s.
   */
  answerMs: 10_000,
  /** Time from the first question to its answer, which includes downloading the worker's script. */
  loadMs: 60_000,
} as const;

export type Heartbeat =
  | { readonly name: 'loading'; readonly forMs: number }
  | { readonly name: 'alive'; readonly forMs: number }
  | { readonly name: 'asked'; readonly forMs: number }
  | { readonly name: 'dead'; readonly why: HeartbeatWhy };

export type HeartbeatWhy = 'was not loaded in time' | 'does not answer';

export type HeartbeatEvent = { readonly type: 'answer' } | { readonly type: 'awake'; readonly forMs: number };
export type HeartbeatEffect = { readonly type: 'ask' } | { readonly type: 'declare-dead'; readonly why: HeartbeatWhy };

export const HEARTBEAT_START: Heartbeat = { name: 'loading', forMs: 0 };
const ANSWERED: Heartbeat = { name: 'alive', forMs: 0 };
const ASKED: Heartbeat = { name: 'asked', forMs: 0 };

export function stepHeartbeat(state: Heartbeat, event: HeartbeatEvent): readonly [next: Heartbeat, effect?: HeartbeatEffect] {
  // A dead worker is being replaced; a late answer has no effect.
  if (state.name === 'dead') return [state];
  if (event.type === 'answer') return [ANSWERED];
  const forMs = state.forMs + event.forMs;
  switch (state.name) {
    case 'alive':
      return forMs >= HEARTBEAT.everyMs ? [ASKED, { type: 'ask' }] : [{ name: 'alive', forMs }];
    case 'asked':
      return forMs >= HEARTBEAT.answerMs ? dead('does not answer') : [{ name: 'asked', forMs }];
    case 'loading':
      return forMs >= HEARTBEAT.loadMs ? dead('was not loaded in time') : [{ name: 'loading', forMs }];
  }
}

const dead = (why: HeartbeatWhy): readonly [Heartbeat, HeartbeatEffect] => [
  { name: 'dead', why },
  { type: 'declare-dead', why },
];
