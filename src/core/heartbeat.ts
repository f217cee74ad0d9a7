/**
 * Whether a worker still answers. A worker that hangs (an endless loop, a lock that nobody gives back) raises no error: only its silence
 * shows it. Times are milliseconds while the page is awake: what passes while the tab sleeps or the machine is suspended does not count.
 */

/** The whole protocol. A question that comes before the worker has been loaded is answered when it has. */
export const QUESTION = 'ping';
export const ANSWER = 'pong';

export const HEARTBEAT = {
  /** From an answer to the next question. */
  everyMs: 5_000,
  /** From a question to its answer. The longest work that a worker does in one piece (a large picture decoded by one thread) is below 1 s. */
  answerMs: 10_000,
  /** From the first question to its answer: the script of a worker comes over the viewer's network. */
  loadMs: 60_000,
} as const;

export type Heartbeat =
  | { readonly at: 'loading'; readonly forMs: number }
  | { readonly at: 'alive'; readonly forMs: number }
  | { readonly at: 'asked'; readonly forMs: number }
  | { readonly at: 'dead'; readonly why: HeartbeatWhy };

export type HeartbeatWhy = 'was not loaded in time' | 'does not answer';

export type HeartbeatEvent = { readonly type: 'answer' } | { readonly type: 'awake'; readonly forMs: number };
export type HeartbeatEffect = { readonly do: 'ask' } | { readonly do: 'declare-dead'; readonly why: HeartbeatWhy };

export const HEARTBEAT_START: Heartbeat = { at: 'loading', forMs: 0 };
const ANSWERED: Heartbeat = { at: 'alive', forMs: 0 };
const ASKED: Heartbeat = { at: 'asked', forMs: 0 };

export function stepHeartbeat(state: Heartbeat, event: HeartbeatEvent): readonly [next: Heartbeat, effect?: HeartbeatEffect] {
  // What was declared dead is being replaced; a late answer does not bring it back.
  if (state.at === 'dead') return [state];
  if (event.type === 'answer') return [ANSWERED];
  const forMs = state.forMs + event.forMs;
  switch (state.at) {
    case 'alive':
      return forMs >= HEARTBEAT.everyMs ? [ASKED, { do: 'ask' }] : [{ at: 'alive', forMs }];
    case 'asked':
      return forMs >= HEARTBEAT.answerMs ? dead('does not answer') : [{ at: 'asked', forMs }];
    case 'loading':
      return forMs >= HEARTBEAT.loadMs ? dead('was not loaded in time') : [{ at: 'loading', forMs }];
  }
}

const dead = (why: HeartbeatWhy): readonly [Heartbeat, HeartbeatEffect] => [
  { at: 'dead', why },
  { do: 'declare-dead', why },
];
