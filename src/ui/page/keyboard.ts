import { useEffect } from 'react';

/** A smaller difference is a browser toolbar, not a keyboard; CSS pixels. */
const LEAST_KEYBOARD_PX = 120;
/** At a larger scale the viewer has zoomed in, and the smaller area is intended. */
const MAX_SCALE = 1.05;

/** Elements that open a keyboard. */
const FIELDS = 'input, textarea, select, [contenteditable]';

export interface SeenArea {
  /** Height of the layout viewport. */
  readonly windowHeight: number;
  /** Height and top offset of the visual viewport. */
  readonly height: number;
  readonly top: number;
  readonly scale: number;
  /** A field has the focus; without it no keyboard is open, even if the two sizes differ during a layout. */
  readonly isTyping: boolean;
}

/** Position of the page above an open keyboard; null: no keyboard covers it. CSS pixels. */
export function aboveKeyboard({
  windowHeight,
  height,
  top,
  scale,
  isTyping,
}: SeenArea): { readonly topPx: number; readonly heightPx: number } | null {
  if (!isTyping || scale > MAX_SCALE || windowHeight - height < LEAST_KEYBOARD_PX) return null;
  return { topPx: Math.max(0, Math.round(top)), heightPx: Math.round(height) };
}

/**
 * For browsers whose keyboard overlays the page instead of resizing the window (Safari): the page is laid out in the remaining area by
 * `data-keyboard` and two lengths on the root element (Room.module.css).
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return undefined;
    const root = document.documentElement;
    const clear = (): void => {
      delete root.dataset['keyboard'];
      for (const name of ['--seen-h', '--seen-top']) root.style.removeProperty(name);
    };
    const fit = (): void => {
      const isTyping = document.activeElement?.matches(FIELDS) === true;
      const area = aboveKeyboard({ windowHeight: innerHeight, height: seen.height, top: seen.offsetTop, scale: seen.scale, isTyping });
      if (area === null) return clear();
      root.dataset['keyboard'] = '';
      root.style.setProperty('--seen-h', `${area.heightPx}px`);
      root.style.setProperty('--seen-top', `${area.topPx}px`);
    };
    const until = new AbortController();
    const { signal } = until;
    for (const type of ['resize', 'scroll']) seen.addEventListener(type, fit, { signal });
    // The two sizes change one after the other, and only one of the changes fires an event of the visual viewport.
    addEventListener('resize', fit, { signal });
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, fit, { signal });
    fit();
    return () => {
      until.abort();
      clear();
    };
  }, []);
}
