import { WAITS, waitMs } from '../player/base/waits.ts';
import { heartbeats as heartbeatsHere, type Beating, type Heartbeats } from '../player/page/heartbeat.ts';
import { pageClock } from '../player/page/clock.ts';
import { reached } from '../player/page/loading.ts';
import { type Spawned, spawn } from '../player/page/spawn.ts';
import { transfer } from 'comlink';
import type { Decision } from '../player/base/machine.ts';
import type { ErrorCode, Result } from '../core/errors.ts';
import { initialView } from '../core/room/initial-view.ts';
import { readRoute } from '../core/room/start/route.ts';
import type { Services } from '../core/services.ts';
import type { EarlyCalls, PageEvent, RoomApi, RoomPorts } from '../workers/room/api.ts';
import type { SocketApi } from '../workers/socket/api.ts';
import type { StatsApi, StatsIdentity } from '../workers/stats/api.ts';
import { createBeacons } from './page/beacons.ts';
import { readPageInput, viewport } from './page/page-input.ts';
import type { Store } from './store.ts';

/** Maximum number of restarts of a worker that throws; a restart does not fix the cause. */
const MAX_RESTARTS = 5;
/** After this time without a crash the count begins again. A worker that the page replaced on purpose did not crash. */
const STEADY_MS = 60_000;

interface SupervisorDeps {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (delayMs: number, act: () => void) => () => void;
  /** Detects hanging workers. */
  readonly heartbeats: Heartbeats;
}

type Supervised = Beating & Pick<Spawned<never>, 'threw'>;

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
function superviseHere(): Supervisor {
  const supervisor = new Supervisor({ nowMs: pageClock.nowMs, random: Math.random, after: pageClock.after, heartbeats: heartbeatsHere });
  addEventListener('online', () => supervisor.again());
  document.addEventListener('visibilitychange', () => document.hidden || supervisor.again());
  return supervisor;
}

interface Workers {
  readonly room: Spawned<RoomApi, ErrorCode>;
  /** Null until the first picture no longer needs the processor; messages are queued in their ports until then. */
  socket: Spawned<SocketApi, ErrorCode> | null;
  stats: Spawned<StatsApi, ErrorCode> | null;
  /** The page's end of the port to the room worker. */
  readonly page: MessagePort;
}
type WorkerName = 'room' | 'socket' | 'stats';

const CREATE = {
  room: () => new Worker(new URL('../workers/room/worker.ts', import.meta.url), { type: 'module', name: 'room' }),
  socket: () => new Worker(new URL('../workers/socket/worker.ts', import.meta.url), { type: 'module', name: 'socket' }),
  stats: () => new Worker(new URL('../workers/stats/worker.ts', import.meta.url), { type: 'module', name: 'stats' }),
} as const;

/** Interval at which `idle` polls for a missing room worker; used only by tests. */
const IDLE_SAMPLE_MS = 100;

export interface RoomWorkersDeps {
  readonly services: Services;
  readonly store: Store;
  readonly send: (event: PageEvent, ports?: MessagePort[]) => void;
  /** Called with the port of the current room worker; null while there is none. */
  readonly onPort: (port: MessagePort | null) => void;
}

/**
 * The three workers that run as long as the page: starts them with the ports between them, watches them, and restarts them after a crash.
 */
export class RoomWorkers {
  readonly #deps: RoomWorkersDeps;
  readonly #supervisor = superviseHere();
  readonly #beacons = createBeacons();
  #workers: Workers | null = null;

  constructor(deps: RoomWorkersDeps) {
    this.#deps = deps;
    for (const type of ['online', 'offline']) addEventListener(type, () => deps.send({ type: 'network', isOnline: navigator.onLine }));
    document.addEventListener('visibilitychange', () => document.hidden || deps.send({ type: 'visible' }));
  }

  /** `early`: requests sent by the page before the room worker was started. Resolves when all three workers have been started. */
  async start(early?: EarlyCalls): Promise<void> {
    const { services } = this.#deps;
    const page = new MessageChannel();
    const roomSocket = new MessageChannel();
    const roomStats = new MessageChannel();
    const room = spawn<RoomApi, ErrorCode>('room', CREATE.room);
    const workers: Workers = { room, socket: null, stats: null, page: page.port1 };
    this.#workers = workers;
    this.#deps.onPort(page.port1);
    const input = readPageInput();
    this.#watch('room', room, () => this.#restartRoom());
    const answer = await room.start((api) => {
      const ports = { page: page.port2, socket: roomSocket.port1, stats: roomStats.port1 };
      const given: RoomPorts = early === undefined ? ports : { ...ports, early };
      return api.start(input, services, transfer(given, [...Object.values(ports), ...(early === undefined ? [] : [early.port])]));
    });
    reached('workers');
    complain(answer);
    // False if the room worker has died meanwhile and was replaced with new ports.
    if (this.#workers === workers) await this.#startOthers(workers, roomSocket.port2, roomStats.port2);
  }

  async #startOthers(workers: Workers, fromRoom: MessagePort, roomToStats: MessagePort): Promise<void> {
    const { services } = this.#deps;
    const socketToStats = new MessageChannel();
    const identity = this.#identity();
    const socket = spawn<SocketApi, ErrorCode>('socket', CREATE.socket);
    const stats = spawn<StatsApi, ErrorCode>('stats', CREATE.stats);
    workers.socket = socket;
    workers.stats = stats;
    this.#watch('socket', socket, () => this.#restartSocket());
    this.#watch('stats', stats, () => this.#restartStats());
    const ports = [roomToStats, socketToStats.port2];
    const answers = await Promise.all([
      stats.start((api) => api.start(services, identity, transfer(ports, ports))),
      socket.start((api) => api.start(services, transfer(fromRoom, [fromRoom]), transfer(socketToStats.port1, [socketToStats.port1]))),
    ]);
    void this.#beacons.connect(stats);
    for (const answer of answers) complain(answer);
  }

  /** Resolves when the room worker has no pending work. */
  async idle(): Promise<void> {
    for (;;) {
      const answer = await this.#workers?.room.call((api) => api.idle());
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS));
    }
  }

  async decisions(): Promise<readonly Decision[]> {
    const answer = await this.#workers?.room.call((api) => api.decisions());
    return answer?.ok ? answer.value : [];
  }

  #watch<Api>(name: WorkerName, spawned: Spawned<Api, ErrorCode>, restart: () => Promise<void>): void {
    const { store, send, onPort } = this.#deps;
    const on: Watched = {
      isCurrent: () => this.#workers !== null && (this.#workers[name] as unknown) === spawned,
      onDeath(detail, restarting) {
        console.error('WORKER_CRASHED', detail);
        if (name === 'room') {
          // Events of the page wait for the next room worker, because the restart may be delayed.
          onPort(null);
          store.patch({ services: [{ service: 'room', name, code: 'WORKER_CRASHED', recovering: restarting }] });
        } else send({ type: 'worker-died', worker: name, detail, restarting });
      },
      restart: () => void restart(),
    };
    this.#supervisor.watch(name, spawned, on);
  }

  /** The other workers depend on the room worker's state: they are restarted with it. */
  async #restartRoom(): Promise<void> {
    const { store, onPort } = this.#deps;
    const old = this.#workers;
    this.#workers = null;
    onPort(null);
    old?.page.close();
    old?.room.terminate();
    old?.socket?.terminate();
    old?.stats?.terminate();
    const { room, stage, layout, player } = store.get();
    // The page's player continues (src/player): the part of the view that shows its picture is kept.
    const shown = stage.name === 'live' || stage.name === 'radio' ? { stage, layout, player } : {};
    store.reset({ ...initialView(viewport()), room, ...shown });
    await this.start();
  }

  async #restartSocket(): Promise<void> {
    const workers = this.#workers;
    if (workers === null) return;
    workers.socket?.terminate();
    const socket = spawn<SocketApi, ErrorCode>('socket', CREATE.socket);
    workers.socket = socket;
    this.#watch('socket', socket, () => this.#restartSocket());
    const toRoom = new MessageChannel();
    const toStats = new MessageChannel();
    await workers.stats?.call((api) => api.addPort(transfer(toStats.port2, [toStats.port2])));
    const answer = await socket.start((api) =>
      api.start(this.#deps.services, transfer(toRoom.port2, [toRoom.port2]), transfer(toStats.port1, [toStats.port1])),
    );
    if (answer.ok) this.#deps.send({ type: 'worker-back', worker: 'socket', port: toRoom.port1 }, [toRoom.port1]);
  }

  /** Identity in the first reports; the room worker sends the complete identity to the stats worker later. */
  #identity(): StatsIdentity {
    const route = readRoute(location.pathname);
    const { userId } = this.#deps.store.get().me;
    return { roomId: ('roomId' in route && route.roomId) || 0, userId, embed: 'isEmbed' in route && route.isEmbed };
  }

  async #restartStats(): Promise<void> {
    const workers = this.#workers;
    if (workers === null) return;
    workers.stats?.terminate();
    const stats = spawn<StatsApi, ErrorCode>('stats', CREATE.stats);
    workers.stats = stats;
    this.#watch('stats', stats, () => this.#restartStats());
    const fromRoom = new MessageChannel();
    const fromSocket = new MessageChannel();
    const ports = [fromRoom.port2, fromSocket.port2];
    const identity = this.#identity();
    const answer = await stats.start((api) => api.start(this.#deps.services, identity, transfer(ports, ports)));
    if (!answer.ok) return;
    void this.#beacons.connect(stats);
    // Before the room worker, which then reports its frames with the session of the socket.
    await workers.socket?.call((api) => api.replaceStats(transfer(fromSocket.port1, [fromSocket.port1])));
    // False if the room worker was restarted meanwhile, which has a port to a newer stats worker.
    if (this.#workers?.stats !== stats) return;
    this.#deps.send({ type: 'worker-back', worker: 'stats', port: fromRoom.port1 }, [fromRoom.port1]);
  }
}

function complain(answer: Result): void {
  if (!answer.ok) console.error(answer.error.code, answer.error.detail);
}
