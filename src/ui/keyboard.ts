import { useEffect } from 'react';

/** Less than this is a bar of the browser that comes and goes, not a keyboard; CSS pixels. */
const LEAST_KEYBOARD_PX = 120;
/** More than this the viewer has zoomed in: then the smaller part is what was wanted. */
const MAX_SCALE = 1.05;

/** What a keyboard opens for. */
const FIELDS = 'input, textarea, select, [contenteditable]';

export interface SeenArea {
  /** Of the window, as the page is laid out in it. */
  readonly windowHeight: number;
  /** Of the part that no keyboard covers, and where in the window that part begins. */
  readonly height: number;
  readonly top: number;
  readonly scale: number;
  /** A field has the focus: without one no keyboard is open, whatever the two sizes say while the page is still laid out. */
  readonly isTyping: boolean;
}

/** Where the page must be to be seen while a keyboard covers a part of the window; null: nothing covers it. All in CSS pixels. */
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
 * Browsers that lay a keyboard over the page instead of making the window smaller (Safari): the page is laid out in what is left, by
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
    // The sizes change one after the other, and only one of the two changes is an event of the visual viewport.
    addEventListener('resize', fit, { signal });
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, fit, { signal });
    fit();
    return () => {
      until.abort();
      clear();
    };
  }, []);
}
