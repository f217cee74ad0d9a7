import { within } from '../player/base/clock.ts';
import type { OfflineRoom } from './offline-room.ts';
import { pageClock } from '../player/page/clock.ts';
import { reached, untilLoaded, twoFrames } from '../player/page/loading.ts';
import type { Decision } from '../player/base/machine.ts';
import { promised } from '../core/promised.ts';
import { initialView } from '../core/room/initial-view.ts';
import { isPlayerAction, playerOrder } from '../core/room/player-view.ts';
import type { UserAction } from '../core/room/view.ts';
import { heldBackMs } from '../core/room/start/first-picture.ts';
import { unavailableStart } from '../core/room/start/live-info.ts';
import type { PageEvent, RoomCommand } from '../workers/room/api.ts';
import { describeVisit } from './page/diagnostics.ts';
import { requestEarly, type EarlyStage, openEarlyStage, openFirstStage, type Opened } from './start/opening.ts';
import { readRemembered, rememberedHevc, STORED_PREFIX, viewport, readPageServices, pageServices } from './page/page-input.ts';
import { preloadPlayer } from './start/preload.ts';
import { rememberKind } from './start/last-kind.ts';
import { detectCapabilities } from '../player/capabilities.ts';
import { PLAYER_KINDS_HERE } from '../player/kinds/player-registry.ts';
import { createPagePlayer, type PagePlayer, type PlayerSurface } from '../player/page-player.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from '../player/rules/recovery/orders.ts';
import { createSharingConsent, isAllowedLoader } from './p2p/consent.ts';
import { roomTime } from './features/room-time.ts';
import type { RoomContext } from './room-context.ts';
import type { RoomWorkers, RoomWorkersDeps } from './room-workers.ts';
import { createStore, execute } from './store.ts';
import { describe, err, ok, type Result } from '../player/base/errors.ts';
import type { OpenP2p } from '../player/kinds/player-start.ts';

/** Maximum number of events of the page that wait for a room worker: some clicks, and a few facts of the player each second. */
const MAX_EARLY_EVENTS = 256;
/**
 * Upper bound of the delay of React, in ms. React runs after the first picture is painted, because its 100 to 200 ms of main-thread time
 * would delay the picture. If the picture takes longer than this, the page is rendered first, because visitors leave an empty page after
 * about a second. On a slow network or processor twice the time that the page took to come here.
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

/** The wiring of the page: executes the room worker's commands, and sends it the page's events. */
export class Session {
  /** Resolves when the first picture no longer needs the main thread, or if no picture is expected. */
  readonly timeToDraw: Promise<void>;
  /** Resolves when the workers have been started, or the page shows why they could not be. */
  readonly started: Promise<void>;
  /** null except in the offline build. */
  readonly mock: Promise<OfflineRoom | null>;
  readonly context: RoomContext;
  readonly #roomId: number;
  readonly #store = createStore(initialView(viewport()));
  readonly #room = createRoomLine();
  readonly #drawn = promised<void>();
  readonly #mock = promised<OfflineRoom | null>();
  readonly #player: PagePlayer;
  readonly #stage: EarlyStage;
  #capabilities: Capabilities | null = null;
  #workers: RoomWorkers | null = null;
  /** Listener of the opening, until the room may start. */
  #watch: (fact: PlayerFact) => void = () => undefined;

  constructor(roomId: number) {
    this.#roomId = roomId;
    setTimeout(this.#drawn.resolve, heldBackMs(MAX_EMPTY_MS, performance.now()));
    const player = createPagePlayer({
      remembered: readRemembered,
      onFact: (fact) => this.#onFact(fact),
      onOpened: () => reached('stream asked'),
      loadSharing: loadP2p,
      keeps: true,
    });
    this.#player = player;
    this.#stage = openEarlyStage(this.#store, player.surface);
    this.timeToDraw = this.#drawn.promise;
    this.mock = this.#mock.promise;
    this.started = this.#begin().catch((cause: unknown) => {
      console.error('the room did not start', cause);
      this.#store.patch({ unavailable: unavailableStart(isSecureContext) });
      this.#drawn.resolve();
    });
    const { surface } = this.#stage;
    const { send } = this.#room;
    this.context = {
      store: this.#store,
      act: (action) => carryOut(action, player.order, send),
      send,
      player: surface,
      decisions: () => this.#decisions(),
      diagnose: async () =>
        describeVisit({ capabilities: this.#capabilities, figures: surface.figures(), decisions: await this.#decisions() }),
    };
  }

  #onFact(fact: PlayerFact): void {
    this.#room.send({ type: 'player', fact, atMs: performance.now() });
    this.#watch(fact);
    if (fact.type === 'first-frame') {
      reached('first picture');
      rememberKind(fact.kind);
    }
    if (endsTheWait(fact)) void twoFrames().then(this.#drawn.resolve);
  }

  async #begin(): Promise<void> {
    const { services, problems } = readPageServices();
    const { order } = createSharingConsent(this.#player.order, pageStorage());
    // Before capabilities are detected and before a worker starts, because the mock's service worker controls only later clients.
    this.#mock.resolve(await mockOfTheBuild());
    const { early: earlyCalls, answers } = requestEarly(services, this.#roomId);
    preloadPlayer(Promise.all(answers));
    this.#capabilities = await detectCapabilities(PLAYER_KINDS_HERE, rememberedHevc());
    this.#player.begin(this.#capabilities);
    reached('capabilities');
    for (const problem of problems) console.error(problem);
    listen(this.#room.send);
    openToTests(() => this.#workers, this.#player);
    const opened = openFirstStage({ answers, order, watch: (onFact) => (this.#watch = onFact), showAhead: this.#stage.showAhead });
    this.#workers = await behindThePicture(opened, {
      services,
      store: this.#store,
      send: this.#room.send,
      onPort: (port) => this.#onPort(port, order),
    });
    await this.#workers.start(earlyCalls);
  }

  #onPort(port: MessagePort | null, order: (order: PlayerOrder) => void): void {
    this.#room.connect(port, () => this.#player.state());
    roomTime.restart();
    port?.addEventListener('message', ({ data }: MessageEvent<RoomCommand>) => {
      execute(data, this.#store, order);
      if (needsThePage(data)) this.#drawn.resolve();
    });
    port?.start();
  }

  /** Ordered by time: the page's decisions are the player's, all others the room worker's. */
  async #decisions(): Promise<readonly Decision[]> {
    const ofRoom = (await this.#workers?.decisions()) ?? [];
    return [...this.#player.decisions(), ...ofRoom].sort((one, other) => one.atMs - other.atMs);
  }
}

/** Null where storage is forbidden. */
function pageStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
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

/** Requests the room worker's chunk when the first picture is no longer pending, or when none is expected. */
async function behindThePicture(opened: Promise<Opened | null>, deps: RoomWorkersDeps): Promise<RoomWorkers> {
  // If `first` is null, the room worker starts the player.
  const first = await within(
    pageClock,
    heldBackMs(MAX_OPENING_MS, performance.now()),
    opened.catch(() => null),
    () => null,
  );
  await first?.letGo;
  requestPage();
  const { RoomWorkers } = await untilLoaded(async () => import('./room-workers.ts'));
  return new RoomWorkers(deps);
}

async function mockOfTheBuild(): Promise<OfflineRoom | null> {
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
 * Requests the files that the page needs after the picture (scripts/build/vite-plugins.ts). Called just before the room worker's script is
 * requested, because earlier requests would delay the picture.
 */
function requestPage(): void {
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

// Source of a stream's bytes when viewers share them. `enableP2PArr` selects a loader: the address of a script that exports `openP2p`,
// imported lazily with a timeout. The project's own loader is src/ui/p2p/loader.ts.

const SCRIPT_TIMEOUT_MS = 5_000;

async function loadP2p(address: string): Promise<Result<OpenP2p>> {
  const { href, origin } = new URL(address, location.href);
  if (!isAllowedLoader(origin, location.origin, pageServices().services.loaderOrigins))
    return err('P2P_ERROR', `the loader's origin is not in the setting: ${describe(origin, 100)}`);
  return within(pageClock, SCRIPT_TIMEOUT_MS, importLoader(href), () =>
    err('P2P_ERROR', `the loader did not arrive within ${SCRIPT_TIMEOUT_MS} ms`),
  );
}

async function importLoader(href: string): Promise<Result<OpenP2p>> {
  try {
    const module: unknown = await import(/* @vite-ignore */ href);
    const open: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'openP2p') : undefined;
    return typeof open === 'function' ? ok(open as OpenP2p) : err('P2P_ERROR', 'the script exports no openP2p');
  } catch (cause) {
    return err('P2P_ERROR', describe(cause, 200));
  }
}
