import type { PlayerOrder } from '../../player/rules/recovery/orders.ts';

/**
 * The viewer's consent to sharing the stream with other viewers, who see his network address. He is asked once; until he agrees, the stream
 * comes from the server alone.
 */

const STORED_KEY = 'footlight-sharing';
type Answer = 'yes' | 'no';

interface SharingConsent {
  /** Passes orders on; sharing is switched off in those that the viewer has not agreed to. */
  readonly order: (order: PlayerOrder) => void;
  /** True while the viewer is to be asked. */
  readonly isPending: () => boolean;
  answer(answer: Answer): void;
  readonly subscribe: (changed: () => void) => () => void;
}

let current: SharingConsent | null = null;
/** Of this page's player; null before there is one. */
export const sharingConsent = (): SharingConsent | null => current;

export function createSharingConsent(
  order: (order: PlayerOrder) => void,
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
): SharingConsent {
  let answered = read(storage);
  let wanted: Extract<PlayerOrder, { type: 'configure' }> | null = null;
  const listeners = new Set<() => void>();
  const withoutSharing = (given: Extract<PlayerOrder, { type: 'configure' }>): PlayerOrder => ({
    ...given,
    config: { ...given.config, switches: { ...given.config.switches, p2p: false } },
  });
  current = {
    order(given) {
      if (given.type !== 'configure' || !given.config.switches.p2p || answered === 'yes') return order(given);
      wanted = given;
      order(withoutSharing(given));
      for (const listener of listeners) listener();
    },
    isPending: () => wanted !== null && answered === null,
    answer(given) {
      answered = given;
      try {
        storage?.setItem(STORED_KEY, given);
      } catch {
        // Storage is full or forbidden: the answer lasts until the page is closed.
      }
      // From the next start of the player on.
      if (given === 'yes' && wanted !== null) order(wanted);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return current;
}

function read(storage: Pick<Storage, 'getItem'> | null): Answer | null {
  try {
    const stored = storage?.getItem(STORED_KEY) ?? null;
    return stored === 'yes' || stored === 'no' ? stored : null;
  } catch {
    return null;
  }
}

/**
 * The loader of shared streams is a script that runs in the page, and its address arrives with the stream's address: an attacker who
 * controls a response of the live service could run a script. Therefore it is imported only from the page's own origin and the origins in
 * the deployment's settings; `data:` and `blob:` addresses have the origin `null`.
 */
export const isAllowedLoader = (origin: string, pageOrigin: string, allowed: readonly string[]): boolean =>
  origin !== 'null' && (origin === pageOrigin || allowed.includes(origin));
