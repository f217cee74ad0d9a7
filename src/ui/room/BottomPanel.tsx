import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { notify } from '../overlays/notice.ts';
import { useText } from '../text/text.ts';
import css from './BottomPanel.module.css';

/** Below the stage. Room modules (gifts and the like) come into `data-slot="gifts"` when they are loaded. */
export function BottomPanel() {
  const room = useRoom('room');
  const hands = useHands();
  const text = useText();

  const share = async (): Promise<void> => {
    const url = `${location.origin}${location.pathname}`;
    try {
      await navigator.clipboard.writeText(url);
      notify(text.copied, 'good');
    } catch {
      notify(url, 'info');
    }
  };

  return (
    <footer className={css.panel}>
      <div className={css.gifts} data-slot="gifts" />
      <span className={css.number}>{room.roomId > 0 && text.roomNumber(room.roomId)}</span>
      <button type="button" className={css.tool} onClick={() => void share()}>
        <Icon name="share" size={18} />
        {text.copyRoomLink}
      </button>
      <button type="button" className={css.tool} onClick={() => hands.act({ do: 'download-client' })}>
        <Icon name="download" size={18} />
        {text.downloadClient}
      </button>
    </footer>
  );
}
