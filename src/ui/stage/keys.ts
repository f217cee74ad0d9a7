import { useEffect } from 'react';

import type { RoomView, UserAction } from '../../workers/core/room/view.ts';
import { useHands } from '../hands.ts';

const VOLUME_STEP = 0.05;

export type KeyAct = { readonly do: 'fullscreen' } | { readonly do: 'picture-in-picture' } | UserAction;

/** True where a key belongs to what has the focus: text is typed, a slider moves, a dialog or a menu is open. */
export function takesKeys(focus: Element | null): boolean {
  return focus !== null && focus.closest('input, textarea, select, [contenteditable], dialog, [role="menu"], [role="slider"]') !== null;
}

/** What a key asks of the player, or nothing. `onButton`: the focus is on a button or a link, which has Space for itself. */
export function keyAct(key: string, onButton: boolean, view: Pick<RoomView, 'player' | 'stage'>): KeyAct | null {
  const { player, stage } = view;
  if (stage.at !== 'live' && stage.at !== 'radio') return null;
  switch (key.toLowerCase()) {
    case ' ':
      if (onButton) return null;
      return isRunning(player.status) ? { do: 'stop-player' } : { do: 'retry-player' };
    case 'm':
      return { do: 'set-muted', muted: !player.muted };
    case 'f':
      return { do: 'fullscreen' };
    case 'p':
      return player.canPictureInPicture ? { do: 'picture-in-picture' } : null;
    case 'arrowup':
      return { do: 'set-volume', volume: step(player.volume, VOLUME_STEP) };
    case 'arrowdown':
      return { do: 'set-volume', volume: step(player.volume, -VOLUME_STEP) };
    default:
      return null;
  }
}

/** True while the player pulls or plays: the button offers to stop. */
export function isRunning(status: RoomView['player']['status']): boolean {
  return status === 'playing' || status === 'buffering' || status === 'created';
}

function step(volume: number, by: number): number {
  return Math.round(Math.min(1, Math.max(0, volume + by)) * 100) / 100;
}

export function usePlayerKeys(toggleFullscreen: () => void): void {
  const { store, act, player } = useHands();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const focus = document.activeElement;
      if (takesKeys(focus)) return;
      const wish = keyAct(event.key, focus !== null && focus.closest('button, a') !== null, store.get());
      if (wish === null) return;
      event.preventDefault();
      if (wish.do === 'fullscreen') toggleFullscreen();
      else if (wish.do === 'picture-in-picture') void player.togglePictureInPicture();
      else act(wish);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [store, act, player, toggleFullscreen]);
}
