import { SESSION_KEYS } from '../../core/room/stored.ts';
import type { RoomBase } from './room-base.ts';

/** A server whose live type alternates must not keep a page reloading; milliseconds between two reloads. */
const RELOAD_GAP_MS = 30_000;

/** Asks the page to reload itself; when it last did is kept in the page's session storage. */
export interface PageReload {
  readonly isAllowed: () => boolean;
  readonly reload: (why: string) => void;
}

export function createPageReload({ input, platform, stats, send }: RoomBase): PageReload {
  let reloadedMs = Number(input.session[SESSION_KEYS.reloadedMs] ?? 0);
  return {
    isAllowed: () => !(platform.epochMs() - reloadedMs < RELOAD_GAP_MS),
    reload(why) {
      reloadedMs = platform.epochMs();
      stats.emit({ type: 'log', level: 'warn', text: why });
      send({ type: 'store', area: 'session', key: SESSION_KEYS.reloadedMs, value: String(reloadedMs) });
      send({ type: 'reload', why });
    },
  };
}
