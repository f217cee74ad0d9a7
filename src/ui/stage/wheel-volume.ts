import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { isPicture } from './gestures.ts';

/** Of 0 to 1, for a notch of a wheel; a touchpad's many small steps add up to the same. */
const NOTCH = 0.05;
const NOTCH_PX = 100;
/** How long the volume stands on the picture after the last step. */
const SHOWN_MS = 1_200;

/** A page that can scroll keeps the wheel: the viewer is on the way past the picture. */
const pageScrolls = (): boolean =>
  document.fullscreenElement === null && document.documentElement.scrollHeight > document.documentElement.clientHeight;

/** The wheel over the picture changes the volume. True while the viewer should see it. */
export function useWheelVolume(frame: RefObject<HTMLElement | null>, volume: number, setVolume: (volume: number) => void): boolean {
  const [shownAt, setShownAt] = useState(0);
  const turned = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.deltaY === 0 || frame.current === null || !isPicture(event, frame.current) || pageScrolls()) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH_PX;
    setVolume(Math.min(1, Math.max(0, volume - (pixels / NOTCH_PX) * NOTCH)));
    setShownAt(event.timeStamp);
  });
  useEffect(() => {
    const box = frame.current;
    const listener = (event: WheelEvent): void => turned(event);
    box?.addEventListener('wheel', listener, { passive: false });
    return () => box?.removeEventListener('wheel', listener);
  }, [frame]);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = setTimeout(() => setShownAt(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return shownAt !== 0;
}
