import { useEffect } from 'react';

/**
 * Buttons are disabled while their request is sent, and the browser takes the focus from a disabled element. This returns the focus when the
 * element is enabled again, unless the viewer has focused another one in the meantime.
 */
export function useFocusOfDisabled(): void {
  useEffect(() => {
    let lost: HTMLElement | null = null;
    // Called before the browser draws, which is when it takes the focus.
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document;
      if (activeElement instanceof HTMLElement && activeElement.matches(':disabled')) lost = activeElement;
      else if (activeElement !== body) lost = null;
      else if (lost?.matches(':enabled') === true) {
        lost.focus({ preventScroll: true });
        lost = null;
      }
    });
    observer.observe(document.body, { attributeFilter: ['disabled'], subtree: true });
    return () => observer.disconnect();
  }, []);
}
