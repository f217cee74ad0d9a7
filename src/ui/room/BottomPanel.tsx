import { Suspense } from 'react';

import { copyText } from '../page/clipboard.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { Icon } from '../icons/Icon.tsx';
import { late } from '../overlays/late.ts';
import { notify } from '../overlays/notice.ts';
import { useText } from '../text/text.ts';
import css from './BottomPanel.module.css';

/** A separate chunk, because no panel is opened before the first picture. */
const featureEntries = late(() => import('../features/FeatureEntries.tsx'));
const dockButton = late(() => import('../features/DockButton.tsx'));

/** Below the stage. The entries of features are added to `data-slot="entries"` when they are loaded. */
export default function BottomPanel() {
  const room = useRoom('room');
  const context = useRoomContext();
  const text = useText();

  const share = async (): Promise<void> => {
    const url = `${location.origin}${location.pathname}`;
    // Not available in all browsers, and refused in some frames; the address is then copied.
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title: document.title, url });
        return;
      } catch (cause) {
        if (cause instanceof DOMException && cause.name === 'AbortError') return;
      }
    }
    if (await copyText(url)) notify(text.copied, 'good');
    else notify(url, 'info');
  };

  return (
    <footer className={css.panel} data-room-part="bottom">
      <div className={css.gifts} data-slot="entries">
        <Suspense>
          <dockButton.Part className={css.tool ?? ''} />
          <featureEntries.Part className={css.tool ?? ''} />
        </Suspense>
      </div>
      <span className={css.number}>{room.roomId > 0 && text.roomNumber(room.roomId)}</span>
      <button type="button" className={css.tool} aria-label={text.copyRoomLink} data-evid="room_share" onClick={() => void share()}>
        <Icon name="share" size={18} />
        <span className={css.label}>{text.copyRoomLink}</span>
      </button>
      <button type="button" className={css.tool} aria-label={text.downloadClient} onClick={() => context.act({ type: 'download-client' })}>
        <Icon name="download" size={18} />
        <span className={css.label}>{text.downloadClient}</span>
      </button>
    </footer>
  );
}
