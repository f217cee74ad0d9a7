import type { Result } from '../../core/result.ts';

/** Full-screen effects of gifts: alpha videos, decoded and drawn away from the page. */
export interface EffectsApi {
  /** Whether this worker can decode and draw; asked before a canvas is handed over, which cannot be taken back. */
  canDraw(): Promise<Result<boolean>>;
  /** Transferred: the canvas and the port, by which EffectEvent comes. */
  start(canvas: OffscreenCanvas, page: MessagePort): Promise<Result>;
  /** Device pixels that the canvas covers on the screen. */
  setSize(width: number, height: number): Promise<Result>;
  /** In the place of what plays. An error: it cannot be played, and nothing of it was drawn. */
  play(id: number, video: Blob): Promise<Result>;
  stop(): Promise<Result>;
}

export type EffectEvent =
  /** Its first picture is on the canvas. */
  | { readonly type: 'shown'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly detail: string };
