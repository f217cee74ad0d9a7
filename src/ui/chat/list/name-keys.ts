/**
 * Keyboard navigation between names. Names are not tab stops, because a hundred of them would precede the send box. In the log Enter moves
 * to the newest name, arrows to the next name, Home and End to the first and last, Escape back to the log. Returns true if the key was
 * used.
 */
export function moveAmongNames(log: HTMLElement, key: string): boolean {
  const names = [...log.querySelectorAll<HTMLElement>('button[data-user-id]')];
  const at = names.findIndex((name) => name === document.activeElement);
  const next = targetOf(names, at, key, log);
  next?.focus();
  return next !== undefined;
}

function targetOf(names: readonly HTMLElement[], at: number, key: string, log: HTMLElement): HTMLElement | undefined {
  if (at < 0) return key === 'Enter' && document.activeElement === log ? names.at(-1) : undefined;
  switch (key) {
    case 'ArrowUp':
      return names[Math.max(0, at - 1)];
    case 'ArrowDown':
      return names[at + 1] ?? names[at];
    case 'Home':
      return names[0];
    case 'End':
      return names.at(-1);
    case 'Escape':
      return log;
    default:
      return undefined;
  }
}
