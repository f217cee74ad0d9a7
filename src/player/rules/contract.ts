import type { UnsupportedWhy, PlanWhy, Savings } from './recovery/candidates.ts';
import type { DecodeLevel, DecodeLevelWhy } from './decoding/decode-level.ts';
import type { PlayerKind, PullFailureName, StreamStatusName, AckReason, SwitchReasonName } from './names.ts';
import type { Received } from './recovery/receiver-watch.ts';
import type { StreamMessage } from './messages/stream-messages.ts';
import type { ThreadChoice, ThreadWhy } from './decoding/threads.ts';
import type { AttemptWhy, Size } from './recovery/recovery-state.ts';

/**
 * Commands from the state machine to the players of the page (src/player/kinds, and the stream, decode and render workers behind them).
 * Each command opens or addresses an epoch. An event has the epoch of its player instance; events of older epochs are dropped.
 */
export type PlayerCommand =
  | {
      readonly type: 'play';
      readonly epoch: number;
      readonly kind: PlayerKind;
      readonly url: string;
      /** For WebRTC: stream provider 5 or 16 (P21). */
      readonly providerId?: number;
      readonly codec?: string;
      readonly p2p?: string;
      /** Milliseconds without a byte after which a connection opened by the player itself is closed. */
      readonly connectMs?: number;
      /** For a player with its own decoder. */
      readonly threads?: ThreadChoice;
      readonly withoutSharedMemory?: WithoutSharedMemory;
      readonly savings?: Savings;
      readonly volume: number;
      readonly muted: boolean;
    }
  /** `keepsPicture`: the last picture stays on the screen until another player shows its first one. */
  | { readonly type: 'stop'; readonly epoch: number; readonly keepsPicture: boolean }
  | { readonly type: 'set-volume'; readonly volume: number; readonly muted: boolean }
  /** Off if the picture has been hidden for a while (hidden decode stop): the sound continues, pictures are not decoded. */
  | { readonly type: 'set-decoding'; readonly epoch: number; readonly on: boolean }
  | { readonly type: 'set-decode-level'; readonly level: DecodeLevel };

export type PlayCommand = Extract<PlayerCommand, { type: 'play' }>;

/** H265 without shared memory: one thread, pictures and metrics sent as messages, up to this size in luma samples. */
export interface WithoutSharedMemory {
  readonly maxPixels: number;
}

/** Events of a player. Positions are media seconds; `sinceStartMs` is the time since the player was created. */
export type PlayerEvent =
  | { readonly type: 'status'; readonly epoch: number; readonly name: StreamStatusName }
  | { readonly type: 'first-frame'; readonly epoch: number; readonly width: number; readonly height: number; readonly sinceStartMs: number }
  | { readonly type: 'resolution'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'progress'; readonly epoch: number; readonly progress: PlayerProgress }
  | ({ readonly type: 'failed'; readonly epoch: number; readonly detail: string } & Failing)
  | ({ readonly type: 'track-dropped'; readonly epoch: number } & DroppedTrack)
  /**
   * `blocked`: the browser requires a click before playback; `muted`: the video plays without sound until a click. Both false: no
   * restriction.
   */
  | { readonly type: 'autoplay'; readonly epoch: number; readonly blocked: boolean; readonly muted: boolean }
  /** P30: the pictures of these messages are now displayed. At most ten batches per second, earliest first. */
  | { readonly type: 'stream-messages'; readonly epoch: number; readonly messages: readonly StreamMessage[] }
  | { readonly type: 'picture-in-picture'; readonly epoch: number; readonly active: boolean };

/** How an attempt failed. */
export interface Failing {
  readonly failure: PullFailureName;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  /** With NO_SUPPORT: a missing capability that only a started player detects. */
  readonly lacks?: UnsupportedWhy;
  /** The codec that the stream turned out to have: another kind may play it. */
  readonly carries?: 'h264' | 'h265';
  /** Wait in ms that the server of the stream asked for. */
  readonly retryAfterMs?: number;
}

/** A track that cannot be played beside one that can: the name of its codec, for example `G.711 A-law`. */
export interface DroppedTrack {
  readonly track: 'audio' | 'video';
  readonly name: string;
}

/** Sampled once a second and at each status change. Unknown numbers are NaN. */
export interface PlayerProgress {
  readonly positionS: number;
  /** The viewer has paused the element, for example in its picture-in-picture window: no progress is expected, and a failure stops it. */
  readonly isPaused?: boolean;
  readonly bufferedS: number;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
  readonly bytes: number;
  /** Media time of the audible sound and of the displayed picture (P27). */
  readonly audioS: number;
  readonly videoS: number;
  readonly latencyS: number;
  /** Average of the last pictures. */
  readonly decodeMs: number;
  /** Only for players with their own decoder: load (decode time per media time), backlog, and the current level. */
  readonly own?: {
    readonly load: number;
    readonly behindMs: number;
    readonly decodeLevel: DecodeLevel;
    readonly threads: number;
    readonly decoded: number;
  };
  /** Only WebRTC. */
  readonly received?: Received;
}

/** Interface of all kinds. `dispose` releases everything; no event follows it. */
export interface Player {
  readonly kind: PlayerKind;
  readonly epoch: number;
  /** Pictures are shown by the room's <video>, which has picture-in-picture; otherwise by a canvas. */
  readonly hasElement: boolean;
  setVolume(volume: number, muted: boolean): void;
  /** Does nothing for players whose browser stops decoding a hidden video by itself. */
  setDecoding(on: boolean): void;
  /** Reduces the work on a slow machine; only for players with their own decoder. */
  setDecodeLevel?(level: DecodeLevel): void;
  progress(): PlayerProgress;
  /** Additional figures for the overlay: names and values, displayed unchanged. Read a few times a second while the overlay is open. */
  figures?(): Readonly<Record<string, number | string>>;
  requestPictureInPicture(): Promise<boolean>;
  dispose(): void;
}

/** One entry of the player log as data; the page converts it to a sentence (ui/stage/log/log-text.ts). */
export type PlayerLogEntry = PlayerLogBody & {
  /** Milliseconds since the page was opened. */
  readonly atMs: number;
};

export type PlayerLogBody =
  | {
      readonly type: 'attempt';
      readonly player: PlayerKind;
      /** Index from 0, and the number of addresses. */
      readonly line: number;
      readonly lines: number;
      readonly why: AttemptWhy;
      readonly reason: SwitchReasonName;
      readonly because: PlanWhy | null;
    }
  | { readonly type: 'failure'; readonly failure: PullFailureName; readonly ack: AckReason | null; readonly why: AttemptWhy }
  /** The player's own description of its failure. */
  | { readonly type: 'player-error'; readonly detail: string }
  | { readonly type: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly type: 'gave-up'; readonly failure: PullFailureName; readonly retryInMs: number | null }
  | { readonly type: 'first-frame'; readonly size: Size; readonly afterMs: number }
  | { readonly type: 'resolution'; readonly size: Size }
  | { readonly type: 'autoplay'; readonly allowed: 'picture' | 'nothing' }
  | { readonly type: 'picture-in-picture'; readonly active: boolean }
  | ({ readonly type: 'track-dropped' } & DroppedTrack)
  | { readonly type: 'decode-level'; readonly level: DecodeLevel; readonly why: DecodeLevelWhy }
  | { readonly type: 'decoding'; readonly on: boolean; readonly why: 'hidden' | 'visible' }
  | {
      readonly type: 'threads';
      readonly decodeMs: number;
      readonly threads: number;
      readonly next: number;
      readonly why: ThreadWhy;
    }
  | { readonly type: 'choice-refused'; readonly player: PlayerKind }
  | { readonly type: 'network'; readonly isOnline: boolean }
  /** An entry of another part of the room, as text. */
  | { readonly type: 'note'; readonly text: string };
