/** What goes between HevcVideoDecoder and the worker that decodes. `epoch` counts resets: what is older is dropped on arrival. */
import type { Build, BuildReason } from '../build.ts';
import type { OpenOptions } from '../decoder.ts';
import type { HevcColorSpaceInit, Rotation } from './config.ts';
import type { FrameData } from './frame.ts';

export interface StreamConfig {
  readonly description?: Uint8Array | undefined;
  readonly colorSpace?: HevcColorSpaceInit | undefined;
  readonly displayAspect?: readonly [width: number, height: number] | undefined;
  readonly rotation: Rotation;
  readonly flip: boolean;
  readonly optimizeForLatency: boolean;
}

export type Command =
  | { readonly type: 'configure'; readonly epoch: number; readonly config: StreamConfig }
  /** A config that is not supported takes its turn too: what was decoded before it is still shown. */
  | { readonly type: 'refuse'; readonly epoch: number; readonly why: string }
  | {
      readonly type: 'decode';
      readonly epoch: number;
      readonly data: Uint8Array<ArrayBuffer>;
      readonly timestamp: number;
      readonly duration: number | null;
    }
  | { readonly type: 'flush'; readonly epoch: number; readonly id: number }
  | { readonly type: 'reset'; readonly epoch: number };

/** What decodes: which module, why that one, and on how many threads. */
export interface OpenedInfo {
  readonly build: Build;
  readonly why: BuildReason;
  readonly threads: number;
}

export type DecodeEvent =
  | { readonly type: 'opened'; readonly epoch: number; readonly info: OpenedInfo }
  /** The decoder has begun with a chunk. */
  | { readonly type: 'dequeued'; readonly epoch: number }
  /** One of the two: VideoFrames are made where the decoder is, so that the page copies nothing. */
  | { readonly type: 'frame'; readonly epoch: number; readonly frame: VideoFrame }
  | { readonly type: 'samples'; readonly epoch: number; readonly samples: FrameData }
  | { readonly type: 'damage'; readonly epoch: number; readonly why: string; readonly timestamp: number }
  | { readonly type: 'flushed'; readonly epoch: number; readonly id: number }
  | { readonly type: 'failed'; readonly epoch: number; readonly name: 'NotSupportedError' | 'EncodingError'; readonly why: string };

/** First message to the worker; it answers `ready`. */
export interface SessionOptions {
  readonly open: Pick<OpenOptions, 'threads' | 'limits'>;
  /** Folder of the modules and of the threads' script; a URL object does not cross to a worker. */
  readonly assets?: string | undefined;
  readonly onDamage: 'close' | 'conceal';
}

export type ToWorker = { readonly type: 'open'; readonly options: SessionOptions } | Command;
export type FromWorker = { readonly type: 'ready' } | DecodeEvent;
