import { SESSION_KEYS } from '../../core/room/start/stored.ts';
import type { RoomBase } from './room-base.ts';

/** Minimum interval between two reloads in milliseconds, so that a server whose live type alternates does not keep a page reloading. */
const RELOAD_GAP_MS = 30_000;

/** Makes the page reload; the time of the last reload is kept in session storage. */
export interface PageReload {
  readonly isAllowed: () => boolean;
  readonly reload: (why: string) => void;
}

export function createPageReload({ input, platform, stats, send }: RoomBase): PageReload {
  let reloadedMs = Number(input.session[SESSION_KEYS.reloadedMs] ?? 0);
  return {
    // A stored time in the future is of a system clock that was set back since.
    isAllowed: () => !(Math.abs(platform.epochMs() - reloadedMs) < RELOAD_GAP_MS),
    reload(why) {
      reloadedMs = platform.epochMs();
      stats.emit({ type: 'log', level: 'warn', text: why });
      send({ type: 'store', area: 'session', key: SESSION_KEYS.reloadedMs, value: String(reloadedMs) });
      send({ type: 'reload', why });
    },
  };
}
