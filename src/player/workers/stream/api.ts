import type { Result } from '../../base/errors.ts';
import type { StreamWhy } from '../../rules/recovery/candidates.ts';
import type { PullFailureName } from '../../rules/names.ts';
import type { StreamMessage } from '../../rules/messages/stream-messages.ts';
import type { MetricsLink } from '../../shared-memory/metrics-link.ts';
import type { Gop } from '../../rules/kept-ring.ts';
import type { VideoCodec } from '../../flv/nal-units.ts';
import type { DroppedTrack } from '../../rules/contract.ts';

/** Control calls of the stream worker. One worker plays one address; another address needs another worker. */
export interface StreamApi {
  /** Resolves when the request was sent; its events arrive at `page`. */
  start(options: StreamOptions): Promise<Result>;
}

/** The ports are transferred. */
export interface StreamOptions {
  readonly url: string;
  /** For a stream shared between viewers: the FLV bytes arrive here as transferred buffers, and nothing is fetched. */
  readonly shared: MessagePort | null;
  /** A connection without bytes for this time is closed. Milliseconds. */
  readonly connectMs: number;
  readonly metrics: MetricsLink<MessagePort>;
  readonly decode: MessagePort;
  readonly page: MessagePort;
  /** Without WebCodecs, or without shared memory for the ring: the sound is sent to the page as fragmented MP4 for an audio element. */
  readonly soundByElement: boolean;
  /** The viewer has switched the picture off: no pictures are passed on. */
  readonly soundOnly: boolean;
  /** The page receives each complete group of pictures. */
  readonly keeps: boolean;
}

/** Stream worker to decode worker: compressed pictures in decoding order. Buffers are transferred. */
export type UnitMessage =
  | { readonly type: 'config'; readonly record: Uint8Array }
  | { readonly type: 'unit'; readonly data: Uint8Array; readonly ptsMs: number; readonly isKey: boolean }
  /** P30: passed to the render worker, which dispatches it with its picture. */
  | { readonly type: 'message'; readonly message: StreamMessage }
  | { readonly type: 'end' };

/** Stream worker to page: rare events only. */
export type StreamEvent =
  | { readonly type: 'sound'; readonly ring: SharedArrayBuffer; readonly sampleRate: number; readonly channels: number }
  | { readonly type: 'sound-segment'; readonly mime: string; readonly baseMs: number; readonly segment: Uint8Array }
  /** Buffers are transferred. */
  | { readonly type: 'kept'; readonly gop: Gop }
  /** A track is left out; the other one plays. */
  | ({ readonly type: 'track-dropped' } & DroppedTrack)
  | {
      readonly type: 'failed';
      readonly failure: PullFailureName;
      readonly detail: string;
      readonly network: boolean;
      readonly lacks?: StreamWhy;
      readonly carries?: VideoCodec;
      readonly retryAfterMs?: number;
    }
  | { readonly type: 'ended' };
