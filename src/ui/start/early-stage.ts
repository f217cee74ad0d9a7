import { stageOnPage } from '../../core/room/stage/stage-on-page.ts';
import type { Box, Layout } from '../../core/room/view.ts';
import type { PlayerSurface } from '../../player/surface.ts';
import type { Store } from '../store.ts';

export interface EarlyStage {
  readonly surface: PlayerSurface;
  /** Live plays before the room worker runs (opening.ts), in this layout until the worker sends one. */
  readonly showAhead: (layout: Layout) => void;
}

/**
 * The stage before React has rendered one (shell.tsx): index.html contains its box, the layout its position. The picture is then moved into
 * React's stage within one frame, because a <video> moved this way keeps playing.
 */
export function openEarlyStage(store: Store, player: PlayerSurface): EarlyStage {
  const stage = document.getElementById('early-stage');
  if (stage === null) return { surface: player, showAhead: () => undefined };
  const box = stage.appendChild(document.createElement('div'));
  let ahead: Layout | null = null;

  function place(): void {
    const { layout: known, stage: shown, unavailable, phase } = store.get();
    // Until the room worker has sent its state, its first layouts are guesses.
    if (phase === 'ready') ahead = null;
    const layout = ahead ?? known;
    const { clientWidth, clientHeight } = document.documentElement;
    stage!.hidden = unavailable !== null;
    stage!.dataset['orientation'] = layout.compact || layout.low ? 'full' : layout.orientation;
    put(stage!, stageOnPage(layout, { width: clientWidth, height: clientHeight }));
    put(box, layout.video);
    box.style.visibility = ahead !== null || shown.name === 'live' ? 'visible' : 'hidden';
  }

  const stop = store.subscribe(place);
  place();
  player.mount(box);
  return {
    surface: {
      ...player,
      mount(next) {
        player.mount(next);
        if (next === null) return;
        stop();
        stage.remove();
      },
    },
    showAhead(layout) {
      ahead = layout;
      place();
    },
  };
}

function put({ style }: HTMLElement, { x, y, width, height }: Box): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
