import type { Clock } from '../../../player/base/clock.ts';
import type { Failure, Result } from '../../../core/errors.ts';
import type { AnalyticsInput } from '../../../core/reports/analytics.ts';
import type { FrameFact } from '../../../core/reports/frame-reports.ts';
import type { Dialog, Toast } from '../../../core/room/view.ts';
import type { Request } from '../../../wire/http.ts';
import { type Fields, readFeatureAnswer } from '../../../core/room/feature/feature-dialog.ts';
import { roomAddress } from '../../../core/room/start/route.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import type { Capability, FeatureManifest } from '../../../core/feature.ts';
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

/** Parts of the room that only some features use. */
const capabilities = ({ base: { screen, stats }, socket, login, hasElement }: FeatureContextSource) => ({
  /** Elements of the page that a rule names (P8). */
  elements: { has: hasElement },
  /**
   * The broadcast of the star's own room, here or on another page: the header follows it, and a login that would end it is held for a
   * question. `sinceS`: seconds since 1970; null: not on the air.
   */
  broadcast: {
    show(sinceS: number | null): void {
      login.setBroadcasting(sinceS !== null);
      screen.patch({ room: { ...screen.get().room, liveStatus: sinceS === null ? 0 : 1, liveSince: sinceS ?? 0 } });
    },
  },
  /** S1: the viewer passed the check. */
  'human-check': { passed: (): void => socket.sliderPassed() },
  /** S24: the viewer is logged in by these values; false if they cannot be a login. */
  'sign-in': {
    done: (values: { readonly userId: number; readonly token: string; readonly nickname: string }): boolean =>
      login.signIn({ type: 'login', ...values }),
  },
  /** S32, S33: reported by the stats worker. */
  'frame-reports': { send: (fact: FrameFact): void => stats.emit({ type: 'frame', fact }) },
});

export type Capabilities = ReturnType<typeof capabilities>;

/** The room's interface for a feature's part in this worker. feature-host.ts creates one per feature. */
export function featureContext({ name, uses = [] }: FeatureManifest, room: FeatureContextSource) {
  const own = capabilities(room);
  const { screen, stats, storage, platform, services, flags, decisions, calls, visitor, roomId, send } = room.base;
  const keyOf = (key: string): string => `footlight.${name}.${key}`;
  return {
    clock: platform as Clock,
    random: (): number => platform.random(),
    uuid: (): string => platform.uuid(),
    services,
    flags,
    /** P2: union ids of the visit: of the address, then of the cookies. */
    unionIds: (): readonly string[] => visitor.unionIds(),
    /** Address of the page of another room, with the parameters of this visit. */
    addressOfRoom: (other: number): string => roomAddress(other, room.base),
    decisions,
    roomId: (): number => roomId ?? 0,
    room: () => screen.get().room,
    me: () => screen.get().me,
    login: () => visitor.login(),
    layout: () => screen.get().layout,
    /** null until it is known. */
    liveInfo: () => room.liveInfo(),
    /** A value of the remote config, not validated; undefined if missing. */
    config: (key: string): unknown => room.config(key),
    /** One HTTP call; `decode` validates the body. Never rejects. */
    call: <T>(request: Request, decode: (body: unknown) => Result<T>): Promise<Result<T>> => calls.request(request, decode),
    /**
     * `POST {live}/feature/{name of the feature}/{verb}` with room and viewer in addition to `fields`. The feature's state arrives in its
     * messages, also after `snapshot`. A refusal is FEATURE_REFUSED with the server's text for the viewer as its detail, '' without one. Never
     * rejects.
     */
    callFeature(verb: string, fields: Fields = {}): Promise<Result> {
      const { userId, token, appId } = visitor.login();
      const body = { ...fields, roomId: roomId ?? 0, starId: screen.get().room.starId, userId, token, appId };
      return calls.request({ ...FEATURE_CALL, url: `${services.live}/feature/${name}/${verb}`, body }, readFeatureAnswer);
    },
    /** Local storage under the feature's own name. */
    storage: {
      read: (key: string): unknown => storage.read(keyOf(key)),
      write: (key: string, value: string | number | boolean | readonly string[], expiresS: number | null): void =>
        storage.write(keyOf(key), value, expiresS),
    },
    /** Adds a line to the player log and the viewer's log export. */
    log: (line: string): void => room.player.log(line),
    /** `info` is only counted; all other levels are sent to the logging service. */
    report: (level: 'info' | 'warn' | 'error' | 'performance', text: string): void =>
      stats.emit({ type: 'log', level, text: `${name}: ${text}` }),
    count: (what: string, by: number): void => stats.emit({ type: 'count', name: `${name}.${what}`, by }),
    track: (event: AnalyticsInput): void => stats.emit({ type: 'analytics', event }),
    failure: (failure: Failure): void => stats.failure(failure),
    openDialog: (dialog: Dialog): void => room.login.open(dialog),
    openLogin: (): void => room.login.require(),
    toast: (text: string, tone: Toast['tone']): void => room.login.toast(text, tone),
    openPage: (url: string): void => send({ type: 'open', url }),
    /** For features with a `stageOrder`. */
    stage: { take: (): void => room.stageTaken(), leave: (reason: string): void => room.stageLeft(reason) },
    /** A part of the room that the feature's manifest lists in `uses`; throws for any other. */
    capability<Name extends Capability>(part: Name): Capabilities[Name] {
      if (!uses.includes(part)) throw new Error(`the manifest of ${name} does not list ${part}`);
      return own[part];
    },
  };
}

export type FeatureContext = Readonly<ReturnType<typeof featureContext>>;
