import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { notify } from '../overlays/notice.ts';
import { useText } from '../text/text.ts';
import { playbackInfo } from './player-info.ts';
import css from './PlayerMenu.module.css';

const EDGE = 8;

interface MenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onLog: () => void;
  readonly onNerd: () => void;
}

/** The right-click menu of the video area. Arrow keys walk, Escape and a click elsewhere close. */
export default function PlayerMenu({ at, onClose, onLog, onNerd }: MenuProps) {
  const hands = useHands();
  const stage = useRoom('stage');
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);

  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (size === undefined) return;
    setPlace({
      x: Math.max(EDGE, Math.min(at.x, window.innerWidth - size.width - EDGE)),
      y: Math.max(EDGE, Math.min(at.y, window.innerHeight - size.height - EDGE)),
    });
  }, [at]);

  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    const leave = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [onClose]);

  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || box.current === null) return undefined;
    event.preventDefault();
    const items = [...box.current.querySelectorAll('button')];
    const index = items.findIndex((item) => item === document.activeElement);
    items[(index + by + items.length) % items.length]?.focus();
    return undefined;
  };

  const copyInfo = async (): Promise<void> => {
    onClose();
    try {
      await navigator.clipboard.writeText(playbackInfo(hands.store.get()));
      notify(text.logCopied, 'good');
    } catch {
      notify(text.logCopyFailed, 'bad');
    }
  };

  return (
    <div
      ref={box}
      className={`${css.menu} ${css.free}`}
      style={{ left: place.x, top: place.y }}
      role="menu"
      tabIndex={-1}
      aria-label={text.menu}
      onKeyDown={walk}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Item icon="lines" label={text.menuNerd} onClick={onNerd} />
      <Item icon="log" label={text.menuLog} onClick={onLog} />
      {stage.at !== 'publish' && (
        <Item
          icon="reload"
          label={text.menuReload}
          onClick={() => {
            onClose();
            hands.act({ do: 'retry-player' });
          }}
        />
      )}
      <Item icon="copy" label={text.menuCopyInfo} onClick={() => void copyInfo()} />
      <p className={css.version}>Footlight</p>
    </div>
  );
}

function Item({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" role="menuitem" className={css.item} onClick={onClick}>
      <Icon name={icon} size={17} />
      {label}
    </button>
  );
}
