import type { Result } from '../../base/errors.ts';
import type { DecodeLevel } from '../../rules/decoding/decode-level.ts';
import type { StreamMessage } from '../../rules/messages/stream-messages.ts';
import type { FrameFields } from '../../shared-memory/frame-queue.ts';
import type { MetricsLink } from '../../shared-memory/metrics-link.ts';

/** Calls to the decode worker. Compressed pictures arrive by `units`, decoded ones leave by the frame queue. */
export interface DecodeApi {
  /** Optional, before `start`: creates a decoder with its threads, with the expected options of `start`. */
  prepare(isShared: boolean, threads: number): Promise<Result>;
  start(options: DecodeOptions): Promise<Result>;
  /** Reduces the decoding work (player/rules/decoding/decode-level.ts) from the next picture on. */
  setDecodeLevel(decodeLevel: DecodeLevel): Promise<Result>;
  /** P27: in a hidden tab decoding stops after 5 s and resumes at the next keyframe. */
  setSuspended(suspended: boolean): Promise<Result>;
}

/** The ports are transferred. */
export interface DecodeOptions {
  readonly metrics: MetricsLink<MessagePort>;
  /** Null: pictures are sent by `render`. */
  readonly frames: SharedArrayBuffer | null;
  /** Maximum number of luma samples; larger pictures fail with DECODER_LIMIT. */
  readonly maxPixels: number;
  /** UnitMessage of stream/api.ts. */
  readonly units: MessagePort;
  /** DecodeToRender, and FramesReleased in the other direction. */
  readonly render: MessagePort;
  readonly page: MessagePort;
  /** Including the calling thread. */
  readonly threads: number;
}

export type DecodeToRender =
  /** Announces the memory to which descriptors with this `memory` number refer. */
  | { readonly type: 'memory'; readonly memory: number; readonly buffer: SharedArrayBuffer }
  /** Without shared memory: a picture with the buffer that contains its copy, transferred. */
  | { readonly type: 'picture'; readonly ptsMs: number; readonly fields: PostedFields; readonly buffer: ArrayBuffer }
  /** From a script tag or a picture's SEI; the render worker holds it until its picture is shown. */
  | { readonly type: 'message'; readonly message: StreamMessage };

/** Without handle and memory number, because the memory is the message's own buffer. */
export type PostedFields = Omit<FrameFields, 'HANDLE' | 'MEMORY'>;

/** Pictures were returned: the decoder may continue. */
export interface FramesReleased {
  readonly type: 'released';
  /** Buffers received in messages, transferred; empty with shared memory. */
  readonly buffers: readonly ArrayBuffer[];
}

/** Decode worker to page. */
export interface DecodeEvent {
  readonly type: 'failed';
  readonly code: string;
  readonly detail: string;
}
