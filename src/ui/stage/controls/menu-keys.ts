import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End move the focus between the buttons of a menu, with wrap-around. */
export function walkMenu(event: KeyboardEvent, box: HTMLElement | null): void {
  if (box === null) return;
  const items = [...box.querySelectorAll('button')];
  const index = items.findIndex((item) => item === document.activeElement);
  const next = nextItem(event.key, index, items.length);
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}

/** Null if the key does not move the focus. `index` -1: no item has the focus. */
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
