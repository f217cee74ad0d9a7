import type { Result } from '../../core/errors.ts';

/** Full-screen effects of gifts: alpha videos, decoded and drawn in a worker. */
export interface EffectsApi {
  /** Whether this worker can decode and draw; called before a canvas is transferred, which cannot be undone. */
  canDraw(): Promise<Result<boolean>>;
  /** Transferred: the canvas, and the port for EffectEvent. */
  start(canvas: OffscreenCanvas, page: MessagePort): Promise<Result>;
  /** Size of the canvas on the screen in device pixels. */
  setSize(width: number, height: number): Promise<Result>;
  /** Replaces the current effect. An error means that it cannot be played and nothing was drawn. */
  play(id: number, video: Blob): Promise<Result>;
  stop(): Promise<Result>;
}

export type EffectEvent =
  /** The first picture is on the canvas. */
  | { readonly type: 'shown'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly detail: string };
