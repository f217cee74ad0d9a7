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
    // Refused without a click, or by the embedding page: the room stays as it is.
    const refused = (): void => undefined;
    if (document.fullscreenElement === null) frame.current?.requestFullscreen().catch(refused);
    else document.exitFullscreen().catch(refused);
  }, [frame]);
  return { isOn, canToggle: document.fullscreenEnabled, toggle };
}

/** Marks the stage with `data-idle` while nobody moves over it; no render, the CSS hides the controls and the pointer. */
export function useIdle(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wake = (): void => {
      box.removeAttribute('data-idle');
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_MS);
    };
    const rest = (): void => {
      box.setAttribute('data-idle', '');
    };
    const left = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') rest();
    };
    wake();
    box.addEventListener('pointermove', wake);
    box.addEventListener('pointerdown', wake);
    box.addEventListener('focusin', wake);
    box.addEventListener('pointerleave', left);
    return () => {
      clearTimeout(timer);
      box.removeEventListener('pointermove', wake);
      box.removeEventListener('pointerdown', wake);
      box.removeEventListener('focusin', wake);
      box.removeEventListener('pointerleave', left);
    };
  }, [frame]);
}

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
      if (event.target === box || (event.target as Element).closest('[data-double]') !== null) double();
    };
    box.addEventListener('contextmenu', asked);
    box.addEventListener('dblclick', doubled);
    return () => {
      box.removeEventListener('contextmenu', asked);
      box.removeEventListener('dblclick', doubled);
    };
  }, [frame]);
}
