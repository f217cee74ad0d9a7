import { useEffect, useRef } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './PlayerMenu.module.css';

/** Kind of playback and line, as far as there is a choice. */
export default function PlayerChoices({ onClose }: { onClose: () => void }) {
  const player = useRoom('player');
  const hands = useHands();
  const text = useText();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const leave = (event: PointerEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('[aria-expanded="true"]') !== null) return;
      if (!box.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);

  return (
    <div
      ref={box}
      className={`${css.menu} ${css.above}`}
      role="menu"
      tabIndex={-1}
      aria-label={text.lines}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {player.kinds.length > 1 && (
        <>
          <p className={css.group}>{text.decodeKind}</p>
          {player.kinds.map((kind) => (
            <Choice
              key={kind}
              label={text.kinds[kind]}
              isChosen={kind === player.kind}
              onChoose={() => {
                hands.act({ do: 'choose-kind', kind });
                onClose();
              }}
            />
          ))}
        </>
      )}
      {player.lineCount > 1 && (
        <>
          <p className={css.group}>{text.line}</p>
          {Array.from({ length: player.lineCount }, (_, line) => (
            <Choice
              key={line}
              label={text.lineName(line + 1)}
              isChosen={line === player.line}
              onChoose={() => {
                hands.act({ do: 'choose-line', line });
                onClose();
              }}
            />
          ))}
        </>
      )}
    </div>
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
