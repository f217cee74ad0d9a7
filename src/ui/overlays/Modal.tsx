import { type CSSProperties, type ReactNode, useRef } from 'react';

import { Icon } from '../../design/icons/Icon.tsx';
import { useText } from '../text/text.ts';
import { useModal } from './use-modal.ts';
import css from './Modal.module.css';

/** Placeholder of a dialog's content, as high as the content usually is, so that the dialog keeps its size. */
export function Skeleton({ label, heightPx }: { readonly label: string; readonly heightPx: number }) {
  return (
    <p className={css.skeleton} style={{ height: heightPx }} role="status">
      <span className="unseen">{label}</span>
    </p>
  );
}

/** A dialog with a title and a close button. */
export function Modal({
  title,
  children,
  isWide = false,
  className = css.modal,
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
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, { onClose });
  return (
    <dialog ref={dialog} className={className} style={style} data-wide={isWide || undefined} aria-label={title}>
      <div className={css.inside} tabIndex={-1}>
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          <button type="button" className="icon-button" aria-label={text.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
