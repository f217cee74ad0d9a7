import type { Clock } from '../../player/base/clock.ts';
import type { FeatureView, FeatureManifest } from '../../core/feature.ts';
import type { RoomPatch, RoomView } from '../../core/room/view.ts';
import { isDown, observe, proberOf, REACHABLE, type Reach, type Reachability, type ReachPart } from '../../player/base/waits.ts';
import type { Failure } from '../../core/errors.ts';
import type { StatsEvent, StatsToRoom } from '../stats/api.ts';
import { createDecisionLog } from '../../player/base/machine.ts';
import { initialView } from '../../core/room/initial-view.ts';
import { allowedFlags, readFlags } from '../../core/room/start/page-input.ts';
import { readRoute } from '../../core/room/start/route.ts';
import type { Services } from '../../core/services.ts';
import type { Platform } from '../platform.ts';
import type { PageInput, RoomCommand, RoomPorts } from './api.ts';
import { createCalls, withEarlyAnswers } from './clients/calls.ts';
import type { FeatureRoomPart } from './features/feature-api.ts';
import { createStorage } from './clients/storage.ts';
import { createVisitor } from './visitor.ts';

export function createScreen(initial: RoomView, clock: Clock, send: (patch: RoomPatch) => void) {
  let view = initial;
  let waiting: RoomPatch | null = null;
  const flush = (): void => {
    if (waiting !== null) send(waiting);
    waiting = null;
  };
  function merge(patch: RoomPatch): void {
    view = { ...view, ...patch, features: { ...view.features, ...patch.features } };
    // Delayed by one task, so that the changes of one event become one patch.
    if (waiting === null) clock.after(0, flush);
    waiting = patch.features ? { ...waiting, ...patch, features: { ...waiting?.features, ...patch.features } } : { ...waiting, ...patch };
  }
  return {
    get: () => view,
    /** Merged with the other changes of this task. `features` is not set here. */
    patch: (patch: Omit<RoomPatch, 'features'>) => merge(patch),
    showFeature: (name: string, feature: FeatureView) => merge({ features: { [name]: feature } }),
    isFlushed: () => waiting === null,
  };
}

export type Screen = ReturnType<typeof createScreen>;

type Listener = (reach: Reach) => void;
type Receiver = ReachPart | 'reports';

/** Passes on what one part of the room observes about network and services, so that no other part waits longer or tries more than it must. */
export class ReachHub {
  readonly #listeners = new Map<Receiver, Listener>();
  #state: Reachability = REACHABLE;

  /** Each part has one listener. */
  listen(part: Receiver, listener: Listener): void {
    this.#listeners.set(part, listener);
  }

  readonly observe = (part: ReachPart, works: boolean): void => {
    const { next, signal, to, reports } = observe(this.#state, part, works);
    this.#state = next;
    if (reports !== null) this.#listeners.get('reports')?.(reports);
    if (signal === null) return;
    const except: Receiver | null = signal === 'down' ? proberOf(next) : part;
    for (const [receiver, listener] of this.#listeners)
      if (receiver !== except && receiver !== 'reports' && (to === 'all' || receiver === part)) listener(signal);
  };

  /** A report has arrived: news while nothing else has. */
  readonly reported = (): void => {
    if (isDown(this.#state)) this.observe('services', true);
  };

  /** Whether nothing works, and another part than this one tries. */
  holds(part: ReachPart): boolean {
    return isDown(this.#state) && proberOf(this.#state) !== part;
  }
}

/**
 * The room worker's reports to the stats worker. The port is replaced when the stats worker restarts. `onArrived`: a report has arrived after one that
 * did not.
 */
function createStatsClient(first: MessagePort, onArrived: () => void = () => undefined) {
  let port = first;
  const listen = (): void => {
    port.addEventListener('message', ({ data }: MessageEvent<StatsToRoom>) => data.type === 'arrived' && onArrived());
    port.start();
  };
  listen();
  const emit = (event: StatsEvent): void => port.postMessage(event);
  return {
    emit,
    failure: ({ code, detail }: Failure) => emit({ type: 'failure', code, detail }),
    replace(next: MessagePort) {
      port.close();
      port = next;
      listen();
    },
  };
}

export type StatsClient = ReturnType<typeof createStatsClient>;

export interface RoomDeps {
  readonly input: PageInput;
  readonly services: Services;
  readonly ports: RoomPorts;
  readonly platform: Platform;
  readonly features: readonly FeatureManifest[];
  readonly loadFeature: (name: string) => Promise<FeatureRoomPart>;
}

/** Base of all parts of the room: the opened address, the outputs of this worker, the visitor. Depends on no other part. */
export function createRoomBase({ input, services, ports, platform }: RoomDeps) {
  const url = new URL(input.href);
  const route = readRoute(url.pathname);
  const read = readFlags(url.searchParams);
  const { flags, problems } = allowedFlags(read.flags, services.addressOverrides);
  const send = (command: RoomCommand): void => ports.page.postMessage(command);
  const reach = new ReachHub();
  const stats = createStatsClient(ports.stats, reach.reported);
  const storage = createStorage(
    input.storage,
    (key, value) => send({ type: 'store', area: 'local', key, value }),
    stats.failure,
    platform.epochMs,
  );
  const visitor = createVisitor({
    cookie: input.cookie,
    unionId: flags.fx_unionId_ck,
    isSecure: url.protocol === 'https:',
    storage,
    uuid: platform.uuid,
    setCookie: (cookie) => send({ type: 'set-cookie', cookie }),
    onFailure: stats.failure,
  });
  reach.listen('reports', (signal) => stats.emit({ type: 'reach', reach: signal }));
  return {
    input,
    services,
    platform,
    route,
    /** Query of the page's address. */
    search: url.search,
    isEmbed: route.type === 'viewer' && route.isEmbed,
    /** null if the address contains no room. */
    roomId: 'roomId' in route ? route.roomId : null,
    flags,
    /** Invalid parameters of the address, which are ignored. */
    flagProblems: [...read.problems, ...problems],
    decisions: createDecisionLog(),
    send,
    stats,
    storage,
    visitor,
    calls: createCalls(services, { nowMs: platform.nowMs, fetch: withEarlyAnswers(platform.fetch, ports.early) }, stats.emit, (works) =>
      reach.observe('services', works),
    ),
    screen: createScreen(initialView(input.viewport), platform, (patch) => send({ type: 'view', patch, nowMs: platform.nowMs() })),
    reach,
  };
}

export type RoomBase = Readonly<ReturnType<typeof createRoomBase>>;
