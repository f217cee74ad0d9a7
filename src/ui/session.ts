import { within } from '../core/within.ts';
import { pageClock } from '../page/clock.ts';
import type { MockControl } from '../../mocks/control.ts';
import { assertNever } from '../core/assert-never.ts';
import type { Decision } from '../core/decision-log.ts';
import { promised } from '../core/promised.ts';
import { initialView } from '../core/room/initial-view.ts';
import { isPlayerAction, playerOrder } from '../core/room/stage/player-actions.ts';
import type { UserAction } from '../core/room/view.ts';
import { unavailableStart } from '../core/room/start/unavailable.ts';
import { readServices } from '../core/services.ts';
import type { PageEvent, RoomCommand } from '../workers/room/api.ts';
import { describeVisit } from './page/diagnostics.ts';
import { askEarly } from './start/early-answers.ts';
import { openEarlyStage } from './start/early-stage.ts';
import { openFirstStage, type Opened } from './start/opening.ts';
import { reached } from '../page/phases.ts';
import { readRemembered, rememberedHevc, STORED_PREFIX, viewport, writeCookie, writeStorage } from './page/page-input.ts';
import { rememberKind } from './start/last-kind.ts';
import { askCapabilities } from '../player/capabilities.ts';
import { PLAYER_KINDS_HERE } from '../player/kinds/player-registry.ts';
import { createPagePlayer, type PagePlayer } from '../player/page-player.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from '../player/rules/recovery/orders.ts';
import type { PlayerSurface } from '../player/surface.ts';
import { preloadPlayer } from './start/preload.ts';
import type { RoomContext } from './room-context.ts';
import type { RoomWorkers, RoomWorkersDeps } from './room-workers.ts';
import { loadP2p } from './page/share-loader.ts';
import { createStore, type Store } from './store.ts';
import { twoFrames } from '../page/two-frames.ts';

/** Maximum number of events of the page that wait for a room worker: some clicks, and a few facts of the player each second. */
const MAX_EARLY_EVENTS = 256;
/**
 * Upper bound of the delay of React, in ms. React runs after the first picture is painted, because its 100 to 200 ms of main-thread time
 * would delay the picture. If the picture takes longer than this, the page is rendered first, because visitors leave an empty page after
 * about a second.
 */
const MAX_EMPTY_MS = 1_000;

/**
 * Upper bound, in ms, of the delay of the room worker until it is known whether the player was started early (opening.ts). On two busy
 * processors the opening itself takes 150 ms. If the answers take longer, starting the worker delays nothing else.
 */
const MAX_OPENING_MS = 250;

declare global {
  interface Window {
    /** Resolves when nothing is pending between the page and its workers. For tests; has no effect. */
    appIdle?: () => Promise<void>;
    /** Figures of the current player, as in the overlay. */
    appFigures?: PlayerSurface['figures'];
  }
}

export interface Session {
  readonly context: RoomContext;
  /** Resolves when the first picture no longer needs the main thread, or if no picture is expected. */
  readonly timeToDraw: Promise<void>;
  /** Resolves when the workers have been started, or the page shows why they could not be. */
  readonly started: Promise<void>;
  /** The developer's access to the mock backend; null except in the offline build. */
  readonly mock: Promise<MockControl | null>;
}

/** The wiring of the page: executes the room worker's commands, and sends it the page's events. */
// Long: player, workers and store are created here and refer to each other.
export function createSession(roomId: number): Session {
  const store = createStore(initialView(viewport()));
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const timeToDraw = promised<void>();
  setTimeout(timeToDraw.resolve, MAX_EMPTY_MS);
  const toRoom = createRoomLine();
  const { send } = toRoom;
  /** Listener of the opening, until the room may start. */
  let watch: (fact: PlayerFact) => void = () => undefined;
  const player = createPagePlayer({
    remembered: readRemembered,
    onFact(fact) {
      send({ type: 'player', fact, atMs: performance.now() });
      watch(fact);
      if (fact.type === 'first-frame') {
        reached('first picture');
        rememberKind(fact.kind);
      }
      if (endsTheWait(fact)) void twoFrames().then(timeToDraw.resolve);
    },
    onOpened: () => reached('stream asked'),
    loadSharing: loadP2p,
  });
  const { surface, showAhead } = openEarlyStage(store, player.surface);
  let capabilities: Capabilities | null = null;
  let workers: RoomWorkers | null = null;
  const workersDeps: RoomWorkersDeps = {
    services,
    store,
    send,
    onPort(port) {
      toRoom.connect(port, () => player.state());
      port?.addEventListener('message', ({ data }: MessageEvent<RoomCommand>) => {
        execute(data, store, player);
        if (needsThePage(data)) timeToDraw.resolve();
      });
      port?.start();
    },
  };

  async function begin(): Promise<void> {
    // Before capabilities are detected and before a worker starts, because the mock's service worker controls only later clients.
    mock.resolve(await mockOfTheBuild());
    const { early: earlyCalls, answers } = askEarly(services, roomId);
    preloadPlayer(Promise.all(answers));
    capabilities = await askCapabilities(PLAYER_KINDS_HERE, rememberedHevc());
    player.begin(capabilities);
    reached('capabilities');
    for (const problem of problems) console.error(problem);
    listen(send);
    openToTests(() => workers, player);
    const opened = openFirstStage({ answers, order: player.order, watch: (onFact) => (watch = onFact), showAhead });
    workers = await behindThePicture(opened, workersDeps);
    await workers.start(earlyCalls);
  }

  const mock = promised<MockControl | null>();
  const started = begin().catch((cause: unknown) => {
    console.error('the room did not start', cause);
    store.patch({ unavailable: unavailableStart(isSecureContext) });
    timeToDraw.resolve();
  });
  const decisions = (): Promise<readonly Decision[]> => decisionsOf(workers, player);
  return {
    mock: mock.promise,
    started,
    timeToDraw: timeToDraw.promise,
    context: {
      store,
      act: (action) => carryOut(action, player.order, send),
      send,
      player: surface,
      decisions,
      diagnose: async () => describeVisit({ capabilities, figures: surface.figures(), decisions: await decisions() }),
    },
  };
}

interface RoomLine {
  readonly send: (event: PageEvent, ports?: MessagePort[]) => void;
  /** Sets the port of the current room worker; null while there is none. A new worker receives the player's state. */
  readonly connect: (port: MessagePort | null, state: () => readonly PlayerFact[]) => void;
}

/** Sends events to the room worker. While there is none, events wait for the next one, except outdated ones. */
function createRoomLine(): RoomLine {
  let port: MessagePort | null = null;
  let early: PageEvent[] = [];
  let isFirst = true;
  return {
    send(event, ports = []) {
      if (port !== null) port.postMessage(event, ports);
      else if (early.length < MAX_EARLY_EVENTS && !isOutdated(event, isFirst)) early.push(event);
    },
    connect(next, state) {
      port = next;
      if (next === null) return;
      for (const event of early) next.postMessage(event);
      early = [];
      if (!isFirst) next.postMessage({ type: 'player-state', facts: state() } satisfies PageEvent);
      isFirst = false;
    },
  };
}

/**
 * Events that a restarted room worker must not receive: facts of the player, which it receives as state; crashes of workers that are
 * restarted with it; and actions of features, because its features begin anew and each repeated press could pay again. Figures of the
 * player never wait.
 */
function isOutdated(event: PageEvent, isFirst: boolean): boolean {
  if (event.type === 'worker-died' || event.type === 'worker-back') return true;
  if (event.type === 'player') return !isFirst || event.fact.type === 'progress';
  return event.type === 'action' && event.action.type === 'feature' && !isFirst;
}

function execute(command: RoomCommand, store: Store, player: PagePlayer): void {
  switch (command.type) {
    case 'view':
      store.patch(command.patch);
      if (command.patch.phase === 'ready') reached('room');
      return;
    case 'chat':
      store.chat(command.batch);
      return;
    case 'player':
      player.order(command.order);
      return;
    case 'navigate':
      location.replace(new URL(command.to, location.href));
      return;
    case 'reload':
      location.reload();
      return;
    case 'set-cookie':
      writeCookie(command.cookie);
      return;
    case 'store':
      writeStorage(command.area === 'local' ? 'localStorage' : 'sessionStorage', command.key, command.value);
      return;
    case 'open':
      window.open(command.url, '_blank', 'noopener');
      return;
    case 'download':
      void import('./page/download.ts').then(({ download }) => download(command.url));
      return;
    default:
      assertNever(command);
  }
}

/** Ordered by time: the page's decisions are the player's, all others the room worker's. */
async function decisionsOf(workers: RoomWorkers | null, player: PagePlayer): Promise<readonly Decision[]> {
  const ofRoom = (await workers?.decisions()) ?? [];
  return [...player.decisions(), ...ofRoom].sort((one, other) => one.atMs - other.atMs);
}

/** Requests the room worker's chunk when the first picture is no longer pending, or when none is expected. */
async function behindThePicture(opened: Promise<Opened | null>, deps: RoomWorkersDeps): Promise<RoomWorkers> {
  // If `first` is null, the room worker starts the player.
  const first = await within(
    pageClock,
    MAX_OPENING_MS,
    opened.catch(() => null),
    () => null,
  );
  await first?.letGo;
  askForThePage();
  const { RoomWorkers } = await import('./room-workers.ts');
  return new RoomWorkers(deps);
}

async function mockOfTheBuild(): Promise<MockControl | null> {
  if (import.meta.env.VITE_MOCK !== '1') return null;
  const { startMock } = await import('../../mocks/page.ts');
  return startMock(new URLSearchParams(location.search).get('scenario') ?? '');
}

function openToTests(workers: () => RoomWorkers | null, player: PagePlayer): void {
  window.appIdle = async () => {
    while (workers() === null) await twoFrames();
    await workers()?.idle();
    await twoFrames();
  };
  window.appFigures = () => player.surface.figures();
}

/** True if the room plays no live picture, or does not exist: only the rendered page can show this. */
const needsThePage = (command: RoomCommand): boolean =>
  command.type === 'view' && command.patch.phase === 'ready' && command.patch.stage?.name !== 'live';

/**
 * True if the picture is painted, has failed, or needs the viewer's action, which only the page can request. The caller then waits for two
 * frames, so that the picture is painted before React runs.
 */
const endsTheWait = (fact: PlayerFact): boolean =>
  fact.type === 'first-frame' || fact.type === 'failure' || (fact.type === 'autoplay' && fact.blocked && !fact.muted);

/**
 * Requests the files that the page needs after the picture (scripts/build/shell-plugin.ts). Called just before the room worker's script is
 * requested, because earlier requests would delay the picture.
 */
function askForThePage(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-late]')) link.rel = link.dataset['late']!;
}

/** Forwards browser events of the page. */
function listen(send: (event: PageEvent) => void): void {
  addEventListener('resize', () => send({ type: 'viewport', ...viewport(), devicePixelRatio }));
  addEventListener('pagehide', () => send({ type: 'page-hide' }));
  addEventListener('pageshow', (event) => event.persisted && send({ type: 'page-back' }));
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && newValue !== null && key.startsWith(STORED_PREFIX)) send({ type: 'stored', key, text: newValue });
  });
}

/** The page's player executes its own actions; the room worker executes all others and reports all actions. */
function carryOut(action: UserAction, order: (order: PlayerOrder) => void, send: (event: PageEvent) => void): void {
  if (!isPlayerAction(action)) return send({ type: 'action', action });
  order(playerOrder(action));
  return send({ type: 'player-action', action });
}
