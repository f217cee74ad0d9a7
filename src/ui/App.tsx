import { lazy, StrictMode, useCallback, useEffect } from 'react';

import { type RoomContext, RoomContextProvider, useRoom, useRoomContext } from './room-context.ts';
import { Broken } from './overlays/Broken.tsx';
import { FeatureBoundary } from './overlays/FeatureBoundary.tsx';
import { partFailed, partShown } from './overlays/page-parts.ts';
import { Room } from './room/Room.tsx';
import { type Language, useLanguage } from './text/text.ts';
import { type FirstWords, Words } from './text/Words.tsx';

/** A separate chunk, because most visits find a room. */
const Unavailable = lazy(() => import('./lobby/Unavailable.tsx'));

/** The room with its language and context. */
export function App({ context, first }: { context: RoomContext; first: FirstWords }) {
  const onFailure = useCallback(
    (language: Language, error: unknown) => partFailed(context.send, `text-${language}`, String(error)),
    [context],
  );
  return (
    <StrictMode>
      <RoomContextProvider value={context}>
        <Words first={first} onFailure={onFailure}>
          <FeatureBoundary name="page" broken={<Broken />}>
            <RoomOrWhyNot />
          </FeatureBoundary>
        </Words>
      </RoomContextProvider>
    </StrictMode>
  );
}

function RoomOrWhyNot() {
  const unavailable = useRoom('unavailable');
  const { send } = useRoomContext();
  const language = useLanguage();
  useEffect(() => partShown(send, `text-${language}`), [send, language]);
  return unavailable === null ? <Room /> : <Unavailable unavailable={unavailable} />;
}
