import { lazy, StrictMode, useCallback } from 'react';

import { type RoomContext, RoomContextProvider, useRoom } from './room-context.ts';
import { Broken } from './overlays/Broken.tsx';
import { FeatureBoundary } from './overlays/FeatureBoundary.tsx';
import { Room } from './room/Room.tsx';
import type { Language } from './text/text.ts';
import { type FirstWords, Words } from './text/Words.tsx';

/** A separate chunk, because most visits find a room. */
const Unavailable = lazy(() => import('./lobby/Unavailable.tsx'));

/** The room with its language and context. */
export function App({ context, first }: { context: RoomContext; first: FirstWords }) {
  const onFailure = useCallback(
    (language: Language, error: unknown) =>
      context.send({ type: 'page-part-failed', name: `text-${language}`, feature: false, detail: String(error) }),
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
  return unavailable === null ? <Room /> : <Unavailable unavailable={unavailable} />;
}
