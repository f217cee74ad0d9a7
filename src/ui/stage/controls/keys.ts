import { useEffect } from 'react';

import { toggleSound } from '../../../core/room/player-view.ts';
import type { RoomView, UserAction } from '../../../core/room/view.ts';
import { FEATURES } from '../../../features/index.ts';
import { away } from '../../room/away.ts';
import { useRoomContext } from '../../room-context.ts';

/** Features with a key and a button of the player. */
export const FEATURE_TOOLS = FEATURES.flatMap(({ name, entry }) =>
  entry?.stageKey === undefined ? [] : [{ name, key: entry.stageKey, icon: entry.icon, label: entry.label }],
);
export type FeatureToolEntry = (typeof FEATURE_TOOLS)[number];

const VOLUME_STEP = 0.05;

export type KeyAct =
  | { readonly type: 'fullscreen' }
  | { readonly type: 'picture-in-picture' }
  | { readonly type: 'key-help' }
  | { readonly type: 'nerd-stats' }
  | { readonly type: 'screenshot' }
  | { readonly type: 'clip' }
  | UserAction;

/** Keys that move a slider; all other keys reach the player even if a slider has the focus. */
const SLIDER_KEYS = /^(Arrow|Home|End|Page)/;

/** Keys of the player that scroll a scrollable element with the focus, such as the chat. */
const SCROLL_KEYS = /^Arrow/;

function scrolls(element: Element, key: string): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const isLarger = isSideways ? element.scrollWidth > element.clientWidth : element.scrollHeight > element.clientHeight;
  return isLarger && /auto|scroll/.test(isSideways ? overflowX : overflowY);
}

/** True if the focused element handles the key itself: a text input, a slider, a scrollable element, a dialog or an open menu. */
export function takesKey(focus: Element | null, key: string): boolean {
  if (focus === null) return false;
  if (focus.matches('[type="range"], [role="slider"]')) return SLIDER_KEYS.test(key);
  if (focus.closest('input, textarea, select, [contenteditable], dialog, [role="menu"]') !== null) return true;
  return SCROLL_KEYS.test(key) && focus !== document.body && scrolls(focus, key);
}

/** The player action of a key, or nothing. `onButton`: a button or a link has the focus and handles Space itself. */
export function keyAct(key: string, onButton: boolean, view: Pick<RoomView, 'player' | 'stage' | 'layout'>): KeyAct | null {
  const { player, stage, layout } = view;
  const letter = key.toLowerCase();
  if (key === '?') return { type: 'key-help' };
  if (letter === 't') return { type: 'choose-theatre', on: !layout.theatre };
  if (letter === 'c') return { type: 'show-chat', on: !layout.chat };
  if (stage.name !== 'live' && stage.name !== 'radio') return null;
  switch (letter) {
    case ' ':
    case 'k':
      if (onButton && key === ' ') return null;
      return isRunning(player.status) ? { type: 'stop-player' } : { type: 'retry-player' };
    case 'm':
      return toggleSound(player);
    case 'f':
      return { type: 'fullscreen' };
    case 'p':
      return player.canPictureInPicture ? { type: 'picture-in-picture' } : null;
    case 'i':
      return { type: 'nerd-stats' };
    case 's':
      return stage.name === 'live' ? { type: 'screenshot' } : null;
    case 'x':
      return stage.name === 'live' ? { type: 'clip' } : null;
    case 'arrowup':
      return { type: 'set-volume', volume: step(player.volume, VOLUME_STEP) };
    case 'arrowdown':
      return { type: 'set-volume', volume: step(player.volume, -VOLUME_STEP) };
    default:
      return stage.name === 'live' ? featureAct(letter) : null;
  }
}

function featureAct(letter: string): KeyAct | null {
  const tool = FEATURE_TOOLS.find(({ key }) => key === letter);
  return tool === undefined ? null : { type: 'feature', feature: tool.name, action: { type: 'toggle' } };
}

/** True while the player loads or plays; the button then stops it. */
export function isRunning(status: RoomView['player']['status']): boolean {
  return status === 'playing' || status === 'buffering' || status === 'created';
}

function step(volume: number, by: number): number {
  return Math.round(Math.min(1, Math.max(0, volume + by)) * 100) / 100;
}

/** Actions of the stage itself; their identity is stable across renders. */
export interface StageKeys {
  readonly toggleFullscreen: () => void;
  readonly showHelp: () => void;
  readonly toggleNerd: () => void;
  readonly saveScreenshot: () => void;
  readonly pressClip: () => void;
}

export function usePlayerKeys({ toggleFullscreen, showHelp, toggleNerd, saveScreenshot, pressClip }: StageKeys): void {
  const { store, act, player } = useRoomContext();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || away.is() || event.ctrlKey || event.metaKey || event.altKey) return;
      const focus = document.activeElement;
      if (takesKey(focus, event.key)) return;
      // They pause the earlier part (LookBack.tsx).
      if (/^[ k]$/i.test(event.key) && document.documentElement.hasAttribute('data-looks-back')) return;
      const shortcut = keyAct(event.key, focus !== null && focus.closest('button, a') !== null, store.get());
      if (shortcut === null) return;
      event.preventDefault();
      // A held key changes the volume further; repeated, all other keys would undo or multiply their action.
      if (event.repeat && shortcut.type !== 'set-volume') return;
      if (shortcut.type === 'fullscreen') toggleFullscreen();
      else if (shortcut.type === 'key-help') showHelp();
      else if (shortcut.type === 'nerd-stats') toggleNerd();
      else if (shortcut.type === 'screenshot') saveScreenshot();
      else if (shortcut.type === 'clip') pressClip();
      else if (shortcut.type === 'picture-in-picture') void player.togglePictureInPicture();
      else act(shortcut);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [store, act, player, toggleFullscreen, showHelp, toggleNerd, saveScreenshot, pressClip]);
}
