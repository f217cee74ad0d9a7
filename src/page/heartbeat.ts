import type { Clock } from '../core/clock.ts';
import { ANSWER, HEARTBEAT_START, QUESTION, stepHeartbeat, type Heartbeat, type HeartbeatEvent } from '../core/heartbeat.ts';
import type { Spawned } from './spawn.ts';

/** One timer for all workers. */
const TICK_MS = 1_000;
/** More than this between two ticks was not awake: the machine was suspended, the tab frozen, or the page too busy to hear an answer. */
const MAX_TICK_MS = 2_000;

export interface HeartbeatDeps {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  /** False while the tab sleeps: no heartbeat is sent then, and no deadline runs. */
  readonly isAwake: () => boolean;
}

/** The part of a spawned worker that is listened to. */
export type Beating = Pick<Spawned<never>, 'died' | 'declareDead'> & {
  readonly worker: {
    postMessage(question: string): void;
    addEventListener(type: 'message', act: (event: { data: unknown }) => void): void;
  };
};

export interface Heartbeats {
  /** Until the worker is dead, for whatever reason. */
  watch(worker: Beating): void;
}

export function createHeartbeats({ clock, isAwake }: HeartbeatDeps): Heartbeats {
  const watched = new Map<Beating, Heartbeat>();
  let tickedMs = 0;
  let isTicking = false;

  function send(worker: Beating, event: HeartbeatEvent): void {
    const state = watched.get(worker);
    if (state === undefined) return;
    const [next, effect] = stepHeartbeat(state, event);
    watched.set(worker, next);
    if (effect?.do === 'ask') worker.worker.postMessage(QUESTION);
    else if (effect?.do === 'declare-dead') worker.declareDead(effect.why);
  }

  function tick(): void {
    isTicking = watched.size > 0;
    if (!isTicking) return;
    const nowMs = clock.nowMs();
    const forMs = Math.min(MAX_TICK_MS, nowMs - tickedMs);
    tickedMs = nowMs;
    if (isAwake()) for (const worker of watched.keys()) send(worker, { type: 'awake', forMs });
    clock.after(TICK_MS, tick);
  }

  return {
    watch(worker) {
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

/** Heartbeats of this page. Disabled on a development server, because a worker at a breakpoint is silent too. */
export const heartbeats = createHeartbeats({
  clock: {
    nowMs: () => performance.now(),
    after(delayMs, act) {
      const timer = setTimeout(act, delayMs);
      return () => clearTimeout(timer);
    },
  },
  isAwake: () => !document.hidden && !import.meta.env.DEV,
});
