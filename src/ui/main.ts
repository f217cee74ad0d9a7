import { readRoute } from '../core/room/route.ts';
import { installScriptPolicy } from '../core/script-policy.ts';
import { createSession } from './session.ts';

const OPENED = 'footlight:opened';

/** A room is a room before it is a page: its workers and its calls are on their way before React is run (shell.tsx). */
async function open(): Promise<void> {
  // Only where it is needed, so that others load nothing; the workers have it with them.
  if (!('with' in Array.prototype)) (await import('./older-browsers.ts')).addMissingToPage();
  const route = readRoute(location.pathname);
  // Without a room there is nothing to start: no worker, no player.
  const session = 'roomId' in route && route.roomId !== null ? createSession(route.roomId) : null;
  await session?.timeToDraw;
  const { showRoom, showLobby } = await import('./shell.tsx');
  await (session === null ? showLobby(route) : showRoom(session));
}

// A loader of shared streams imports this file too (vite.config.ts): from another origin it would run again.
if (performance.getEntriesByName(OPENED).length === 0) {
  performance.mark(OPENED);
  installScriptPolicy(globalThis);
  void open();
}
