import type { StreamMessage } from '../../rules/messages/stream-messages.ts';
import type { Result } from '../../base/errors.ts';
import type { MetricsLink } from '../../shared-memory/metrics-link.ts';

/** Calls to the render worker. */
export interface RenderApi {
  /** Whether this worker can draw; called before a canvas is transferred, which cannot be undone. */
  canDraw(): Promise<Result<boolean>>;
  /** Transferred: the canvas or the stream of frames, and the ports. */
  start(options: RenderOptions): Promise<Result>;
  /** Size of the canvas on the screen in device pixels; the drawing is never larger than the picture. */
  setSize(width: number, height: number): Promise<Result>;
  /** In a hidden tab nothing is drawn, but time continues. */
  setHidden(hidden: boolean): Promise<Result>;
}

export interface RenderOptions {
  /** Target of the pictures: a canvas, or a track in a <video>. */
  readonly onto: OffscreenCanvas | WritableStream<VideoFrame>;
  readonly metrics: MetricsLink<MessagePort>;
  /** Null: pictures arrive by `decode`. */
  readonly frames: SharedArrayBuffer | null;
  readonly decode: MessagePort;
  readonly page: MessagePort;
}

/** Page to render worker by `page`: sent when the format of the sound is known. */
export interface SoundReady {
  readonly type: 'sound';
  readonly ring: SharedArrayBuffer;
  readonly sampleRate: number;
  readonly channels: number;
}

/** Render worker to page: rare events only. */
export type RenderEvent =
  | { readonly type: 'first-frame'; readonly width: number; readonly height: number }
  | { readonly type: 'resolution'; readonly width: number; readonly height: number }
  | { readonly type: 'running'; readonly running: boolean }
  /** The clock is an audio element, which only the page can seek: to this time of the timeline. */
  | { readonly type: 'jump'; readonly toMs: number }
  | { readonly type: 'messages'; readonly messages: readonly StreamMessage[] };
