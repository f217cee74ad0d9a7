import { useEffect } from 'react';

/**
 * The browser moves the focus to the body when the focused element is removed, hidden or disabled. The nearest ancestor that accepts the
 * focus gets it from a removed or hidden element. A disabled element gets it back when it is enabled again, because buttons are disabled
 * while their request is sent. A focus that the viewer has moved in the meantime stays.
 */
export function useLostFocus(): void {
  useEffect(() => {
    /** The last focused element and its ancestors. */
    let path: HTMLElement[] = [];
    let wasDisabled = false;
    // Called before the browser draws, which is when it takes the focus from a hidden or disabled element.
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document;
      const [element] = path;
      if (element === undefined || (activeElement !== element && activeElement !== body)) return;
      if (!element.isConnected || element.closest('[hidden]') !== null) focusFirst(path);
      else if (element.matches(':disabled')) wasDisabled ||= activeElement === element;
      else if (wasDisabled) {
        wasDisabled = false;
        element.focus({ preventScroll: true });
      }
    });
    const focused = ({ target }: FocusEvent): void => {
      observer.disconnect();
      wasDisabled = false;
      path = pathOf(target);
      for (const at of path) observer.observe(at, { childList: true, attributeFilter: ['disabled', 'hidden'] });
    };
    document.addEventListener('focusin', focused);
    return () => {
      document.removeEventListener('focusin', focused);
      observer.disconnect();
    };
  }, []);
}

/** The element and its ancestors below the body; empty for the body. */
export function pathOf(element: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at = element; at instanceof HTMLElement && at !== document.body; at = at.parentElement) path.push(at);
  return path;
}

/** Focuses the first element that accepts the focus; removed and hidden ones do not. */
export function focusFirst(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** For a layout effect, whose cleanup runs while a part that is removed or hidden still has the focus: a feature's entry gets it. */
export function returnFocusToEntry(part: HTMLElement, feature: string): void {
  if (part.contains(document.activeElement)) document.querySelector<HTMLElement>(`[data-entry="${feature}"]`)?.focus();
}
