/**
 * Names by the keyboard. They are no stops of Tab: a hundred of them would stand between the log and the send box. In the log Enter goes to the
 * newest name, the arrows from name to name, Home and End to the first and the last, Escape back to the log. True: the key was used.
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
