import { useEffect, useRef, useState } from 'react';

import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { Modal } from '../../overlays/Modal.tsx';
import { useLanguage, useText } from '../../text/text.ts';
import { NERD_TEXT, nerdRows, type NerdSample } from './nerd-figures.ts';
import { takesKey } from '../controls/keys.ts';
import { logLine, copyLog, downloadLog } from './log-text.ts';
import css from './NerdStats.module.css';

const SAMPLE_EVERY_MS = 1_000;

interface Samples {
  readonly now: NerdSample | null;
  readonly before: NerdSample | null;
}

/** Playback statistics and decisions, as a translucent overlay of the picture. The player is read only while it is open. */
export default function NerdStats({ onClose }: { onClose: () => void }) {
  const { player, store, diagnose } = useRoomContext();
  const { kind, reason, log } = useRoom('player');
  const streamInfo = useRoom('streamInfo');
  const text = { ...useText(), nerd: NERD_TEXT[useLanguage()] };
  const button = useRef<HTMLButtonElement>(null);
  const [samples, setSamples] = useState<Samples>({ now: null, before: null });

  useEffect(() => {
    const sample = (): void => {
      const figures = player.figures();
      setSamples(({ now }) => ({ now: figures && { atMs: performance.now(), figures }, before: now }));
    };
    sample();
    const timer = setInterval(sample, SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [player]);

  useEffect(() => {
    button.current?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      // A dialog, a menu or the chat input handles Escape itself.
      if (event.key !== 'Escape' || event.defaultPrevented || takesKey(document.activeElement, event.key)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  return (
    <aside className={css.panel} aria-label={text.nerd.title} data-nerd="">
      <div className={css.head}>
        <b className={css.title}>{text.nerd.title}</b>
        <button
          type="button"
          className="icon-button"
          aria-label={text.logCopy}
          title={text.logCopy}
          onClick={() => void copyLog(store.get(), text)}
        >
          <Icon name="copy" size={16} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={text.logDownload}
          title={text.logDownload}
          onClick={() => void downloadLog(store.get(), diagnose)}
        >
          <Icon name="download" size={16} />
        </button>
        <button ref={button} type="button" className="icon-button" aria-label={text.close} title={text.close} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <dl className={css.rows} tabIndex={0} aria-label={text.nerd.title}>
        {nerdRows({ ...samples, kind, reason, log, streamInfo }, text).map(({ name, value, entries }) => (
          <div key={name} className={css.row} data-row={name}>
            <dt className={css.name}>{text.nerd.rows[name]}</dt>
            <dd className={css.value}>
              {value}
              {entries.map((entry, index) => (
                <span key={index} className={css.line}>
                  {logLine(entry)}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

const EMPTY = { 'zh-CN': '还没有日志', en: 'Nothing logged yet' } as const;

/** Shows the player log; it can be copied or saved as a file. */
export function PlayerLog({ onClose }: { onClose: () => void }) {
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
