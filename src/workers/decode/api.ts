import type { Result } from '../core/result.ts';
import type { Degree } from '../core/player/degree.ts';
import type { StreamMessage } from '../core/player/stream-messages.ts';

/** Control lane of the decode worker. Compressed pictures come by `units`, decoded ones leave by the frame queue. */
export interface DecodeApi {
  start(options: DecodeOptions): Promise<Result>;
  /** Less work (core/player/degree.ts); takes effect at the next picture. */
  setDegree(degree: Degree): Promise<Result>;
  /** Hidden tab (document 1, section 9: H265 hidden decode stop 5 s): stops, and goes on at the next key picture. */
  setSuspended(suspended: boolean): Promise<Result>;
  stop(): Promise<Result>;
}

/** Transferred: the ports. */
export interface DecodeOptions {
  readonly board: SharedArrayBuffer;
  readonly frames: SharedArrayBuffer;
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
  /** Of a script tag or of a picture's SEI; it waits there for its picture. */
  | { readonly kind: 'message'; readonly message: StreamMessage };

/** Something was given back: the decoder may go on. */
export interface FramesReleased {
  readonly kind: 'released';
}

/** Decode worker to page: rare events only. */
export type DecodeEvent =
  | { readonly type: 'failed'; readonly code: string; readonly detail: string }
  | { readonly type: 'resolution'; readonly width: number; readonly height: number };
