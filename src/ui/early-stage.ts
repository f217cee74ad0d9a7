import { stageOnPage } from '../core/room/stage-on-page.ts';
import type { Box } from '../core/room/view.ts';
import type { PlayerSurface } from './players/player-view.ts';
import type { Store } from './store.ts';

/**
 * The stage before React has drawn one (shell.tsx): index.html brings its box, the layout its place. The picture is moved out of it into
 * the stage that React draws, in one step of one frame: a <video> that is moved so plays on.
 */
export function openEarlyStage(store: Store, player: PlayerSurface): PlayerSurface {
  const stage = document.getElementById('early-stage');
  if (stage === null) return player;
  const box = stage.appendChild(document.createElement('div'));

  function place(): void {
    const { layout, stage: shown, unavailable } = store.get();
    const { clientWidth, clientHeight } = document.documentElement;
    stage!.hidden = unavailable !== null;
    stage!.dataset['orientation'] = layout.compact || layout.low ? 'full' : layout.orientation;
    put(stage!, stageOnPage(layout, { width: clientWidth, height: clientHeight }));
    put(box, layout.video);
    box.style.visibility = shown.at === 'live' ? 'visible' : 'hidden';
  }

  const stop = store.subscribe(place);
  place();
  player.mount(box);
  return {
    ...player,
    mount(next) {
      player.mount(next);
      if (next === null) return;
      stop();
      stage.remove();
    },
  };
}

function put({ style }: HTMLElement, { x, y, width, height }: Box): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
