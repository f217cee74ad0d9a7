import { type CSSProperties, type ReactNode, useRef } from 'react';

import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import { useModal } from './use-modal.ts';
import css from './Box.module.css';

/** A dialog with a title and a close button. */
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
  useModal(box, { onClose });
  return (
    <dialog ref={box} className={className} style={style} data-wide={isWide || undefined} aria-label={title}>
      <div className={css.inside} tabIndex={-1}>
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
