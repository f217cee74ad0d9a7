import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { isPicture } from './gestures.ts';

/** Volume change (of 0 to 1) per notch of a wheel; the small steps of a touchpad add up to the same. */
const NOTCH = 0.05;
const NOTCH_PX = 100;
/** Time for which the volume is shown over the picture after the last step. */
const SHOWN_MS = 1_200;

/** On a scrollable page the wheel scrolls, because the viewer is scrolling past the picture. */
const pageScrolls = (): boolean =>
  document.fullscreenElement === null && document.documentElement.scrollHeight > document.documentElement.clientHeight;

/** The wheel over the picture changes the volume. Returns true while the volume is shown. */
export function useWheelVolume(frame: RefObject<HTMLElement | null>, volume: number, setVolume: (volume: number) => void): boolean {
  const [shownAt, setShownAt] = useState(0);
  /** Result of the last step until the room reports it: several steps are made in this time, and each continues from the last one. */
  const pending = useRef<number | null>(null);
  const turned = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.deltaY === 0 || frame.current === null || !isPicture(event, frame.current) || pageScrolls()) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH_PX;
    pending.current = Math.min(1, Math.max(0, (pending.current ?? volume) - (pixels / NOTCH_PX) * NOTCH));
    setVolume(pending.current);
    setShownAt(event.timeStamp);
  });
  useEffect(() => {
    const box = frame.current;
    const listener = (event: WheelEvent): void => turned(event);
    box?.addEventListener('wheel', listener, { passive: false });
    return () => box?.removeEventListener('wheel', listener);
  }, [frame]);
  useEffect(() => {
    if (pending.current === volume) pending.current = null;
  }, [volume]);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = setTimeout(() => {
      pending.current = null;
      setShownAt(0);
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return shownAt !== 0;
}
