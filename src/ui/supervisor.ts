import { WAITS, waitMs } from '../player/base/backoff.ts';
import { heartbeats as heartbeatsHere, type Beating, type Heartbeats } from '../player/page/heartbeat.ts';
import { pageClock } from '../player/page/clock.ts';
import type { Spawned } from '../player/page/spawn.ts';

/** Maximum number of restarts of a worker that throws; a restart does not fix the cause. */
const MAX_RESTARTS = 5;
/** After this time without a crash the count begins again. A worker that the page replaced on purpose did not crash. */
const STEADY_MS = 60_000;

export interface SupervisorDeps {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (delayMs: number, act: () => void) => () => void;
  /** Detects hanging workers. */
  readonly heartbeats: Heartbeats;
}

export type Supervised = Beating & Pick<Spawned<never>, 'threw'>;

export interface Watched {
  /** False if the worker was ended on purpose, as part of a restart; then nothing is called. */
  isCurrent(): boolean;
  onDeath(detail: string, restarting: boolean): void;
  restart(): void;
}

/**
 * Counts the deaths of each worker by its name and schedules its restart. A worker that throws is restarted MAX_RESTARTS times without
 * STEADY_MS between two crashes. One whose script could not be loaded or that does not answer is restarted as long as the page lives.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #deaths = new Map<string, { readonly count: number; readonly throws: number; readonly atMs: number }>();
  readonly #waiting = new Set<() => void>();

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  watch(name: string, worker: Supervised, on: Watched): void {
    const { nowMs, random, after, heartbeats } = this.#deps;
    heartbeats.watch(worker);
    void worker.died.then((detail) => {
      if (!on.isCurrent()) return;
      const last = this.#deaths.get(name);
      const atMs = nowMs();
      const { count, throws } = last === undefined || atMs - last.atMs > STEADY_MS ? { count: 0, throws: 0 } : last;
      const death = { count: count + 1, throws: throws + (worker.threw() ? 1 : 0), atMs };
      this.#deaths.set(name, death);
      const restarting = death.throws <= MAX_RESTARTS;
      on.onDeath(detail, restarting);
      if (!restarting) return;
      const restart = (): void => {
        cancel();
        this.#waiting.delete(restart);
        // A restart of the room worker during the delay has already replaced this worker.
        if (on.isCurrent()) on.restart();
      };
      // The first restart is nearly immediate, so that the viewer does not notice it.
      const cancel = after(waitMs(WAITS.worker, count, random()), restart);
      this.#waiting.add(restart);
    });
  }

  /** The network or the viewer is back: workers that wait are restarted now. */
  again(): void {
    for (const restart of this.#waiting) restart();
  }
}

/** With this page's clock and heartbeats. */
export function superviseHere(): Supervisor {
  const supervisor = new Supervisor({ nowMs: pageClock.nowMs, random: Math.random, after: pageClock.after, heartbeats: heartbeatsHere });
  addEventListener('online', () => supervisor.again());
  document.addEventListener('visibilitychange', () => document.hidden || supervisor.again());
  return supervisor;
}
