import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { focusFirst, pathOf } from '../page/lost-focus.ts';
import { away } from '../room/away.ts';

interface ModalOptions {
  /** A dialog that is not open keeps its content. */
  readonly isOpen?: boolean;
  /** True: a click outside closes it. */
  readonly closesOutside?: boolean;
  readonly onClose: () => void;
}

/**
 * Shows a native <dialog> as a modal, which traps the focus and closes on Escape. Closing returns the focus. While the viewer is in the
 * lobby the room is hidden except for a small picture: a modal would be invisible there and would block the lobby, so it is shown when the
 * viewer returns.
 */
export function useModal(box: RefObject<HTMLDialogElement | null>, { isOpen = true, closesOutside = true, onClose }: ModalOptions): void {
  const close = useEffectEvent(onClose);
  const isAway = useSyncExternalStore(away.subscribe, away.is);
  const isShown = isOpen && !isAway;
  useEffect(() => {
    const dialog = box.current;
    if (dialog === null || !isShown) return undefined;
    const before = pathOf(document.activeElement);
    if (!dialog.open) dialog.showModal();
    // By default the browser would focus the close button, which is first in the document.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    const cancelled = (event: Event): void => {
      // The room closes the dialog by removing it from the view.
      event.preventDefault();
      close();
    };
    // A selection that begins inside and ends outside is also a click of the dialog.
    let pressed: EventTarget | null = null;
    const press = ({ target }: Event): void => {
      pressed = target;
    };
    const clicked = (event: Event): void => {
      if (closesOutside && event.target === dialog && pressed === dialog) close();
    };
    dialog.addEventListener('pointerdown', press);
    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('click', clicked);
    return () => {
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('pointerdown', press);
      dialog.removeEventListener('click', clicked);
      dialog.close();
      // A removed dialog does not return the focus by itself. The login button, for example, is removed while its dialog is open.
      focusFirst(before);
    };
  }, [box, isShown, closesOutside]);
}
