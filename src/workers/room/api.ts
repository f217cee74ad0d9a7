import type { Decision } from '../../player/base/machine.ts';
import type { LateWhy } from '../../core/late-part.ts';
import type { Result } from '../../core/errors.ts';
import type { ChatBatch, PlayerAction, RoomAction, RoomPatch } from '../../core/room/view.ts';
import type { Services } from '../../core/services.ts';
import type { PlayerFact, PlayerOrder } from '../../player/rules/recovery/orders.ts';

/** Read once by the page, validated by the room worker (core/room/start/page-input.ts). */
export interface PageInput {
  readonly href: string;
  readonly cookie: string;
  readonly userAgent: string;
  readonly language: string;
  readonly screen: { readonly width: number; readonly height: number };
  readonly viewport: { readonly width: number; readonly height: number; readonly devicePixelRatio: number };
  readonly storage: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  /** Time when the page was opened, milliseconds since 1970. */
  readonly openedEpochMs: number;
}

/** Elements of the page on which a rule depends. */
export type PageElement = 'poster';

/** Comlink is used for start and queries. Everything else is sent by `ports.page`, so that events and commands keep their order. */
export interface RoomApi {
  start(input: PageInput, services: Services, ports: RoomPorts): Promise<Result>;
  /** Resolves when the start-up is over, no request is pending, and the page has received everything. For tests (`window.appIdle`). */
  idle(): Promise<Result>;
  /** Decisions with their reasons, oldest first; for the developer's panel, recorded sessions and the viewer's log export. */
  decisions(): Promise<Result<readonly Decision[]>>;
}

/** Passed at the start: requests that the page has sent, and the port for their answers. */
export interface EarlyCalls {
  readonly urls: readonly string[];
  readonly port: MessagePort;
}

/** Transferred: wrap the whole argument list of the call with Comlink.transfer. */
export interface RoomPorts {
  readonly page: MessagePort;
  readonly socket: MessagePort;
  readonly stats: MessagePort;
  /** Requests sent before this worker was started; absent after a restart. */
  readonly early?: EarlyCalls;
}

type RestartableWorker = 'socket' | 'stats' | 'stream' | 'decode' | 'render';

export type PageEvent =
  | { readonly type: 'action'; readonly action: RoomAction }
  /** An action executed by the page's player: for analytics (S33). */
  | { readonly type: 'player-action'; readonly action: PlayerAction }
  /** `atMs`: milliseconds since the page was opened. */
  | { readonly type: 'player'; readonly fact: PlayerFact; readonly atMs: number }
  /** To a restarted room worker: the current state of the player. */
  | { readonly type: 'player-state'; readonly facts: readonly PlayerFact[] }
  | { readonly type: 'viewport'; readonly width: number; readonly height: number; readonly devicePixelRatio: number }
  | { readonly type: 'element'; readonly name: PageElement; readonly exists: boolean }
  /** Another tab has written this text to local storage. */
  | { readonly type: 'stored'; readonly key: string; readonly text: string }
  | { readonly type: 'worker-died'; readonly worker: RestartableWorker; readonly detail: string; readonly restarting: boolean }
  | { readonly type: 'worker-back'; readonly worker: RestartableWorker; readonly port?: MessagePort }
  /** A part of the page is late or has failed. `feature`: it is that feature's panel. `isOff`: it stays off. */
  | {
      readonly type: 'page-part-late';
      readonly name: string;
      readonly feature: boolean;
      readonly why: LateWhy;
      readonly detail: string;
      readonly isOff: boolean;
    }
  /** A part that was late is shown now. */
  | { readonly type: 'page-part-shown'; readonly name: string }
  /** The viewer pressed the button of a notice: everything that is late or has failed is tried again. */
  | { readonly type: 'parts-again' }
  /** The browser's report on its network. */
  | { readonly type: 'network'; readonly isOnline: boolean }
  | { readonly type: 'visible' }
  | { readonly type: 'page-hide' }
  /** Restored from the back-forward cache: everything that `page-hide` ended starts again. */
  | { readonly type: 'page-back' };

/** Taken by the player controller itself. */
export type PlayerReport = Extract<PageEvent, { readonly type: 'player' | 'player-state' }>;

/** Room worker to page: everything that needs location, cookies, storage and media elements. */
export type RoomCommand =
  /** `nowMs`: time of the room worker's clock. */
  | { readonly type: 'view'; readonly patch: RoomPatch; readonly nowMs: number }
  | { readonly type: 'chat'; readonly batch: ChatBatch }
  | { readonly type: 'player'; readonly order: PlayerOrder }
  | { readonly type: 'navigate'; readonly to: string }
  | { readonly type: 'reload'; readonly why: string }
  | { readonly type: 'set-cookie'; readonly cookie: string }
  | { readonly type: 'store'; readonly area: 'local' | 'session'; readonly key: string; readonly value: string | null }
  | { readonly type: 'open'; readonly url: string }
  /** Saved as a file; the page is not left. */
  | { readonly type: 'download'; readonly url: string };
