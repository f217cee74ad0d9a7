import type { PlayerProgress } from './rules/contract.ts';
import type { PlayerKind } from './rules/names.ts';
import type { LookBack, LookBackState } from './look-back.ts';

/**
 * Interface between the page, which renders the player box, and the session, which plays in it. The box is an empty <div> sized by
 * `layout.video`. Its content (<video>, <canvas>) belongs to the players and fills it (width and height 100 %; `object-fit: fill`, because
 * the resolution policy has already sized the box).
 */
export interface PlayerSurface {
  /** The element of the live player, of every kind. */
  readonly video: HTMLVideoElement;
  /** Called with the box when it is mounted, and with null when it is unmounted. At most one box is mounted. */
  mount(box: HTMLDivElement | null): void;
  /**
   * Must be called in a click handler; false if the browser refuses. If a canvas plays, the window opens after a <video> has taken over.
   */
  togglePictureInPicture(): Promise<boolean>;
  /** Figures of the current player for the overlay; null without a player. Costs nothing while it is not called. */
  figures(): PlayerFigures | null;
  /** Null until something is kept, and for a player that keeps nothing. */
  lookBack(): LookBackControls | null;
}

/** What the viewer does with the kept part. */
export type LookBackControls = Pick<LookBack, 'state' | 'show' | 'setPaused' | 'toLive' | 'subscribe'>;

export interface PlayerFigures {
  readonly kind: PlayerKind;
  readonly epoch: number;
  readonly progress: PlayerProgress;
  /** Additional values of this kind: threads, decode times, queues, peers, with the player's names. */
  readonly own: Readonly<Record<string, number | string>>;
  /** The part that can be looked at again; absent until something is kept. */
  readonly kept?: LookBackState | undefined;
}
