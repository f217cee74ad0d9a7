import type { PlayerProgress } from './rules/contract.ts';
import type { PlayerKind } from './rules/names.ts';

/**
 * Between the page, which draws the player box, and the session, which plays in it. The box is an empty <div> sized by `layout.video`;
 * whatever stands inside (<video>, <canvas>) belongs to the players and fills it (width and height 100 %; `object-fit: fill`, because
 * the box has already been sized by the resolution policy).
 */
export interface PlayerSurface {
  /** The box when it comes on the screen, null when it goes. Comes at most once at a time. */
  mount(box: HTMLDivElement | null): void;
  /** Must be called in the click itself; false when the browser refused. From a canvas the window opens when a <video> has taken over. */
  togglePictureInPicture(): Promise<boolean>;
  /** Figures of the player that plays now, for the overlay; null while there is none. Costs nothing until it is asked. */
  figures(): PlayerFigures | null;
}

export interface PlayerFigures {
  readonly kind: PlayerKind;
  readonly epoch: number;
  readonly progress: PlayerProgress;
  /** What this kind has beyond that: threads, decode times, queues, peers; names as the player gives them. */
  readonly own: Readonly<Record<string, number | string>>;
}
