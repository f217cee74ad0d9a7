import { backoffMs, type Backoff } from '../core/backoff.ts';
import { heartbeats as heartbeatsHere, type Beating, type Heartbeats } from '../page/heartbeat.ts';

/** A worker that dies again and again is given up: something is wrong that a restart does not cure. */
const MAX_RESTARTS = 5;
/** A worker that lived so long starts counting from the beginning. */
const STEADY_MS = 60_000;
const RESTART: Backoff = { baseMs: 500, capMs: 10_000, spread: 0.3 };

export interface SupervisorDeps {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (delayMs: number, act: () => void) => void;
  /** Finds those that hang. */
  readonly heartbeats: Heartbeats;
}

/** Counts the deaths of each worker by its name and says when it is started again. One that hangs is a dead one. */
export interface Supervisor {
  /**
   * `isCurrent`: false when the worker was ended on purpose, as part of a restart. `onDeath` is called at once, `restart` when it is time;
   * never after MAX_RESTARTS deaths without a steady time between them.
   */
  watch(
    name: string,
    worker: Beating,
    on: { isCurrent(): boolean; onDeath(detail: string, restarting: boolean): void; restart(): void },
  ): void;
}

export function createSupervisor({ nowMs, random, after, heartbeats }: SupervisorDeps): Supervisor {
  const deaths = new Map<string, number>();
  return {
    watch(name, worker, on) {
      const bornMs = nowMs();
      heartbeats.watch(worker);
      void worker.died.then((detail) => {
        if (!on.isCurrent()) return;
        const count = nowMs() - bornMs > STEADY_MS ? 1 : (deaths.get(name) ?? 0) + 1;
        deaths.set(name, count);
        const restarting = count <= MAX_RESTARTS;
        on.onDeath(detail, restarting);
        // A first restart is nearly immediate: the viewer should not notice.
        if (restarting) after(backoffMs(RESTART, count - 1, random()), () => on.restart());
      });
    },
  };
}

/** With the clock and the heartbeats of this page. */
export const superviseHere = (): Supervisor =>
  createSupervisor({
    nowMs: () => performance.now(),
    random: () => Math.random(),
    after: (delayMs, act) => void setTimeout(act, delayMs),
    heartbeats: heartbeatsHere,
  });
