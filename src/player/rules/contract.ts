import type { UnsupportedWhy } from './candidates.ts';
import type { Savings } from './data-saver.ts';
import type { DecodeLevel } from './decode-level.ts';
import type { PlayerKind, PullFailureName, StreamStatusName } from './names.ts';
import type { Received } from './receiver-watch.ts';
import type { StreamMessage } from './stream-messages.ts';
import type { ThreadChoice } from './threads.ts';

/**
 * From the machine, which decides, to the players of the page (src/player/kinds, and the stream, decode and render workers behind them).
 * Each command opens or addresses an epoch; an event carries the epoch of its player instance, and those of older ones are dropped.
 */
export type PlayerCommand =
  | {
      readonly do: 'play';
      readonly epoch: number;
      readonly kind: PlayerKind;
      readonly url: string;
      /** For WebRTC: provider 5 or 16 (document 1, section 3). */
      readonly providerId?: number;
      readonly codec?: string;
      readonly p2p?: string;
      /** Milliseconds without a byte after which a connection of the player's own is given up. */
      readonly connectMs?: number;
      /** For a player that decodes by itself. */
      readonly threads?: ThreadChoice;
      readonly withoutSharedMemory?: WithoutSharedMemory;
      readonly savings?: Savings;
      readonly volume: number;
      readonly muted: boolean;
    }
  /** `keepsPicture`: the last picture stays on the screen until another player shows its first. */
  | { readonly do: 'stop'; readonly epoch: number; readonly keepsPicture: boolean }
  | { readonly do: 'set-volume'; readonly volume: number; readonly muted: boolean }
  /** Off when nobody has seen the picture for a while (hidden decode stop): sound goes on, pictures are not decoded. */
  | { readonly do: 'set-decoding'; readonly epoch: number; readonly on: boolean }
  | { readonly do: 'set-decode-level'; readonly level: DecodeLevel };

export type PlayCommand = Extract<PlayerCommand, { do: 'play' }>;

/** H265 where no memory is shared: one thread, pictures and figures by messages, up to this size in luma samples. */
export interface WithoutSharedMemory {
  readonly maxPixels: number;
}

/** What a player reports. Positions are media seconds; times are performance.now() milliseconds plus timeOrigin of the reporting thread. */
export type PlayerEvent =
  | { readonly type: 'status'; readonly epoch: number; readonly name: StreamStatusName }
  | { readonly type: 'first-frame'; readonly epoch: number; readonly width: number; readonly height: number; readonly sinceStartMs: number }
  | { readonly type: 'resolution'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'progress'; readonly epoch: number; readonly progress: PlayerProgress }
  | {
      readonly type: 'failed';
      readonly epoch: number;
      readonly failure: PullFailureName;
      readonly detail: string;
      readonly network: boolean;
      readonly codecUnsupported: boolean;
      /** With NO_SUPPORT: what only a started player could find missing. */
      readonly lacks?: UnsupportedWhy;
    }
  /** `blocked`: the browser wants a click before there is sound; `muted`: it plays without sound until then. Both false: all is well. */
  | { readonly type: 'autoplay'; readonly epoch: number; readonly blocked: boolean; readonly muted: boolean }
  /** P30: their pictures are on the screen now. At most ten batches a second, earliest first. */
  | { readonly type: 'stream-messages'; readonly epoch: number; readonly messages: readonly StreamMessage[] }
  | { readonly type: 'picture-in-picture'; readonly epoch: number; readonly active: boolean };

/** Sampled once a second, and whenever a status changes. Unknown numbers are NaN. */
export interface PlayerProgress {
  readonly positionS: number;
  readonly bufferedS: number;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
  readonly bytes: number;
  /** Media time of the sound that is heard and of the picture that is seen now (P27). */
  readonly audioS: number;
  readonly videoS: number;
  readonly latencyS: number;
  /** Average of the last pictures. */
  readonly decodeMs: number;
  /** Only players that decode by themselves: share of real time that decoding takes, how far behind it is, and the level in force. */
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

/** One interface for all kinds. `dispose` settles everything; no event follows it. */
export interface Player {
  readonly kind: PlayerKind;
  readonly epoch: number;
  /** Pictures are shown by the room's <video>, which has picture-in-picture; otherwise by a canvas. */
  readonly hasElement: boolean;
  setVolume(volume: number, muted: boolean): void;
  /** Players whose browser stops decoding a hidden picture by itself do nothing. */
  setDecoding(on: boolean): void;
  /** Less work for a machine that is too slow; only players that decode by themselves have it. */
  setDecodeLevel?(level: DecodeLevel): void;
  progress(): PlayerProgress;
  /** What the overlay shows beyond `progress`: names and values as they are. Read a few times a second while it is open. */
  figures?(): Readonly<Record<string, number | string>>;
  requestPictureInPicture(): Promise<boolean>;
  dispose(): void;
}
