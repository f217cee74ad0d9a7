import { createDecisionLog, type DecisionLog } from '../../core/decision-log.ts';
import type { Failure } from '../../core/result.ts';
import { initialView } from '../../core/room/initial-view.ts';
import { readFlags, type PageFlags } from '../../core/room/start/page-input.ts';
import { readRoute, type Route } from '../../core/room/start/route.ts';
import type { FeatureManifest } from '../../core/feature.ts';
import type { Services } from '../../core/services.ts';
import type { Platform } from '../platform.ts';
import type { PageInput, RoomCommand, RoomPorts } from './api.ts';
import { createCalls, type Calls, withEarlyAnswers } from './clients/calls.ts';
import type { FeatureRoomHalf } from './features/feature-api.ts';
import { createScreen, type Screen } from './screen.ts';
import { createStatsClient, type StatsClient } from './clients/stats-client.ts';
import { createStorage, type Storage } from './clients/storage.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export interface RoomDeps {
  readonly input: PageInput;
  readonly services: Services;
  readonly ports: RoomPorts;
  readonly platform: Platform;
  readonly features: readonly FeatureManifest[];
  readonly loadFeature: (name: string) => Promise<FeatureRoomHalf>;
}

/** Base of all parts of the room: the opened address, the outputs of this worker, the visitor. Depends on no other part. */
export interface RoomBase {
  readonly input: PageInput;
  readonly services: Services;
  readonly platform: Platform;
  readonly route: Route;
  readonly isEmbed: boolean;
  /** null if the address contains no room. */
  readonly roomId: number | null;
  readonly flags: PageFlags;
  /** Invalid parameters of the address, which are ignored. */
  readonly flagProblems: readonly Failure[];
  readonly decisions: DecisionLog;
  readonly send: (command: RoomCommand) => void;
  readonly stats: StatsClient;
  readonly storage: Storage;
  readonly visitor: Visitor;
  readonly calls: Calls;
  readonly screen: Screen;
}

export function createRoomBase({ input, services, ports, platform }: RoomDeps): RoomBase {
  const url = new URL(input.href);
  const route = readRoute(url.pathname);
  const { flags, problems } = readFlags(url.searchParams);
  const send = (command: RoomCommand): void => ports.page.postMessage(command);
  const stats = createStatsClient(ports.stats);
  const storage = createStorage(
    input.storage,
    (key, value) => send({ type: 'store', area: 'local', key, value }),
    stats.failure,
    platform.epochMs,
  );
  const visitor = createVisitor({
    cookie: input.cookie,
    isSecure: url.protocol === 'https:',
    storage,
    uuid: platform.uuid,
    setCookie: (cookie) => send({ type: 'set-cookie', cookie }),
    onFailure: stats.failure,
  });
  return {
    input,
    services,
    platform,
    route,
    isEmbed: route.type === 'viewer' && route.isEmbed,
    roomId: 'roomId' in route ? route.roomId : null,
    flags,
    flagProblems: problems,
    decisions: createDecisionLog(),
    send,
    stats,
    storage,
    visitor,
    calls: createCalls(services, { nowMs: platform.nowMs, fetch: withEarlyAnswers(platform.fetch, ports.early) }, stats.emit),
    screen: createScreen(initialView(input.viewport), platform, (patch) => send({ type: 'view', patch })),
  };
}
