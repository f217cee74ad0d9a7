import { useSyncExternalStore } from 'react';

import type { Toast } from '../../workers/core/room/view.ts';
import { useHands, useRoom } from '../hands.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import { dismissNotice, noticeStore } from './notice.ts';
import css from './Toasts.module.css';

const TONE_ICON = { info: 'chat', good: 'check', bad: 'alert' } as const satisfies Record<Toast['tone'], IconName>;

export function Toasts() {
  const toasts = useRoom('toasts');
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  const hands = useHands();
  const text = useText();
  const close = (id: number): void => (id < 0 ? dismissNotice(id) : hands.act({ do: 'close-toast', id }));
  return (
    <div className={css.toasts} role="status" aria-live="polite">
      {[...toasts, ...notices].map((toast) => (
        <div key={toast.id} className={css.toast} data-tone={toast.tone}>
          <Icon name={TONE_ICON[toast.tone]} size={18} />
          <span className={css.text}>{toast.text}</span>
          <button type="button" className={css.close} aria-label={text.closeToast} onClick={() => close(toast.id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
