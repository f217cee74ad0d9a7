import { backoffMs, type Backoff } from '../core/backoff.ts';
import { heartbeats as heartbeatsHere, type Beating, type Heartbeats } from '../page/heartbeat.ts';

/** Maximum number of restarts of a worker; a worker that crashes again is not restarted, because a restart does not fix the cause. */
const MAX_RESTARTS = 5;
/** After this time without a crash the count begins again. A worker that the page replaced on purpose did not crash. */
const STEADY_MS = 60_000;
const RESTART: Backoff = { baseMs: 500, capMs: 10_000, spread: 0.3 };

export interface SupervisorDeps {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (delayMs: number, act: () => void) => void;
  /** Detects hanging workers. */
  readonly heartbeats: Heartbeats;
}

/** Counts the crashes of each worker by its name and schedules its restart. A hanging worker counts as crashed. */
export interface Supervisor {
  /**
   * `isCurrent`: false if the worker was ended on purpose, as part of a restart; then nothing is called. `onDeath` is called at each crash.
   * `restart` is called after the delay, at most MAX_RESTARTS times without STEADY_MS between two crashes.
   */
  watch(
    name: string,
    worker: Beating,
    on: { isCurrent(): boolean; onDeath(detail: string, restarting: boolean): void; restart(): void },
  ): void;
}

export function createSupervisor({ nowMs, random, after, heartbeats }: SupervisorDeps): Supervisor {
  const deaths = new Map<string, { readonly count: number; readonly atMs: number }>();
  return {
    watch(name, worker, on) {
      heartbeats.watch(worker);
      void worker.died.then((detail) => {
        if (!on.isCurrent()) return;
        const last = deaths.get(name);
        const atMs = nowMs();
        const count = last === undefined || atMs - last.atMs > STEADY_MS ? 1 : last.count + 1;
        deaths.set(name, { count, atMs });
        const restarting = count <= MAX_RESTARTS;
        on.onDeath(detail, restarting);
        if (!restarting) return;
        // The first restart is nearly immediate, so that the viewer does not notice it. A restart of the room worker during the delay has
        // already replaced this worker.
        after(backoffMs(RESTART, count - 1, random()), () => on.isCurrent() && on.restart());
      });
    },
  };
}

/** With this page's clock and heartbeats. */
export const superviseHere = (): Supervisor =>
  createSupervisor({
    nowMs: () => performance.now(),
    random: () => Math.random(),
    after: (delayMs, act) => void setTimeout(act, delayMs),
    heartbeats: heartbeatsHere,
  });
