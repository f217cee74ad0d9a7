import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Distance of a menu from the edges of the window, in CSS pixels. */
const EDGE = 8;

interface MenuProps {
  readonly label: string;
  readonly className: string | undefined;
  /** Position in the window; the menu is moved until it is inside. Without it the style sheet places the menu. */
  readonly at?: { readonly x: number; readonly y: number };
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Takes the focus, and returns it on close. Arrow keys move the focus; Escape, Tab and a press elsewhere close. */
export function Menu({ label, className, at, children, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (size === undefined || at === undefined) return;
    setPlace({
      x: Math.max(EDGE, Math.min(at.x, innerWidth - size.width - EDGE)),
      y: Math.max(EDGE, Math.min(at.y, innerHeight - size.height - EDGE)),
    });
  }, [at]);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('[role="menuitem"], [aria-checked="true"]')?.focus();
    const leave = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || box.current?.contains(target) === true) return;
      // The button of an open menu closes it by its click.
      if (target.closest('[aria-haspopup="menu"][aria-expanded="true"]') === null) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const walk = (event: KeyboardEvent): void => {
    // Used here: the statistics over the picture close by the same key.
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const items = [...(box.current?.querySelectorAll('button') ?? [])];
    const next = nextItem(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    );
    if (next === null) return undefined;
    event.preventDefault();
    return items[next]?.focus();
  };
  return (
    <div
      ref={box}
      className={className}
      style={place && { left: place.x, top: place.y }}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={walk}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}

/** Index of the item that a key moves to, with wrap-around; null if the key does not move the focus. `index` -1: no item has the focus. */
export function nextItem(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return index <= 0 ? count - 1 : index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Arrow keys move between tabs and select, per the ARIA tabs pattern. */
export function walkTabs(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = all[(all.findIndex((one) => one === document.activeElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
}
