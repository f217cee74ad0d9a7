import { createDecisionLog } from '../../player/base/decision-log.ts';
import { initialView } from '../../core/room/initial-view.ts';
import { allowedFlags, readFlags } from '../../core/room/start/page-input.ts';
import { readRoute } from '../../core/room/start/route.ts';
import type { FeatureManifest } from '../../core/feature.ts';
import type { Services } from '../../core/services.ts';
import type { Platform } from '../platform.ts';
import type { PageInput, RoomCommand, RoomPorts } from './api.ts';
import { createCalls, withEarlyAnswers } from './clients/calls.ts';
import type { FeatureRoomPart } from './features/feature-api.ts';
import { ReachHub } from './clients/reach-hub.ts';
import { createScreen } from './screen.ts';
import { createStatsClient } from './clients/stats-client.ts';
import { createStorage } from './clients/storage.ts';
import { createVisitor } from './visitor.ts';

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
