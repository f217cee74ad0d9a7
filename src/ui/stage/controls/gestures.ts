import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';

/** The controls are hidden after this time without pointer movement. */
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
    // Full screen or the orientation lock may be refused without a click, by the embedding page or by the device; the room does not change
    // then.
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

/** An iPhone allows full screen only for a <video>, in its own player. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** Not supported by every browser and missing in TypeScript's library. The lock ends with full screen. */
interface TurningScreen {
  lock?(orientation: 'portrait' | 'landscape'): Promise<void>;
}

/** A tap has ended after this time, and its target is decided. */
const TAP_MS = 500;

/**
 * Sets `data-idle` on the stage while the pointer does not move; the CSS hides controls and pointer without a render. The tap that shows
 * the controls must not press one of them: for the duration of the tap the stage has `data-woken`. Another tap on the picture hides the
 * controls.
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

/** False for a button, a panel or a menu over the picture. */
export const isPicture = ({ target }: Event, box: Element): boolean =>
  target === box || (target as Element).closest('[data-double]') !== null;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Context menu of the video area, and double click on the picture. */
export function useStageClicks(frame: RefObject<HTMLElement | null>, onMenu: (at: Point) => void, onDouble: () => void): void {
  const menu = useEffectEvent(onMenu);
  const double = useEffectEvent(onDouble);
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    const asked = (event: MouseEvent): void => {
      event.preventDefault();
      const { left, top, width, height } = box.getBoundingClientRect();
      // A menu key has no pointer position; the menu opens in the middle.
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
