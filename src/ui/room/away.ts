/** The viewer looks at the lobby while the room plays on in a corner. The address stays the room's: a reload opens the room. */
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
  /** As the browser's own button does it. */
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
