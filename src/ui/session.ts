import type { MockControl } from '../../mocks/control.ts';
import { assertNever } from '../core/assert-never.ts';
import type { PlayerEvent } from '../player/rules/contract.ts';
import type { Decision } from '../core/decision-log.ts';
import { promised } from '../core/promised.ts';
import { initialView } from '../core/room/initial-view.ts';
import { unavailableStart } from '../core/room/unavailable.ts';
import { readServices } from '../core/services.ts';
import type { PageEvent, PageInput, RoomCommand } from '../workers/room/api.ts';
import { describeVisit } from './diagnostics.ts';
import { askCapabilities } from './capabilities.ts';
import { askEarly } from './early-answers.ts';
import { openEarlyStage } from './early-stage.ts';
import { openAsExpected, type Opened } from './opening.ts';
import { reached } from '../page/phases.ts';
import { rememberedHevc, viewport, writeCookie, writeStorage } from './page-input.ts';
import { rememberKind } from './last-kind.ts';
import { createPlayerController, type PlayerController } from '../player/output.ts';
import { PLAYER_KINDS_HERE } from '../player/kinds/player-registry.ts';
import type { PlayerSurface } from '../player/surface.ts';
import { preloadPlayer } from './preload.ts';
import type { RoomContext } from './room-context.ts';
import type { RoomWorkers, RoomWorkersDeps } from './room-workers.ts';
import { loadP2p } from './share-loader.ts';
import { createStore, type Store } from './store.ts';
import { twoFrames } from '../page/two-frames.ts';

/** Events of the page before the room worker is there; it has few of them. */
const MAX_EARLY_EVENTS = 64;
/**
 * React is run when the first picture was painted: until then its 100 to 200 ms of the page's thread would be the picture's. Whoever waits
 * longer for the picture waits with the page around it; after a second of nothing to read a visitor thinks of something else.
 */
const MAX_EMPTY_MS = 1_000;

/**
 * So long the room worker waits to be told whether a player is opened ahead of it, whose picture it then waits for (opening.ts): on two busy
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
export function createSession(roomId: number): Session {
  const store = createStore(initialView(viewport()));
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  /** To the room worker; null while there is none. */
  let port: MessagePort | null = null;
  let early: PageEvent[] = [];
  let capabilities: PageInput['capabilities'] | null = null;

  const send = (event: PageEvent, ports: MessagePort[] = []): void => {
    if (port !== null) port.postMessage(event, ports);
    else if (early.length < MAX_EARLY_EVENTS) early.push(event);
  };
  const timeToDraw = promised<void>();
  setTimeout(timeToDraw.resolve, MAX_EMPTY_MS);
  const player = createPlayerController({
    send(event) {
      send({ type: 'player', event });
      if (endsTheWait(event)) void twoFrames().then(timeToDraw.resolve);
    },
    onOpened: () => reached('stream asked'),
    onPictureInPictureWanted: () => send({ type: 'picture-in-picture-wanted' }),
    loadSharing: loadP2p,
  });
  const { surface: host, showAhead } = openEarlyStage(store, player.host);
  let workers: RoomWorkers | null = null;
  const workersDeps: RoomWorkersDeps = {
    services,
    isCalm: timeToDraw.promise,
    store,
    send,
    partFailed: (name, cause) => send({ type: 'page-part-failed', name, feature: false, detail: String(cause) }),
    onPort(next) {
      port = next;
      if (next === null) return player.reset();
      next.addEventListener('message', ({ data }: MessageEvent<RoomCommand>) => {
        execute(data, store, player);
        if (!needsThePage(data)) return;
        player.expectNothing();
        timeToDraw.resolve();
      });
      next.start();
      for (const event of early) send(event);
      early = [];
    },
  };

  async function begin(): Promise<void> {
    // Before anything asks what the browser can do, and before a worker starts that the mock's service worker would not control.
    mock.resolve(await mockOfTheBuild());
    const { early: earlyCalls, answers } = askEarly(services, roomId);
    preloadPlayer(Promise.all(answers));
    capabilities = await askCapabilities(PLAYER_KINDS_HERE, rememberedHevc(Date.now()));
    reached('capabilities');
    for (const problem of problems) console.error(problem);
    listen(send);
    openToTests(() => workers, player);
    workers = await behindThePicture(openAsExpected({ answers, capabilities, player, showAhead }), workersDeps);
    await workers.start(capabilities, earlyCalls);
  }

  const mock = promised<MockControl | null>();
  const started = begin().catch((cause: unknown) => {
    console.error('the room did not start', cause);
    store.patch({ unavailable: unavailableStart(isSecureContext) });
    timeToDraw.resolve();
  });
  return {
    mock: mock.promise,
    started,
    timeToDraw: timeToDraw.promise,
    context: {
      store,
      act: (action) => send({ type: 'action', action }),
      send,
      player: host,
      decisions: () => decisionsOf(workers),
      diagnose: async () => describeVisit({ capabilities, figures: player.host.figures(), decisions: await decisionsOf(workers) }),
    },
  };
}

function execute(command: RoomCommand, store: Store, player: PlayerController): void {
  switch (command.type) {
    case 'view':
      store.patch(command.patch);
      if (command.patch.phase === 'ready') reached('room');
      return;
    case 'chat':
      store.chat(command.batch);
      return;
    case 'player':
      player.execute(command.command);
      if (command.command.do === 'play') rememberKind(command.command.kind);
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

/** Before there is a room worker nothing was decided. */
const decisionsOf = async (workers: RoomWorkers | null): Promise<readonly Decision[]> => (await workers?.decisions()) ?? [];

/** What starts the room worker is asked for when the first picture no longer waits, or when it is known that none is opened ahead. */
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

function openToTests(workers: () => RoomWorkers | null, player: PlayerController): void {
  window.appIdle = async () => {
    while (workers() === null) await twoFrames();
    await workers()?.idle();
    await twoFrames();
  };
  window.appFigures = () => player.host.figures();
}

/** The room is known and does not play pictures, or says why there is no room: only the page can show that. */
const needsThePage = (command: RoomCommand): boolean =>
  command.type === 'view' && command.patch.phase === 'ready' && command.patch.stage?.at !== 'live';

/** The picture is there, or it will not be soon: what the browser or the room wants of the viewer instead is said by the page, two frames later: this one is painted. */
const endsTheWait = (event: PlayerEvent): boolean =>
  event.type === 'first-frame' || event.type === 'failed' || (event.type === 'autoplay' && event.blocked && !event.muted);

/** What is drawn after the picture (scripts/shell-plugin.ts) is asked for with the room worker's script, no sooner. */
function askForThePage(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-late]')) link.rel = link.dataset['late']!;
}

/** What the browser says of the page, from now on. */
function listen(send: (event: PageEvent) => void): void {
  addEventListener('resize', () => send({ type: 'viewport', ...viewport(), devicePixelRatio }));
  document.addEventListener('visibilitychange', () => send({ type: 'visibility', visible: !document.hidden }));
  addEventListener('pagehide', () => send({ type: 'page-hide' }));
  addEventListener('pageshow', (event) => event.persisted && send({ type: 'page-back' }));
  send({ type: 'visibility', visible: !document.hidden });
}
