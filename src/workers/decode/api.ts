import type { Result } from '../../core/result.ts';
import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import type { StreamMessage } from '../../player/rules/stream-messages.ts';
import type { FrameFields } from '../../shared-memory/frame-queue.ts';
import type { MetricsLink } from '../../shared-memory/metrics-link.ts';

/** Calls to the decode worker. Compressed pictures come by `units`, decoded ones leave by the frame queue. */
export interface DecodeApi {
  /** Before `start`, where there is time: a decoder with its threads, as `start` is expected to want it. */
  prepare(isShared: boolean, threads: number): Promise<Result>;
  start(options: DecodeOptions): Promise<Result>;
  /** Less work (player/rules/decode-level.ts); takes effect at the next picture. */
  setDecodeLevel(decodeLevel: DecodeLevel): Promise<Result>;
  /** Hidden tab (document 1, section 9: H265 hidden decode stop 5 s): stops, and goes on at the next key picture. */
  setSuspended(suspended: boolean): Promise<Result>;
  stop(): Promise<Result>;
}

/** Transferred: the ports. */
export interface DecodeOptions {
  readonly metrics: MetricsLink<MessagePort>;
  /** Null: the pictures go by `render`. */
  readonly frames: SharedArrayBuffer | null;
  /** Larger ones are refused by DECODER_LIMIT. Luma samples. */
  readonly maxPixels: number;
  /** UnitMessage of stream/api.ts. */
  readonly units: MessagePort;
  /** DecodeToRender, and back: FramesReleased. */
  readonly render: MessagePort;
  readonly page: MessagePort;
  /** The caller's included. */
  readonly threads: number;
}

export type DecodeToRender =
  /** The memory that the planes of descriptors with this `memory` number are in. */
  | { readonly kind: 'memory'; readonly memory: number; readonly buffer: SharedArrayBuffer }
  /** Without shared memory: a picture and the buffer that it was copied to, transferred. */
  | { readonly kind: 'picture'; readonly ptsMs: number; readonly fields: PostedFields; readonly buffer: ArrayBuffer }
  /** Of a script tag or of a picture's SEI; it waits there for its picture. */
  | { readonly kind: 'message'; readonly message: StreamMessage };

/** The memory is the message's own buffer. */
export type PostedFields = Omit<FrameFields, 'HANDLE' | 'MEMORY'>;

/** Something was given back: the decoder may go on. */
export interface FramesReleased {
  readonly kind: 'released';
  /** Those that came as messages, transferred; none where the memory is shared. */
  readonly buffers: readonly ArrayBuffer[];
}

/** Decode worker to page: rare events only. */
export type DecodeEvent =
  | { readonly type: 'failed'; readonly code: string; readonly detail: string }
  | { readonly type: 'resolution'; readonly width: number; readonly height: number };
