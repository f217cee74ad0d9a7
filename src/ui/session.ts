import { transfer } from 'comlink';
import type { MockControl } from '../../mocks/control.ts';
import { assertNever } from '../workers/core/assert-never.ts';
import { backoffMs, type Backoff } from '../workers/core/backoff.ts';
import { initialView } from '../workers/core/room/initial-view.ts';
import { readServices } from '../workers/core/services.ts';
import type { PageInput, RoomApi, RoomFact, RoomTell } from '../workers/room/api.ts';
import type { SocketApi } from '../workers/socket/api.ts';
import { spawn, type Spawned } from '../workers/spawn.ts';
import type { StatsApi } from '../workers/stats/api.ts';
import { askCapabilities } from './capabilities.ts';
import type { Hands } from './hands.ts';
import type { PlayerHost } from './players/host.ts';
import { PLAYER_KINDS_HERE } from './players/kinds.ts';
import { createPlayerBox } from './players/player-box.ts';
import { createStore } from './store.ts';

const KEPT = 'footlight.';
/** A worker that dies again and again is given up: something is wrong that a restart does not cure. */
const MAX_RESTARTS = 5;
/** A worker that lived so long starts counting anew. */
const STEADY_MS = 60_000;
const RESTART: Backoff = { baseMs: 500, capMs: 10_000, spread: 0.3 };
/** Facts told before the room worker is there; the page has few of them. */
const MAX_EARLY_FACTS = 64;

declare global {
  interface Window {
    /** Settles when nothing is on its way between the page and its workers. For tests; tells nothing and changes nothing. */
    appIdle?: () => Promise<void>;
    /** Figures of the player that plays, as the overlay shows them. */
    appFigures?: PlayerHost['figures'];
  }
}

export interface Session {
  readonly hands: Hands;
  /** Settles when the workers have been started. */
  readonly started: Promise<void>;
  /** The developer's hands on the mock backend; null in every other build. */
  readonly mock: Promise<MockControl | null>;
}

interface Workers {
  readonly room: Spawned<RoomApi>;
  socket: Spawned<SocketApi>;
  stats: Spawned<StatsApi>;
  /** The page's end of the lane to the room worker. */
  readonly page: MessagePort;
}

const CREATE = {
  room: () => new Worker(new URL('../workers/room/worker.ts', import.meta.url), { type: 'module', name: 'room' }),
  socket: () => new Worker(new URL('../workers/socket/worker.ts', import.meta.url), { type: 'module', name: 'socket' }),
  stats: () => new Worker(new URL('../workers/stats/worker.ts', import.meta.url), { type: 'module', name: 'stats' }),
} as const;

/** The only wiring of the page: makes the ports, starts the workers, restarts those that die, and lends them the page's hands. */
export function createSession(): Session {
  const store = createStore(initialView({ width: innerWidth, height: innerHeight }));
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const restarts = new Map<keyof typeof CREATE, { count: number; bornMs: number }>();
  let workers: Workers | null = null;
  let early: RoomFact[] = [];
  let heldBeacons: readonly { readonly url: string; readonly body: string }[] = [];

  const tell = (fact: RoomFact, ports: MessagePort[] = []): void => {
    if (workers !== null) workers.page.postMessage(fact, ports);
    else if (early.length < MAX_EARLY_FACTS) early.push(fact);
  };
  const box = createPlayerBox({
    tell: (fact) => tell({ type: 'player', fact }),
    onPictureInPictureWanted: () => tell({ type: 'picture-in-picture-wanted' }),
  });

  function obey(order: RoomTell): void {
    switch (order.tell) {
      case 'view':
        store.patch(order.patch);
        return;
      case 'chat':
        store.chat(order.batch);
        return;
      case 'player':
        box.obey(order.command);
        return;
      case 'navigate':
        location.replace(new URL(order.to, location.href));
        return;
      case 'reload':
        location.reload();
        return;
      case 'set-cookie':
        document.cookie = order.cookie;
        return;
      case 'store':
        keep(order.area === 'local' ? 'localStorage' : 'sessionStorage', order.key, order.value);
        return;
      case 'open':
        window.open(order.url, '_blank', 'noopener');
        return;
      case 'module':
        tell({ type: 'module-failed', name: order.name, detail: 'no such module' });
        return;
      default:
        assertNever(order);
    }
  }

  async function begin(): Promise<void> {
    // Before anything asks what the browser can do, and before a worker starts that the mock's service worker would not control.
    if (import.meta.env.VITE_MOCK === '1') {
      const { startMock } = await import('../../mocks/page.ts');
      tellMock(await startMock(new URLSearchParams(location.search).get('scenario') ?? ''));
    } else tellMock(null);
    const capabilities = await askCapabilities(PLAYER_KINDS_HERE, knownHevc());
    await startAll(capabilities);
    for (const problem of problems) console.error(problem);
    listen();
  }

  async function startAll(capabilities: PageInput['capabilities']): Promise<void> {
    const page = new MessageChannel();
    const roomSocket = new MessageChannel();
    const roomStats = new MessageChannel();
    const socketStats = new MessageChannel();
    const room = spawn<RoomApi>('room', CREATE.room);
    const socket = spawn<SocketApi>('socket', CREATE.socket);
    const stats = spawn<StatsApi>('stats', CREATE.stats);
    workers = { room, socket, stats, page: page.port1 };
    page.port1.addEventListener('message', (event: MessageEvent<RoomTell>) => obey(event.data));
    page.port1.start();
    const input = readPage(capabilities);
    const identity = { roomId: 0, userId: 0, embed: false };
    watch('room', room, () => restartRoom(capabilities));
    watch('socket', socket, restartSocket);
    watch('stats', stats, restartStats);
    const answers = await Promise.all([
      stats.call((api) =>
        api.start(services, identity, transfer([roomStats.port2, socketStats.port2], [roomStats.port2, socketStats.port2])),
      ),
      socket.call((api) =>
        api.start(services, transfer(roomSocket.port2, [roomSocket.port2]), transfer(socketStats.port1, [socketStats.port1])),
      ),
      room.call((api) => {
        const ports = { page: page.port2, socket: roomSocket.port1, stats: roomStats.port1 };
        return api.start(input, services, transfer(ports, Object.values(ports)));
      }),
    ]);
    for (const fact of early) tell(fact);
    early = [];
    for (const answer of answers) if (!answer.ok) console.error(answer.error.code, answer.error.detail);
  }

  function watch<Api>(name: keyof typeof CREATE, spawned: Spawned<Api>, restart: () => Promise<void>): void {
    const before = restarts.get(name) ?? { count: 0, bornMs: performance.now() };
    restarts.set(name, { count: before.count, bornMs: performance.now() });
    void spawned.died.then((detail) => {
      // Ended by ourselves, as part of a restart.
      if (workers === null || (workers[name] as unknown) !== spawned) return;
      const { count, bornMs } = restarts.get(name) ?? before;
      const failures = performance.now() - bornMs > STEADY_MS ? 1 : count + 1;
      restarts.set(name, { count: failures, bornMs });
      const restarting = failures <= MAX_RESTARTS;
      console.error('WORKER_CRASHED', detail);
      if (name === 'room') store.patch({ parts: [{ part: 'room', name, code: 'WORKER_CRASHED', recovering: restarting }] });
      else tell({ type: 'worker-died', worker: name, detail, restarting });
      // A first restart is immediate: the viewer should not notice.
      if (restarting) setTimeout(() => void restart(), backoffMs(RESTART, failures - 1, Math.random()));
    });
  }

  /** The other workers belong to what the room worker knew: they start anew with it. */
  async function restartRoom(capabilities: PageInput['capabilities']): Promise<void> {
    const old = workers;
    workers = null;
    old?.page.close();
    old?.room.terminate();
    old?.socket.terminate();
    old?.stats.terminate();
    box.reset();
    store.patch({ ...initialView({ width: innerWidth, height: innerHeight }), room: store.get().room });
    await startAll(capabilities);
    tell({ type: 'visibility', visible: !document.hidden });
  }

  async function restartSocket(): Promise<void> {
    if (workers === null) return;
    workers.socket.terminate();
    const socket = spawn<SocketApi>('socket', CREATE.socket);
    workers.socket = socket;
    watch('socket', socket, restartSocket);
    const toRoom = new MessageChannel();
    const toStats = new MessageChannel();
    await workers.stats.call((api) => api.addPort(transfer(toStats.port2, [toStats.port2])));
    const answer = await socket.call((api) =>
      api.start(services, transfer(toRoom.port2, [toRoom.port2]), transfer(toStats.port1, [toStats.port1])),
    );
    if (answer.ok) tell({ type: 'worker-back', worker: 'socket', port: toRoom.port1 }, [toRoom.port1]);
  }

  async function restartStats(): Promise<void> {
    if (workers === null) return;
    workers.stats.terminate();
    const stats = spawn<StatsApi>('stats', CREATE.stats);
    workers.stats = stats;
    watch('stats', stats, restartStats);
    const fromRoom = new MessageChannel();
    const fromSocket = new MessageChannel();
    const { roomId } = store.get().room;
    const { userId } = store.get().me;
    const ports = [fromRoom.port2, fromSocket.port2];
    const answer = await stats.call((api) =>
      api.start(services, { roomId, userId, embed: store.get().room.kind === 'embed' }, transfer(ports, ports)),
    );
    if (!answer.ok) return;
    tell({ type: 'worker-back', worker: 'stats', port: fromRoom.port1 }, [fromRoom.port1]);
    await workers.socket.call((api) => api.replaceStats(transfer(fromSocket.port1, [fromSocket.port1])));
  }

  function listen(): void {
    addEventListener('resize', () => tell({ type: 'viewport', width: innerWidth, height: innerHeight, devicePixelRatio }));
    document.addEventListener('visibilitychange', () => {
      tell({ type: 'visibility', visible: !document.hidden });
      if (document.hidden) void takeBeacons();
    });
    addEventListener('pagehide', () => {
      tell({ type: 'page-hide' });
      sendBeacons();
    });
    tell({ type: 'visibility', visible: !document.hidden });
    window.appIdle = idle;
    window.appFigures = () => box.host.figures();
  }

  /** A worker cannot answer any more once `pagehide` runs: what a beacon would carry is taken as soon as the page is hidden, which comes before. */
  async function takeBeacons(): Promise<void> {
    const answer = await workers?.stats.call((api) => api.takeBeacons());
    if (answer?.ok) heldBeacons = answer.value;
    if (document.hidden) sendBeacons();
  }

  function sendBeacons(): void {
    for (const { url, body } of heldBeacons) navigator.sendBeacon(url, body);
    heldBeacons = [];
  }

  async function idle(): Promise<void> {
    for (;;) {
      const answer = await workers?.room.call((api) => api.idle());
      if (answer?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await nextFrame();
    await nextFrame();
  }

  const { promise: mock, resolve: tellMock } = promised<MockControl | null>();
  const started = begin();
  return {
    mock,
    hands: {
      store,
      act(action) {
        void workers?.room
          .call((api) => api.act(action))
          .then((answer) => {
            if (!answer.ok) console.error(answer.error.code, answer.error.detail);
          });
      },
      tell,
      player: box.host,
    },
    started,
  };
}

function promised<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function readPage(capabilities: PageInput['capabilities']): PageInput {
  return {
    href: location.href,
    cookie: document.cookie,
    userAgent: navigator.userAgent,
    language: navigator.language,
    screen: { width: screen.width, height: screen.height },
    viewport: { width: innerWidth, height: innerHeight, devicePixelRatio },
    storage: kept('localStorage'),
    session: kept('sessionStorage'),
    capabilities,
  };
}

/** Storage may be forbidden or full: the room goes on, and remembers as long as the page lives. */
function kept(area: 'localStorage' | 'sessionStorage'): Readonly<Record<string, string>> {
  try {
    const storage = window[area];
    const keys = Object.keys(storage).filter((key) => key.startsWith(KEPT));
    return Object.fromEntries(keys.map((key) => [key, storage.getItem(key) ?? '']));
  } catch {
    return {};
  }
}

function keep(area: 'localStorage' | 'sessionStorage', key: string, value: string | null): void {
  if (!key.startsWith(KEPT)) return;
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch (cause) {
    console.warn('STORAGE_UNAVAILABLE', cause);
  }
}

/** What playing native HEVC showed in an earlier visit; null when it was never tried. */
function knownHevc(): boolean | null {
  const text = kept('localStorage')[`${KEPT}nativeHevc`];
  return text === undefined ? null : text.includes('"value":true');
}
