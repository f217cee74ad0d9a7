import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';

import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { useLanguage, useText } from '../../text/text.ts';
import { walkMenu } from './menu-keys.ts';
import css from './PlayerMenu.module.css';

/** Texts of this chunk. */
const WORDS = {
  'zh-CN': {
    savers: '省流量省电',
    saver: { off: '关闭', 'lower-line': '数据更少的播放方式', 'fewer-pictures': '减少画面帧数', 'sound-only': '只听声音' },
  },
  en: {
    savers: 'Save data and power',
    saver: { off: 'Off', 'lower-line': 'Playback with less data', 'fewer-pictures': 'Fewer pictures', 'sound-only': 'Sound only' },
  },
} as const;

/** Choice of kind, data saver and line, if there is a choice. */
export default function PlayerChoices({ onClose }: { onClose: () => void }) {
  const player = useRoom('player');
  const { kilobitsPerS } = useRoom('streamInfo');
  const { picture } = useRoom('layout');
  const context = useRoomContext();
  const text = useText();
  const box = useRef<HTMLDivElement>(null);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const leave = (event: PointerEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('[aria-expanded="true"]') !== null) return;
      if (!box.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else walkMenu(event, box.current);
  };

  return (
    <div ref={box} className={`${css.menu} ${css.above}`} role="menu" tabIndex={-1} aria-label={text.lines} onKeyDown={walk}>
      {picture.width > 0 && (
        <p className={css.group}>
          {`${picture.width}×${picture.height}`}
          {kilobitsPerS !== null && ` · ${kilobitsPerS} kbit/s`}
        </p>
      )}
      {player.kinds.length > 1 && (
        <>
          <p className={css.group}>{text.decodeKind}</p>
          {player.kinds.map((kind) => (
            <Choice
              key={kind}
              label={text.kinds[kind]}
              isChosen={kind === player.kind}
              onChoose={() => {
                context.act({ type: 'choose-kind', kind });
                onClose();
              }}
            />
          ))}
        </>
      )}
      <Savers onClose={onClose} />
      {player.lineCount > 1 && (
        <>
          <p className={css.group}>{text.line}</p>
          {Array.from({ length: player.lineCount }, (_, line) => (
            <Choice
              key={line}
              label={text.lineName(line + 1)}
              isChosen={line === player.line}
              onChoose={() => {
                context.act({ type: 'choose-line', line });
                onClose();
              }}
            />
          ))}
        </>
      )}
    </div>
  );
}

/** The data savers that the current kind supports. */
function Savers({ onClose }: { readonly onClose: () => void }) {
  const { saver: chosen, savers } = useRoom('player');
  const { act } = useRoomContext();
  const words = WORDS[useLanguage()];
  if (savers.length === 0) return null;
  return (
    <>
      <p className={css.group}>{words.savers}</p>
      {savers.map((saver) => (
        <Choice
          key={saver}
          label={words.saver[saver]}
          isChosen={saver === (savers.includes(chosen) ? chosen : 'off')}
          onChoose={() => {
            act({ type: 'choose-saver', saver });
            onClose();
          }}
        />
      ))}
    </>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" role="menuitemradio" aria-checked={isChosen} className={css.item} onClick={onChoose}>
      <span className={css.mark}>{isChosen && <Icon name="check" size={16} />}</span>
      {label}
    </button>
  );
}
