import { readRoute } from '../core/room/start/route.ts';
import { installScriptPolicy } from '../design/script-policy.ts';
import { untilLoaded } from '../player/page/loading.ts';
import { Session } from './session.ts';

const OPENED = 'footlight:opened';

/** The session starts before React: workers and requests of a room are started before the page is rendered (shell.tsx). */
async function open(): Promise<void> {
  // Loaded only if needed; workers bundle their copy.
  if (!('with' in Array.prototype)) (await import('./start/older-browsers.ts')).addMissingToPage();
  const route = readRoute(location.pathname);
  // Without a room no session is created: no worker, no player.
  const session = 'roomId' in route && route.roomId !== null ? new Session(route.roomId) : null;
  await session?.timeToDraw;
  const { showRoom, showLobby } = await untilLoaded(async () => import('./shell.tsx'));
  await (session === null ? showLobby(route) : showRoom(session));
}

// A loader of shared streams imports this file too (vite.config.ts): from another origin it would run a second time.
if (performance.getEntriesByName(OPENED).length === 0) {
  performance.mark(OPENED);
  installScriptPolicy(globalThis);
  void open();
}
