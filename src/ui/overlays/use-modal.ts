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
    const stopWaiting = focusContent(dialog);
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
      stopWaiting();
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('pointerdown', press);
      dialog.removeEventListener('click', clicked);
      dialog.close();
      // A removed dialog does not return the focus by itself. The login button, for example, is removed while its dialog is open.
      focusFirst(before);
    };
  }, [box, isShown, closesOutside]);
}

/**
 * By default the browser would focus the close button, which is first in the document. Content that is loaded after its dialog gets the
 * focus when it arrives, unless the viewer has moved the focus meanwhile. Returns a function that stops waiting for it.
 */
function focusContent(dialog: HTMLDialogElement): () => void {
  const initial = document.activeElement;
  const arrivals = new MutationObserver(focus);
  arrivals.observe(dialog, { childList: true, subtree: true });
  focus();
  function focus(): void {
    const first = dialog.querySelector<HTMLElement>('[data-first]');
    const isMoved = document.activeElement !== initial && document.activeElement !== document.body;
    if (first === null && !isMoved) return;
    arrivals.disconnect();
    if (!isMoved) first?.focus();
  }
  return () => arrivals.disconnect();
}

/** Closes a part that opened from a button inside `wrap`, by Escape or a press elsewhere. Escape returns the focus to the button. */
export function useDismiss(wrap: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : wrap.current?.contains(event.target as Node)) return;
      // A focus inside the part would disappear with it.
      if (event instanceof KeyboardEvent && wrap.current?.contains(document.activeElement)) wrap.current.querySelector('button')?.focus();
      close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [wrap, isOpen]);
}
