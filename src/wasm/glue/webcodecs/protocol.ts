/** Messages between HevcVideoDecoder and its worker. `epoch` is incremented by resets: older messages are dropped on arrival. */
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
  /** An unsupported config is queued too: earlier chunks are still output. */
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

/** The module, the reason for it, and the number of threads. */
export interface OpenedInfo {
  readonly build: Build;
  readonly why: BuildReason;
  readonly threads: number;
}

export type DecodeEvent =
  | { readonly type: 'opened'; readonly epoch: number; readonly info: OpenedInfo }
  /** The decoder has started with a chunk. */
  | { readonly type: 'dequeued'; readonly epoch: number }
  /** The decoding thread creates the VideoFrame, so that the page copies nothing. Without VideoFrame the event is `samples`. */
  | { readonly type: 'frame'; readonly epoch: number; readonly frame: VideoFrame }
  | { readonly type: 'samples'; readonly epoch: number; readonly samples: FrameData }
  | { readonly type: 'damage'; readonly epoch: number; readonly why: string; readonly timestamp: number }
  | { readonly type: 'flushed'; readonly epoch: number; readonly id: number }
  | { readonly type: 'failed'; readonly epoch: number; readonly name: 'NotSupportedError' | 'EncodingError'; readonly why: string };

/** First message to the worker; it answers `ready`. */
export interface SessionOptions {
  readonly open: Pick<OpenOptions, 'threads' | 'limits'>;
  /** Folder of the modules and of the threads' script; a URL object cannot be posted to a worker. */
  readonly assets?: string | undefined;
  readonly onDamage: 'close' | 'conceal';
}

export type ToWorker = { readonly type: 'open'; readonly options: SessionOptions } | Command;
export type FromWorker = { readonly type: 'ready' } | DecodeEvent;
