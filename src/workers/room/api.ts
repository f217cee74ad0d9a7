import type { PlayerCommand, PlayerFact } from '../core/player/contract.ts';
import type { PlayerKind } from '../core/player/names.ts';
import type { Result } from '../core/result.ts';
import type { ChatBatch, RoomPatch, UserAction } from '../core/room/view.ts';
import type { Services } from '../core/services.ts';

/** Read once by the page, checked at the edge by the room worker (core/room/page-input.ts). */
export interface PageInput {
  readonly href: string;
  readonly cookie: string;
  readonly userAgent: string;
  readonly language: string;
  readonly screen: { readonly width: number; readonly height: number };
  readonly viewport: { readonly width: number; readonly height: number; readonly devicePixelRatio: number };
  readonly storage: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  readonly capabilities: Capabilities;
}

/** What the browser can do, asked properly by the page (never guessed from the user agent where it can be asked). */
export interface Capabilities {
  /** Kinds that this build has a player for. */
  readonly kinds: readonly PlayerKind[];
  readonly mediaSource: boolean;
  readonly h264: boolean;
  readonly nativeHevc: boolean;
  readonly sharedMemory: boolean;
  readonly wasmSimd: boolean;
  readonly videoFrameCallback: boolean;
  readonly webrtc: boolean;
  readonly offscreenCanvas: boolean;
  readonly audioDecoder: boolean;
  readonly pictureInPicture: boolean;
}

/** Control lane to the room worker. Facts and tellings go by `ports.page`; see RoomFact and RoomTell. */
export interface RoomApi {
  start(input: PageInput, services: Services, ports: RoomPorts): Promise<Result>;
  act(action: UserAction): Promise<Result>;
  /** Settles when the start-up is over, no request is on its way, and the page has been told everything. For tests (`window.appIdle`). */
  idle(): Promise<Result>;
}

/** Transferred: wrap the whole call's argument list with Comlink.transfer. */
export interface RoomPorts {
  readonly page: MessagePort;
  readonly socket: MessagePort;
  readonly stats: MessagePort;
}

/** Page to room worker. */
export type RoomFact =
  | { readonly type: 'player'; readonly fact: PlayerFact }
  | { readonly type: 'viewport'; readonly width: number; readonly height: number; readonly devicePixelRatio: number }
  | { readonly type: 'visibility'; readonly visible: boolean }
  /** The viewer asked for it while the playing kind has no <video>: another kind has to take over. */
  | { readonly type: 'picture-in-picture-wanted' }
  | { readonly type: 'element'; readonly name: 'poster'; readonly exists: boolean }
  | { readonly type: 'stage-ended'; readonly stage: 'ad' | 'lead-in' | 'offline-video'; readonly failed: boolean }
  | { readonly type: 'stage-progress'; readonly stage: 'lead-in'; readonly positionS: number; readonly durationS: number }
  | {
      readonly type: 'worker-died';
      readonly worker: 'socket' | 'stats' | 'stream' | 'decode' | 'render';
      readonly detail: string;
      readonly restarting: boolean;
    }
  | { readonly type: 'worker-back'; readonly worker: 'socket' | 'stats' | 'stream' | 'decode' | 'render'; readonly port?: MessagePort }
  | { readonly type: 'module-failed'; readonly name: string; readonly detail: string }
  | { readonly type: 'page-hide' };

/** Room worker to page. Hands that only the page has: the location, cookies, storage, beacons, the media elements. */
export type RoomTell =
  | { readonly tell: 'view'; readonly patch: RoomPatch }
  | { readonly tell: 'chat'; readonly batch: ChatBatch }
  | { readonly tell: 'player'; readonly command: PlayerCommand }
  | { readonly tell: 'navigate'; readonly to: string }
  | { readonly tell: 'reload'; readonly why: string }
  | { readonly tell: 'set-cookie'; readonly cookie: string }
  | { readonly tell: 'store'; readonly area: 'local' | 'session'; readonly key: string; readonly value: string | null }
  | { readonly tell: 'open'; readonly url: string }
  | { readonly tell: 'module'; readonly name: string };
