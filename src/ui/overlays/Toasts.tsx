import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

import type { Toast } from '../../core/room/view.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { useNoticeWords } from './notice-words.ts';
import { dismissNotice, noticeStore } from './notice.ts';
import css from './Toasts.module.css';

const TONE_ICON = { info: 'chat', good: 'check', bad: 'alert' } as const satisfies Record<Toast['tone'], IconName>;

export function Toasts() {
  const toasts = useRoom('toasts');
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  const context = useRoomContext();
  const words = useNoticeWords();
  const close = (id: number): void => (id < 0 ? dismissNotice(id) : context.act({ type: 'close-toast', id }));
  const list = useRef<HTMLDivElement>(null);
  const shown = [...toasts, ...notices];
  // A new one can replace an older one, so their number is not enough.
  const ids = shown.map(({ id }) => id).join(' ');
  // Shown again as a popover at each change, so that it is last in the top layer and above an open dialog, which no z-index reaches.
  useEffect(() => {
    const element = list.current;
    if (element === null || ids === '' || !('showPopover' in element)) return undefined;
    element.popover = 'manual';
    element.showPopover();
    return () => element.hidePopover();
  }, [ids]);
  /** The element from which the focus moved to the toasts. */
  const before = useRef<Element | null>(null);
  const button = useCallback(
    (element: HTMLButtonElement | null) => () => {
      // Called before the button is removed.
      if (element !== null && element === document.activeElement && before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  return (
    <div ref={list} className={css.toasts} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={css.toast} data-tone={toast.tone}>
          <Icon name={TONE_ICON[toast.tone]} size={18} />
          <span className={css.text}>{toast.text}</span>
          <button
            ref={button}
            type="button"
            className={css.close}
            aria-label={words.closeToast}
            onFocus={({ relatedTarget }) => {
              if (!list.current?.contains(relatedTarget)) before.current = relatedTarget;
            }}
            onClick={() => close(toast.id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
