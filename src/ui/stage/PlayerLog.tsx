import { useRef } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { Box } from '../overlays/DialogBox.tsx';
import { notify } from '../overlays/notice.ts';
import { useText } from '../text/text.ts';
import { playbackInfo } from './player-info.ts';
import css from './PlayerLog.module.css';

/** The player log: read, copied or saved as a file. */
export default function PlayerLog({ onClose }: { onClose: () => void }) {
  const { log } = useRoom('player');
  const { store } = useHands();
  const text = useText();
  const lines = useRef<HTMLPreElement>(null);
  const whole = (): string => `${playbackInfo(store.get())}\n\n${log.join('\n')}\n`;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(whole());
      notify(text.logCopied, 'good');
    } catch {
      if (lines.current !== null) getSelection()?.selectAllChildren(lines.current);
      notify(text.logCopyFailed, 'bad');
    }
  };

  const download = (): void => {
    const url = URL.createObjectURL(new Blob([whole()], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `footlight-player-${store.get().room.roomId}.log`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 0);
  };

  return (
    <Box title={text.logTitle} onClose={onClose} isWide>
      <pre ref={lines} data-first="" className={css.lines} tabIndex={0} aria-label={text.logTitle}>
        {log.length === 0 ? text.logEmpty : log.join('\n')}
      </pre>
      <div className={css.foot}>
        <span className={css.count}>{text.logLines(log.length)}</span>
        <button type="button" className={css.button} onClick={() => void copy()}>
          <Icon name="copy" size={17} />
          {text.logCopy}
        </button>
        <button type="button" className={css.button} onClick={download}>
          <Icon name="download" size={17} />
          {text.logDownload}
        </button>
      </div>
    </Box>
  );
}
