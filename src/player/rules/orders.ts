/** The door of the player: what its owner asks of it, and what it reports. It knows no room, no chat and no reports. */
import type { AddressSet, PlayerAbilities, UnsupportedWhy } from './candidates.ts';
import type { PlayerConfig } from './constants.ts';
import type { PlayerProgress } from './contract.ts';
import type { DataSaver } from './data-saver.ts';
import type { DecodeLevel } from './decode-level.ts';
import type { PlayerLogBody } from './log.ts';
import type { PictureSurface } from './picture-surface.ts';
import type { PlayerKind, PullFailureName, StreamStatusName, SwitchReasonName } from './names.ts';
import type { AttemptWhy, Size } from './recovery-state.ts';
import type { PlayerActivity } from './activity.ts';
import type { AckReason } from './stall-watch.ts';
import type { Remembered } from './stored-visits.ts';
import type { StreamMessage } from './stream-messages.ts';

/** What the browser can do (player/capabilities.ts). */
export interface Capabilities extends PlayerAbilities {
  readonly wasmSimd: boolean;
  readonly offscreenCanvas: boolean;
  readonly audioDecoder: boolean;
  readonly pictureInPicture: boolean;
  /** Of our decoder's pictures. */
  readonly pictureSurface: PictureSurface;
  /** The viewer's system or browser asks pages for less data. */
  readonly savesData: boolean;
}

export type PlayerOrder =
  | { readonly do: 'configure'; readonly config: PlayerConfig }
  /**
   * A live stream is to be played. A player that plays it, or tries to, goes on: the order may be given twice. `addresses` null: the player
   * asks for them by the fact `addresses-wanted`.
   */
  | { readonly do: 'play'; readonly addresses: AddressSet | null }
  /** The answer to `addresses-wanted`; null: there is none. */
  | { readonly do: 'take-addresses'; readonly epoch: number; readonly addresses: AddressSet | null }
  /** By the owner: there is nothing live any more, and no retry until `play`. By the viewer: the last picture stays. */
  | { readonly do: 'stop'; readonly by: 'owner' | 'viewer' }
  | ViewerOrder;

/** What a viewer chooses. Values out of range are ignored. */
export type ViewerOrder =
  | { readonly do: 'retry' }
  | { readonly do: 'choose-kind'; readonly kind: PlayerKind }
  | { readonly do: 'choose-line'; readonly line: number }
  | { readonly do: 'choose-saver'; readonly saver: DataSaver }
  | { readonly do: 'set-volume'; readonly volume: number }
  | { readonly do: 'set-muted'; readonly muted: boolean }
  /** A kind with a <video> takes over for the window; the click opens it (PlayerSurface). */
  | { readonly do: 'picture-in-picture' };

export interface Sound {
  readonly volume: number;
  readonly muted: boolean;
}

export type PlayerFact =
  /** A player is started. `kinds`, `savers`: what the viewer may choose from now, best first. */
  | {
      readonly type: 'attempt';
      readonly epoch: number;
      readonly kind: PlayerKind;
      /** From 0, and how many addresses this kind has. */
      readonly line: number;
      readonly lines: number;
      readonly reason: SwitchReasonName;
      readonly why: AttemptWhy;
      readonly kinds: readonly PlayerKind[];
      readonly savers: readonly DataSaver[];
    }
  /** No player is open now. */
  | { readonly type: 'closed' }
  | { readonly type: 'stopped'; readonly by: 'owner' | 'viewer' }
  | { readonly type: 'activity'; readonly activity: PlayerActivity }
  | { readonly type: 'status'; readonly name: StreamStatusName }
  | {
      readonly type: 'first-frame';
      readonly kind: PlayerKind;
      readonly size: Size;
      readonly sinceStartMs: number;
      readonly canPictureInPicture: boolean;
    }
  /** Of the picture, after its first one. */
  | { readonly type: 'resolution'; readonly size: Size }
  /** Once a second. */
  | { readonly type: 'progress'; readonly progress: PlayerProgress }
  /** As the player's event `autoplay`. */
  | { readonly type: 'autoplay'; readonly blocked: boolean; readonly muted: boolean }
  | { readonly type: 'stream-messages'; readonly messages: readonly StreamMessage[] }
  | { readonly type: 'addresses-wanted'; readonly epoch: number; readonly round: number }
  | {
      readonly type: 'failure';
      readonly failure: PullFailureName;
      readonly ack: AckReason | null;
      readonly kind: PlayerKind | null;
      readonly network: boolean;
      readonly why: AttemptWhy;
    }
  /** The viewer is to be told, until `failure-over`. */
  | { readonly type: 'failure-shown'; readonly failure: PullFailureName; readonly unsupported: UnsupportedWhy | null }
  | { readonly type: 'failure-over' }
  /** Every retry is used. The player tries again by itself where that may help. */
  | { readonly type: 'gave-up'; readonly failure: PullFailureName }
  /** The picture stood still for so long and goes on. */
  | { readonly type: 'stalled'; readonly kind: PlayerKind; readonly lostMs: number }
  /** H264 took over because of a stall. */
  | { readonly type: 'stall-counted' }
  | { readonly type: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly type: 'decode-level'; readonly level: DecodeLevel }
  /** As the viewer chose it; what the browser refuses does not change it. */
  | ({ readonly type: 'sound' } & Sound)
  | { readonly type: 'saver'; readonly saver: DataSaver }
  /** To be kept for the next visit for so many seconds; null: without end; 0: no longer. */
  | {
      readonly type: 'remember';
      readonly name: Remembered;
      readonly value: string | number | boolean | readonly string[];
      readonly forS: number | null;
    }
  /** What was decided and why, for people. */
  | { readonly type: 'log'; readonly entry: PlayerLogBody };
