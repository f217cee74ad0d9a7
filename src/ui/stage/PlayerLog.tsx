import { useRef } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { Box } from '../overlays/DialogBox.tsx';
import { useText } from '../text/text.ts';
import { copyLog, downloadLog } from './player-log.ts';
import css from './PlayerLog.module.css';

/** The player log: read, copied or saved as a file. */
export default function PlayerLog({ onClose }: { onClose: () => void }) {
  const { log } = useRoom('player');
  const { store } = useHands();
  const text = useText();
  const lines = useRef<HTMLPreElement>(null);

  const copy = async (): Promise<void> => {
    if (!(await copyLog(store.get(), text)) && lines.current !== null) getSelection()?.selectAllChildren(lines.current);
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
        <button type="button" className={css.button} onClick={() => downloadLog(store.get())}>
          <Icon name="download" size={17} />
          {text.logDownload}
        </button>
      </div>
    </Box>
  );
}
