import type { Clock } from '../base/clock.ts';
import { ANSWER, HEARTBEAT_START, QUESTION, starvedWhy, stepHeartbeat, type Heartbeat, type HeartbeatEvent } from '../base/heartbeat.ts';
import { pageClock } from './clock.ts';
import type { Spawned } from './spawn.ts';

/** Interval of the one timer for all workers. */
const TICK_MS = 1_000;
/**
 * A longer interval between two ticks counts as sleep: the machine was suspended, the tab was frozen, or the page was too busy to receive
 * an answer.
 */
const MAX_TICK_MS = 2_000;

export interface HeartbeatDeps {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  /** False while the tab sleeps: no heartbeat is sent, and no deadline runs. */
  readonly isAwake: () => boolean;
}

/** The members of a spawned worker that heartbeats use. */
export type Beating = Pick<Spawned<never>, 'died' | 'declareDead'> & {
  readonly worker: {
    postMessage(question: string): void;
    addEventListener(type: 'message', act: (event: { data: unknown }) => void): void;
  };
};

export type Heartbeats = ReturnType<typeof createHeartbeats>;

export function createHeartbeats({ clock, isAwake }: HeartbeatDeps) {
  const watched = new Map<Beating, Heartbeat>();
  let tickedMs = 0;
  let isTicking = false;

  function send(worker: Beating, event: HeartbeatEvent): void {
    const state = watched.get(worker);
    if (state === undefined) return;
    const [next, effect] = stepHeartbeat(state, event);
    watched.set(worker, next);
    if (effect?.type === 'ping') worker.worker.postMessage(QUESTION);
    else if (effect?.type === 'declare-dead') worker.declareDead(effect.why);
  }

  function tick(): void {
    isTicking = watched.size > 0;
    if (!isTicking) return;
    const nowMs = clock.nowMs();
    const passedMs = nowMs - tickedMs;
    const forMs = Math.min(MAX_TICK_MS, passedMs);
    tickedMs = nowMs;
    if (isAwake())
      for (const worker of watched.keys()) {
        const others = [...watched].flatMap(([other, state]) => (other === worker ? [] : [state]));
        send(worker, { type: 'awake', forMs, starved: starvedWhy(passedMs - TICK_MS, others) });
      }
    clock.after(TICK_MS, tick);
  }

  return {
    /** Watches the worker until it dies for any reason. */
    watch(worker: Beating): void {
      watched.set(worker, HEARTBEAT_START);
      worker.worker.addEventListener('message', ({ data }) => {
        if (data === ANSWER) send(worker, { type: 'answer' });
      });
      worker.worker.postMessage(QUESTION);
      void worker.died.then(() => watched.delete(worker));
      if (isTicking) return;
      isTicking = true;
      tickedMs = clock.nowMs();
      clock.after(TICK_MS, tick);
    },
  };
}

/** Heartbeats of this page. Disabled on a development server, because a worker at a breakpoint does not answer. */
export const heartbeats = createHeartbeats({
  clock: pageClock,
  isAwake: () => !document.hidden && !import.meta.env.DEV,
});
