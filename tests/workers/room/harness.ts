import { DEFAULT_CHANNELS } from '../../../src/core/room/start/refer.ts';
import { defineFeature, type FeatureManifest, type RoomEvent } from '../../../src/core/feature.ts';
import { createDecisionLog } from '../../../src/player/base/machine.ts';
import { isPlayerAction, playerOrder } from '../../../src/core/room/player-view.ts';
import { rememberedIn, storedReader } from '../../../src/core/room/start/stored.ts';
import { LivePlayer } from '../../../src/player/player.ts';
import type { PlayerCommand, PlayerEvent } from '../../../src/player/rules/contract.ts';
import type { Capabilities } from '../../../src/player/rules/recovery/orders.ts';
import type { Services } from '../../../src/core/services.ts';
import type { RoomPatch, RoomView, UserAction } from '../../../src/core/room/view.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { FEATURES } from '../../../src/features/index.ts';
import type { PageEvent, PageInput, RoomCommand } from '../../../src/workers/room/api.ts';
import type { FeatureContext, FeatureRoomPart } from '../../../src/workers/room/features/feature-api.ts';
import { loadRoomPart } from '../../../src/workers/room/features/feature-loader.ts';
import { createRoom } from '../../../src/workers/room/room.ts';
import type { SocketDown, SocketUp } from '../../../src/workers/socket/api.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { CAPABILITIES } from '../../../src/player/tests/rules/harness.ts';

export const SERVICES: Services = {
  secure: 'https://secure.test',
  backup: 'https://backup.test',
  game: 'https://game.test',
  live: 'https://live.test',
  log: 'https://log.test',
  frames: 'https://frames.test',
  frameDomains: [],
  fandomSwitchPath: '/fandom/switch',
  socketFallback: [],
  loaderOrigins: [],
  addressOverrides: true,
  policyReports: '',
  channels: DEFAULT_CHANNELS,
};

/** The used part of a MessagePort. Posted messages are recorded; `deliver` simulates the other side. */
/* oxlint-disable typescript/no-unnecessary-type-parameters -- the caller determines the message types */
export function fakePort<Out, In>() {
  const posted: Out[] = [];
  const listeners = new Set<(event: { readonly data: In }) => void>();
  let onPosted = (_message: Out): void => undefined;
  let isClosed = false;
  return {
    onPosted: (act: (message: Out) => void): void => void (onPosted = act),
    posted,
    isClosed: () => isClosed,
    deliver: (data: In): void => listeners.forEach((listener) => listener({ data })),
    port: {
      postMessage(message: Out) {
        posted.push(message);
        onPosted(message);
      },
      addEventListener: (_name: string, listener: (event: { readonly data: In }) => void) => listeners.add(listener),
      start: () => undefined,
      close: () => (isClosed = true),
    } as unknown as MessagePort,
  };
}

export interface Asked {
  readonly url: URL;
  readonly init: RequestInit;
}

const LIVE_ROOM = {
  starId: 77,
  starName: '林听夏',
  isLiveRoom: false,
  offlineVideo: '/offline.mp4',
};

export function liveInfo(
  change: { readonly code?: number; readonly status?: number; readonly liveType?: string; readonly room?: object } = {},
): object {
  const { code = 0, status = 1, liveType = 'normal', room = {} } = change;
  return {
    responseCode: code,
    responseMsg: 'ok',
    data: { status, liveType, sid: 'sid-1', httpflv: ['https://cdn.test/a.flv'], room: { ...LIVE_ROOM, ...room } },
  };
}

export interface RoomOptions {
  readonly origin?: string;
  readonly path?: string;
  readonly cookie?: string;
  readonly storage?: Readonly<Record<string, string>>;
  readonly session?: Readonly<Record<string, string>>;
  /** Answers by the end of their path; a function is called each time, an Error is a network error. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly userAgent?: string;
  readonly capabilities?: Partial<Capabilities>;
  readonly features?: readonly FeatureManifest[];
  readonly loadFeature?: (name: string) => Promise<FeatureRoomPart>;
}

/** The room worker with a fake `Platform`: ports that record messages, a manual clock, answers by address. */
// Long: a fake of the room worker's whole environment, in one place for readers of the tests.
export function openRoom(options: RoomOptions = {}) {
  const clock = manualClock();
  const page = fakePort<RoomCommand, PageEvent>();
  const socket = fakePort<SocketUp, SocketDown>();
  const stats = fakePort<StatsEvent, never>();
  const asked: Asked[] = [];
  const answers: Record<string, unknown> = {
    '/info': liveInfo(),
    '/config': {},
    '/ad/query': { code: 0, data: { adSwitch: 0 } },
    ...options.answers,
  };
  const fetchImpl: typeof fetch = async (address, init = {}) => {
    const url = new URL(address as string);
    asked.push({ url, init });
    const key = Object.keys(answers).find((end) => url.pathname.endsWith(end));
    const given = key === undefined ? undefined : answers[key];
    const answer: unknown = typeof given === 'function' ? await (given as (asked: Asked) => unknown)({ url, init }) : given;
    if (answer === undefined) return new Response('', { status: 404 });
    if (answer instanceof Error) throw answer;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  let uuids = 0;
  const input: PageInput = {
    href: `${options.origin ?? 'https://room.test'}${options.path ?? '/live/1001'}`,
    cookie: options.cookie ?? '',
    userAgent: options.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
    language: 'zh-CN',
    screen: { width: 1_920, height: 1_080 },
    viewport: { width: 1_280, height: 800, devicePixelRatio: 1 },
    storage: options.storage ?? {},
    session: options.session ?? {},
    openedEpochMs: clock.epochMs() - clock.nowMs(),
  };
  const played: PlayerCommand[] = [];
  const player = new LivePlayer({
    platform: { ...clock, random: () => 0, cores: 4 },
    decisions: createDecisionLog(),
    capabilities: { ...CAPABILITIES, ...options.capabilities },
    userAgent: input.userAgent,
    remembered: rememberedIn(storedReader(input.storage, clock.epochMs())),
    send: (command) => played.push(command),
    onFact: (fact) => page.deliver({ type: 'player', fact, atMs: clock.nowMs() }),
  });
  page.onPosted((command) => {
    if (command.type === 'player') player.order(command.order);
  });
  const room = createRoom({
    input,
    services: SERVICES,
    ports: { page: page.port, socket: socket.port, stats: stats.port },
    platform: {
      ...clock,
      // The shortest wait.
      random: () => 0.999_999,
      uuid: () => String(++uuids).padStart(32, '0'),
      fetch: fetchImpl,
    },
    features: options.features ?? FEATURES,
    loadFeature: options.loadFeature ?? loadRoomPart,
  });

  /** Settles promises and fires due timers until nothing changes any more. */
  async function settle(ms = 0): Promise<void> {
    clock.advance(ms);
    for (let turn = 0; turn < SETTLE_TURNS; turn++) {
      // A real turn of the event loop, because tests of timeouts stop the timers.
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(0);
    }
    clock.advance(STEP_MS);
  }

  const view = (): RoomView => {
    let shown = initialView(input.viewport);
    for (const command of page.posted) if (command.type === 'view') shown = merged(shown, command.patch);
    return shown;
  };
  return {
    clock,
    room,
    page,
    socket,
    stats,
    asked,
    settle,
    view,
    act: (action: UserAction) => (isPlayerAction(action) ? player.order(playerOrder(action)) : page.deliver({ type: 'action', action })),
    /** The page's player: browser events to it, and its commands. */
    player,
    played,
    /** Reports an event of the newest started player. */
    report(event: { readonly type: PlayerEvent['type'] } & Readonly<Record<string, unknown>>) {
      const epochs = played.flatMap((command) => (command.type === 'play' ? [command.epoch] : []));
      player.onEvent({ epoch: epochs.at(-1) ?? 0, ...event } as unknown as PlayerEvent);
    },
    askedFor: (end: string) => asked.filter(({ url }) => url.pathname.endsWith(end)),
    commands: <T extends RoomCommand['type']>(type: T) =>
      page.posted.filter((command): command is Extract<RoomCommand, { type: T }> => command.type === type),
    reported: <T extends StatsEvent['type']>(type: T) =>
      stats.posted.filter((event): event is Extract<StatsEvent, { type: T }> => event.type === type),
    /** Identities of socket logins, oldest first. */
    connects: () => socket.posted.flatMap((message) => (message.type === 'connect' ? [message.identity] : [])),
  };
}

/** A room after its start-up. */
export async function openedRoom(options: RoomOptions = {}, ms = 40): Promise<ReturnType<typeof openRoom>> {
  const room = openRoom(options);
  await room.settle(ms);
  return room;
}

/** Enough for a chain of requests, chunks and events; needing more means an error. */
const SETTLE_TURNS = 12;
/** Time between two steps of a test, so that two events never have the same time. */
const STEP_MS = 34;

/** Preloads all features, so that no test waits for a first import. */
export const loadAllFeatures = async (): Promise<void> => void (await Promise.all(FEATURES.map(({ name }) => loadRoomPart(name))));

const merged = (view: RoomView, patch: RoomPatch): RoomView => ({
  ...view,
  ...patch,
  features: { ...view.features, ...patch.features },
});

/** A feature without a view that records the room's events; `act` is called with each action and its context. */
export function listeningPart(act: (context: FeatureContext, action: unknown) => void = () => undefined) {
  const events: RoomEvent[] = [];
  const part: FeatureRoomPart = {
    create: (context) => ({
      onMessage: () => undefined,
      onAction: (action) => act(context, action),
      onRoom: (event) => void events.push(event),
      dispose: () => undefined,
    }),
  };
  return { part, events, types: () => events.map(({ type }) => type) };
}

export const testFeature = (change: Partial<FeatureManifest> = {}): FeatureManifest =>
  defineFeature({ name: 'sample', wakes: ['message'], messages: ['headline-content'], slot: 'stage-strip', roles: [0, 1], ...change });
