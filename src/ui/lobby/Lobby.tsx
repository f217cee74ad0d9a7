import { lazy, Suspense } from 'react';

import type { MockControl } from '../../../mocks/control.ts';
import { useText } from '../text/text.ts';
import css from './Lobby.module.css';
import { NumberBox } from './NumberBox.tsx';
import { RoomBones, Rooms } from './Rooms.tsx';
import { Shell } from './Shell.tsx';
import { type Rooms as RoomsState, useRooms } from './use-rooms.ts';
import { useLobbyWords } from './words.ts';

/** Only in the offline build: the scenarios, and a player for own videos. */
const Workshop = import.meta.env.VITE_MOCK === '1' ? lazy(() => import('./Workshop.tsx')) : null;

/** The first page: rooms that are live now, and a form to open any other room. */
export function Lobby({ scenarios }: { scenarios: MockControl['scenarios'] }) {
  const words = useLobbyWords();
  const text = useText();
  const { rooms, reload } = useRooms();
  return (
    <Shell title={words.title} hasSlogan={false}>
      <section className={css.hero}>
        <div className={css.intro}>
          <h1 className={css.slogan}>{text.brandSlogan}</h1>
          <p className={css.line}>{words.intro}</p>
        </div>
        <div className={css.box}>
          <NumberBox />
        </div>
      </section>
      <Shelves rooms={rooms} reload={reload} />
      {Workshop !== null && (
        <Suspense>
          <Workshop scenarios={scenarios} />
        </Suspense>
      )}
    </Shell>
  );
}

function Shelves({ rooms, reload }: { rooms: RoomsState; reload: () => void }) {
  const words = useLobbyWords();
  if (rooms.name === 'loading') return <RoomBones label={words.loading} />;
  if (rooms.name === 'no-list') return <Note title={words.noList} hint={words.noListHint} />;
  if (rooms.name === 'failed')
    return (
      <Note title={words.failed} hint={words.failedHint}>
        <button type="button" className={css.button} onClick={reload}>
          {words.retry}
        </button>
      </Note>
    );
  return (
    <>
      {rooms.list.live.length === 0 && <Note title={words.empty} hint={words.emptyHint} />}
      <Rooms title={words.live} rooms={rooms.list.live} />
      <Rooms title={words.away} rooms={rooms.list.away} />
    </>
  );
}

function Note({ title, hint, children }: { title: string; hint: string; children?: React.ReactNode }) {
  return (
    <section className={css.note} role="status">
      <h2 className={css.noteTitle}>{title}</h2>
      <p className={css.line}>{hint}</p>
      {children}
    </section>
  );
}
