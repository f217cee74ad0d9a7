import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Box.module.css';

/** The native <dialog> traps the focus and closes on Escape. */
export function Box({
  title,
  children,
  isWide = false,
  className = css.box,
  style,
  onClose,
}: {
  title: string;
  children: ReactNode;
  isWide?: boolean;
  /** Replaces the default position in the middle of the window. */
  className?: string | undefined;
  style?: CSSProperties;
  onClose: () => void;
}) {
  const text = useText();
  const box = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = box.current;
    if (dialog === null) return undefined;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // Instead of the close button, which is first in the document.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    const cancelled = (event: Event): void => {
      // The room closes the dialog by removing it from the view.
      event.preventDefault();
      close();
    };
    const clicked = (event: Event): void => {
      if (event.target === dialog) close();
    };
    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('click', clicked);
    return () => {
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('click', clicked);
      dialog.close();
      // The dialog is already removed from the document, so the browser does not restore the focus.
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} className={className} style={style} data-wide={isWide || undefined} aria-label={title}>
      <div className={css.inside}>
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          <button type="button" className={css.close} aria-label={text.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
