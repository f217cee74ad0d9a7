import { readFeatureAnswer } from '../../../core/room/feature/feature-request.ts';
import { roomAddress } from '../../../core/room/start/route.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import type { FeatureManifest } from '../../../core/feature.ts';
import type { Capabilities, FeatureContext } from './feature-api.ts';
import type { PageElement } from '../api.ts';
import type { LoginController } from '../controllers/login-controller.ts';
import type { PlayerController } from '../controllers/player-controller.ts';
import type { RoomBase } from '../room-base.ts';
import type { SocketClient } from '../clients/socket-client.ts';

/** The specification shows no calls of features: path, limits and codes are the project's. */
export const FEATURE_CALL = { method: 'POST', timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const;

/** Parts of the room that a feature can use, each through one member of its context. */
export interface FeatureContextSource {
  readonly base: RoomBase;
  readonly login: LoginController;
  readonly player: PlayerController;
  readonly socket: SocketClient;
  readonly liveInfo: () => LiveInfo | null;
  readonly config: (key: string) => unknown;
  readonly hasElement: (name: PageElement) => boolean;
  readonly stageTaken: () => void;
  readonly stageLeft: (reason: string) => void;
}

const capabilities = ({ base: { screen, stats }, socket, login, hasElement }: FeatureContextSource): Capabilities => ({
  elements: { has: hasElement },
  broadcast: {
    show(sinceS) {
      login.setBroadcasting(sinceS !== null);
      screen.patch({ room: { ...screen.get().room, liveStatus: sinceS === null ? 0 : 1, liveSince: sinceS ?? 0 } });
    },
  },
  'human-check': { passed: () => socket.sliderPassed() },
  'sign-in': { done: (values) => login.signIn({ type: 'login', ...values }) },
  'frame-reports': { send: (fact) => stats.emit({ type: 'frame', fact }) },
});

export function featureContext({ name, uses = [] }: FeatureManifest, room: FeatureContextSource): FeatureContext {
  const own = capabilities(room);
  const { screen, stats, storage, platform, services, flags, decisions, calls, visitor, roomId, send } = room.base;
  const key = (own: string): string => `footlight.${name}.${own}`;
  return {
    clock: platform,
    random: () => platform.random(),
    uuid: () => platform.uuid(),
    services,
    flags,
    unionIds: () => visitor.unionIds(),
    addressOfRoom: (other) => roomAddress(other, room.base),
    decisions,
    roomId: () => roomId ?? 0,
    room: () => screen.get().room,
    me: () => screen.get().me,
    login: () => visitor.login(),
    layout: () => screen.get().layout,
    liveInfo: () => room.liveInfo(),
    config: (own) => room.config(own),
    call: (request, decode) => calls.request(request, decode),
    callFeature(verb, fields = {}) {
      const { userId, token, appId } = visitor.login();
      const body = { ...fields, roomId: roomId ?? 0, starId: screen.get().room.starId, userId, token, appId };
      return calls.request({ ...FEATURE_CALL, url: `${services.live}/feature/${name}/${verb}`, body }, readFeatureAnswer);
    },
    storage: {
      read: (own) => storage.read(key(own)),
      write: (own, value, expiresS) => storage.write(key(own), value, expiresS),
    },
    log: (line) => room.player.log(line),
    report: (level, text) => stats.emit({ type: 'log', level, text: `${name}: ${text}` }),
    count: (own, by) => stats.emit({ type: 'count', name: `${name}.${own}`, by }),
    track: (event) => stats.emit({ type: 'analytics', event }),
    failure: (failure) => stats.failure(failure),
    openDialog: (dialog) => room.login.open(dialog),
    openLogin: () => room.login.require(),
    toast: (text, tone) => room.login.toast(text, tone),
    openPage: (url) => send({ type: 'open', url }),
    stage: { take: () => room.stageTaken(), leave: (reason) => room.stageLeft(reason) },
    capability(part) {
      if (!uses.includes(part)) throw new Error(`the manifest of ${name} does not list ${part}`);
      return own[part];
    },
  };
}
