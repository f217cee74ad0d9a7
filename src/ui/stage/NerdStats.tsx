import { useEffect, useRef, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import { takesKeys } from './keys.ts';
import { nerdRows, type NerdSample } from './nerd-figures.ts';
import css from './NerdStats.module.css';
import { copyLog, downloadLog } from './player-log.ts';

const SAMPLE_EVERY_MS = 500;

interface Samples {
  readonly now: NerdSample | null;
  readonly before: NerdSample | null;
}

/** What plays, how well and why; lies over the picture and lets it through. The player is asked only while this is open. */
export default function NerdStats({ onClose }: { onClose: () => void }) {
  const { player: host, store } = useHands();
  const { kind, reason, log } = useRoom('player');
  const signs = useRoom('signs');
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [samples, setSamples] = useState<Samples>({ now: null, before: null });

  useEffect(() => {
    const look = (): void => {
      const figures = host.figures();
      setSamples(({ now }) => ({ now: figures && { atMs: performance.now(), figures }, before: now }));
    };
    look();
    const timer = setInterval(look, SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [host]);

  useEffect(() => {
    button.current?.focus();
    const pressed = (event: KeyboardEvent): void => {
      // A dialog, a menu or the chat's input has Escape for itself.
      if (event.key !== 'Escape' || event.defaultPrevented || takesKeys(document.activeElement)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [onClose]);

  return (
    <aside className={css.panel} aria-label={text.nerd.title} data-nerd="">
      <div className={css.head}>
        <b className={css.title}>{text.nerd.title}</b>
        <button
          type="button"
          className={css.tool}
          aria-label={text.logCopy}
          title={text.logCopy}
          onClick={() => void copyLog(store.get(), text)}
        >
          <Icon name="copy" size={16} />
        </button>
        <button
          type="button"
          className={css.tool}
          aria-label={text.logDownload}
          title={text.logDownload}
          onClick={() => downloadLog(store.get())}
        >
          <Icon name="download" size={16} />
        </button>
        <button ref={button} type="button" className={css.tool} aria-label={text.close} title={text.close} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <dl className={css.rows} tabIndex={0} aria-label={text.nerd.title}>
        {nerdRows({ ...samples, kind, reason, log, signs }, text).map(({ name, value, lines }) => (
          <div key={name} className={css.row} data-row={name}>
            <dt className={css.name}>{text.nerd.rows[name]}</dt>
            <dd className={css.value}>
              {value}
              {lines.map((line, index) => (
                <span key={index} className={css.line}>
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
