import type { MockControl } from '../../mocks/control.ts';
import { assertNever } from '../core/assert-never.ts';
import type { Decision } from '../core/decision-log.ts';
import { promised } from '../core/promised.ts';
import { initialView } from '../core/room/initial-view.ts';
import { isPlayerAction, playerOrder } from '../core/room/player-actions.ts';
import type { UserAction } from '../core/room/view.ts';
import { unavailableStart } from '../core/room/unavailable.ts';
import { readServices } from '../core/services.ts';
import type { PageEvent, RoomCommand } from '../workers/room/api.ts';
import { describeVisit } from './diagnostics.ts';
import { askEarly } from './early-answers.ts';
import { openEarlyStage } from './early-stage.ts';
import { openFirstStage, type Opened } from './opening.ts';
import { reached } from '../page/phases.ts';
import { readRemembered, rememberedHevc, viewport, writeCookie, writeStorage } from './page-input.ts';
import { rememberKind } from './last-kind.ts';
import { askCapabilities } from '../player/capabilities.ts';
import { PLAYER_KINDS_HERE } from '../player/kinds/player-registry.ts';
import { createPagePlayer, type PagePlayer } from '../player/page-player.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from '../player/rules/orders.ts';
import type { PlayerSurface } from '../player/surface.ts';
import { preloadPlayer } from './preload.ts';
import type { RoomContext } from './room-context.ts';
import type { RoomWorkers, RoomWorkersDeps } from './room-workers.ts';
import { loadP2p } from './share-loader.ts';
import { createStore, type Store } from './store.ts';
import { twoFrames } from '../page/two-frames.ts';

/** Events of the page while there is no room worker: some clicks, and a few facts of the player each second. */
const MAX_EARLY_EVENTS = 256;
/**
 * React is run when the first picture was painted: until then its 100 to 200 ms of the page's thread would be the picture's. Whoever waits
 * longer for the picture waits with the page around it; after a second of nothing to read a visitor thinks of something else.
 */
const MAX_EMPTY_MS = 1_000;

/**
 * Upper bound, in ms, of the delay of the room worker until it is known whether the player was asked to play (opening.ts): on two busy
 * processors the opening itself takes 150 ms. Where the answers take longer than that, nothing else is lost by beginning.
 */
const MAX_OPENING_MS = 250;

declare global {
  interface Window {
    /** Settles when nothing is on its way between the page and its workers. For tests; changes nothing. */
    appIdle?: () => Promise<void>;
    /** Figures of the player that plays, as the overlay shows them. */
    appFigures?: PlayerSurface['figures'];
  }
}

export interface Session {
  readonly context: RoomContext;
  /** Settles when the first picture no longer waits for the page's thread, or there is none to wait for. */
  readonly timeToDraw: Promise<void>;
  /** Settles when the workers have been started, or when the page says why they could not be. */
  readonly started: Promise<void>;
  /** The developer's access to the mock backend; null in every other build. */
  readonly mock: Promise<MockControl | null>;
}

/** The wiring of the page: what the room worker commands is carried out here, and what happens in the page goes to it. */
// Long: player, workers and store are made here and reach each other.
export function createSession(roomId: number): Session {
  const store = createStore(initialView(viewport()));
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const timeToDraw = promised<void>();
  setTimeout(timeToDraw.resolve, MAX_EMPTY_MS);
  const toRoom = createRoomLine();
  const { send } = toRoom;
  /** Of the opening, until it let the room begin. */
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
    isCalm: timeToDraw.promise,
    store,
    send,
    partFailed: (name, cause) => send({ type: 'page-part-failed', name, feature: false, detail: String(cause) }),
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
    // Before anything asks what the browser can do, and before a worker starts that the mock's service worker would not control.
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
  /** The port of the room worker that runs from now on; null while there is none. A later one is told the player's state. */
  readonly connect: (port: MessagePort | null, state: () => readonly PlayerFact[]) => void;
}

/** To the room worker. What is sent while there is none waits for the next one, but for figures, which are old by then. */
function createRoomLine(): RoomLine {
  let port: MessagePort | null = null;
  let early: PageEvent[] = [];
  let isFirst = true;
  return {
    send(event, ports = []) {
      if (port !== null) port.postMessage(event, ports);
      else if (early.length < MAX_EARLY_EVENTS && !isFigures(event)) early.push(event);
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

const isFigures = (event: PageEvent): boolean => event.type === 'player' && event.fact.type === 'progress';

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
      void import('./download.ts').then(({ download }) => download(command.url));
      return;
    default:
      assertNever(command);
  }
}

/** In the order of time: the player decides on the page, everything else in the room worker. */
async function decisionsOf(workers: RoomWorkers | null, player: PagePlayer): Promise<readonly Decision[]> {
  const ofRoom = (await workers?.decisions()) ?? [];
  return [...player.decisions(), ...ofRoom].sort((one, other) => one.atMs - other.atMs);
}

/** What starts the room worker is asked for when the first picture no longer waits, or when it is known that there is none to wait for. */
async function behindThePicture(opened: Promise<Opened | null>, deps: RoomWorkersDeps): Promise<RoomWorkers> {
  // The room worker opens the player where this could not.
  const first = await within(
    MAX_OPENING_MS,
    opened.catch(() => null),
  );
  await first?.letGo;
  askForThePage();
  const { RoomWorkers } = await import('./room-workers.ts');
  return new RoomWorkers(deps);
}

const within = <T>(limitMs: number, what: Promise<T>): Promise<T | null> =>
  Promise.race([what, new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs))]);

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

/** The room is known and does not play pictures, or says why there is no room: only the page can show that. */
const needsThePage = (command: RoomCommand): boolean =>
  command.type === 'view' && command.patch.phase === 'ready' && command.patch.stage?.at !== 'live';

/** The picture is there, or it will not be soon: what the browser or the room wants of the viewer instead is said by the page, two frames later: this one is painted. */
const endsTheWait = (fact: PlayerFact): boolean =>
  fact.type === 'first-frame' || fact.type === 'failure' || (fact.type === 'autoplay' && fact.blocked && !fact.muted);

/** What is drawn after the picture (scripts/shell-plugin.ts) is asked for with the room worker's script, no sooner. */
function askForThePage(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-late]')) link.rel = link.dataset['late']!;
}

/** What the browser says of the page, from now on. */
function listen(send: (event: PageEvent) => void): void {
  addEventListener('resize', () => send({ type: 'viewport', ...viewport(), devicePixelRatio }));
  addEventListener('pagehide', () => send({ type: 'page-hide' }));
  addEventListener('pageshow', (event) => event.persisted && send({ type: 'page-back' }));
}

/** The page's player does its actions by itself; the room worker does the others, and reports all of them. */
function carryOut(action: UserAction, order: (order: PlayerOrder) => void, send: (event: PageEvent) => void): void {
  if (!isPlayerAction(action)) return send({ type: 'action', action });
  order(playerOrder(action));
  return send({ type: 'player-action', action });
}
