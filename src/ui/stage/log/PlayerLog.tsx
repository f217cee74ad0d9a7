import { useRef } from 'react';

import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { Modal } from '../../overlays/Modal.tsx';
import { useLanguage, useText } from '../../text/text.ts';
import { logLine, copyLog, downloadLog } from './log-text.ts';
import css from './NerdStats.module.css';

const EMPTY = { 'zh-CN': '还没有日志', en: 'Nothing logged yet' } as const;

/** Shows the player log; it can be copied or saved as a file. */
export default function PlayerLog({ onClose }: { onClose: () => void }) {
  const { log } = useRoom('player');
  const { store, diagnose } = useRoomContext();
  const text = useText();
  const empty = EMPTY[useLanguage()];
  const lines = useRef<HTMLPreElement>(null);

  const copy = async (): Promise<void> => {
    if (!(await copyLog(store.get(), text)) && lines.current !== null) getSelection()?.selectAllChildren(lines.current);
  };

  return (
    <Modal title={text.menuLog} onClose={onClose} isWide>
      <pre ref={lines} data-first="" className={css.lines} tabIndex={0} aria-label={text.menuLog}>
        {log.length === 0 ? empty : log.map(logLine).join('\n')}
      </pre>
      <div className={css.foot}>
        <span className={css.count}>{text.logLines(log.length)}</span>
        <button type="button" className="pill quiet-action" onClick={() => void copy()}>
          <Icon name="copy" size={17} />
          {text.logCopy}
        </button>
        <button type="button" className="pill quiet-action" onClick={() => void downloadLog(store.get(), diagnose)}>
          <Icon name="download" size={17} />
          {text.logDownload}
        </button>
      </div>
    </Modal>
  );
}
