import { StrictMode } from 'react';
import { type RoomContext, RoomContextProvider, useRoom } from './room-context.ts';
import { FeatureBoundary, latePart } from './overlays/FeatureBoundary.tsx';
import { Room } from './room/Room.tsx';
import { useText } from './text/text.ts';
import { type FirstWords, Words } from './text/Words.tsx';
import { Logo } from '../design/icons/FirstIcon.tsx';
import css from './App.module.css';

/** A separate chunk, because most visits find a room. */
const Unavailable = latePart('unavailable', async () => import('./lobby/Unavailable.tsx'));

/** The room with its language and context. */
export function App({ context, first }: { context: RoomContext; first: FirstWords }) {
  return (
    <StrictMode>
      <RoomContextProvider value={context}>
        <Words first={first} send={context.send}>
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

/** Shown after an uncaught error of the page, with a reload button. */
function Broken() {
  const text = useText();
  return (
    <main className={css.broken} role="alert">
      <Logo size={52} />
      <h1 className={css.title}>{text.roomBroken}</h1>
      <p className={css.hint}>{text.roomBrokenHint}</p>
      <button type="button" className={css.button} onClick={() => location.reload()}>
        {text.refresh}
      </button>
    </main>
  );
}
