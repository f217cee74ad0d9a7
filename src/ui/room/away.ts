/**
 * Key in the history state while the viewer is in the lobby and the room keeps playing in a corner. The address remains that of the room,
 * so that a reload opens the room.
 */
const STATE = 'footlight-lobby';

const listeners = new Set<() => void>();
const isLobby = (): boolean => (history.state as Readonly<Record<string, unknown>> | null)?.[STATE] === true;
const tell = (): void => {
  for (const listener of listeners) listener();
};

export const away = {
  is: isLobby,
  leave(): void {
    history.pushState({ [STATE]: true }, '');
    tell();
  },
  /** Called before the page is drawn, because a reload keeps the history state. */
  endAfterReload(): void {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type === 'reload' && isLobby()) history.replaceState(null, '');
  },
  /** The same as the browser's back button. */
  back: (): void => history.back(),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    addEventListener('popstate', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('popstate', listener);
    };
  },
};
