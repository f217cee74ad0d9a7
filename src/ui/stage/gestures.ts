import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';

/** After this long without a pointer the controls go. */
const IDLE_MS = 2600;

export interface Fullscreen {
  readonly isOn: boolean;
  readonly canToggle: boolean;
  readonly toggle: () => void;
}

export function useFullscreen(frame: RefObject<HTMLElement | null>): Fullscreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const changed = (): void => setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [frame]);
  const toggle = useCallback(() => {
    // Refused without a click, by the embedding page, or where a screen does not turn: the room stays as it is.
    const refused = (): void => undefined;
    const box = frame.current;
    if (!document.fullscreenEnabled) box?.querySelector<PhoneVideo>('video:not([hidden])')?.webkitEnterFullscreen?.();
    else if (document.fullscreenElement === null) box?.requestFullscreen().then(turnScreen, refused);
    else document.exitFullscreen().catch(refused);
    function turnScreen(): void {
      const ratio = Number.parseFloat(box?.style.getPropertyValue('--video-ratio') ?? '');
      (screen.orientation as TurningScreen | undefined)?.lock?.(ratio < 1 ? 'portrait' : 'landscape').catch(refused);
    }
  }, [frame]);
  return { isOn, canToggle: document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype, toggle };
}

/** An iPhone shows no element but a <video> in full screen, in a player of its own. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** Not in every browser, and not in TypeScript's library. The lock ends with the full screen. */
interface TurningScreen {
  lock?(orientation: 'portrait' | 'landscape'): Promise<void>;
}

/** A tap is over by then, and what it hit has been decided. */
const TAP_MS = 500;

/**
 * Marks the stage with `data-idle` while nobody moves over it; no render, the CSS hides the controls and the pointer. The tap that brings
 * the controls back presses none of them: for its time the stage is marked `data-woken`. Another tap on the picture puts them away.
 */
export function useIdle(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let hidesByTap = false;
    const wake = (): void => {
      box.removeAttribute('data-idle');
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_MS);
    };
    const rest = (): void => {
      box.setAttribute('data-idle', '');
    };
    const pressed = (event: PointerEvent): void => {
      const isTouch = event.pointerType === 'touch';
      const wasIdle = box.hasAttribute('data-idle');
      if (isTouch && wasIdle) {
        box.setAttribute('data-woken', '');
        setTimeout(() => box.removeAttribute('data-woken'), TAP_MS);
      }
      wake();
      hidesByTap = isTouch && !wasIdle && isPicture(event, box);
    };
    const tapped = (): void => {
      if (hidesByTap) rest();
      hidesByTap = false;
    };
    const left = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') rest();
    };
    wake();
    box.addEventListener('pointermove', wake);
    box.addEventListener('pointerdown', pressed, { capture: true });
    box.addEventListener('click', tapped);
    box.addEventListener('focusin', wake);
    box.addEventListener('pointerleave', left);
    return () => {
      clearTimeout(timer);
      box.removeEventListener('pointermove', wake);
      box.removeEventListener('pointerdown', pressed, { capture: true });
      box.removeEventListener('click', tapped);
      box.removeEventListener('focusin', wake);
      box.removeEventListener('pointerleave', left);
    };
  }, [frame]);
}

/** Not a button, a panel or a menu over it. */
export const isPicture = ({ target }: Event, box: Element): boolean =>
  target === box || (target as Element).closest('[data-double]') !== null;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The right-click menu of the video area, and a double click on the picture itself. */
export function useStageClicks(frame: RefObject<HTMLElement | null>, onMenu: (at: Point) => void, onDouble: () => void): void {
  const menu = useEffectEvent(onMenu);
  const double = useEffectEvent(onDouble);
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    const asked = (event: MouseEvent): void => {
      event.preventDefault();
      const { left, top, width, height } = box.getBoundingClientRect();
      // A menu key has no pointer: the menu opens in the middle.
      const isKey = event.clientX === 0 && event.clientY === 0;
      menu(isKey ? { x: left + width / 2, y: top + height / 2 } : { x: event.clientX, y: event.clientY });
    };
    const doubled = (event: MouseEvent): void => {
      if (isPicture(event, box)) double();
    };
    box.addEventListener('contextmenu', asked);
    box.addEventListener('dblclick', doubled);
    return () => {
      box.removeEventListener('contextmenu', asked);
      box.removeEventListener('dblclick', doubled);
    };
  }, [frame]);
}
