import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';

import type { OfflineRoom } from '../offline-room.ts';
import { BASE_PATH, type Route } from '../../core/room/start/route.ts';
import { type Unavailable as Why, unavailableStart } from '../../core/room/start/live-info.ts';
import { type FirstWords, Words } from '../text/Words.tsx';
import { Lobby } from './Lobby.tsx';
import { StarDoor } from './StarDoor.tsx';
import Unavailable from './Unavailable.tsx';

/** Paths of the lobby. The first one, without a slash at its end, occurs if the server does not redirect it to the second one. */
const LOBBY = [BASE_PATH.slice(0, -1), BASE_PATH, `${BASE_PATH}index.html`];
const UNKNOWN: Why = { why: 'unknown', code: 0, message: '' };

/** Opens the pages without a room. `startMock` is null except in the offline build, where the mock serves the list of rooms. */
export async function openLobby(
  root: Root,
  route: Route,
  first: FirstWords,
  startMock: (() => Promise<OfflineRoom>) | null,
): Promise<void> {
  const draw = (page: React.ReactNode): void =>
    root.render(
      <StrictMode>
        <Words first={first}>{page}</Words>
      </StrictMode>,
    );
  let scenarios: OfflineRoom['scenarios'] = [];
  try {
    if (startMock !== null) ({ scenarios } = await startMock());
  } catch (cause) {
    console.error('the lobby did not start', cause);
    draw(<Unavailable unavailable={unavailableStart(isSecureContext)} />);
    return;
  }
  if (route.type === 'start-live') draw(<StarDoor />);
  else if (LOBBY.includes(location.pathname)) draw(<Lobby scenarios={scenarios} />);
  else draw(<Unavailable unavailable={UNKNOWN} />);
}
