import { lazy, Suspense, type SyntheticEvent, useId, useRef, useState } from 'react';
import type { OfflineRoom } from '../offline-room.ts';
import { useText } from '../text/text.ts';
import css from './Lobby.module.css';
import { RoomSkeletons, Rooms } from './Rooms.tsx';
import { Shell } from './Shell.tsx';
import { type Rooms as RoomsState, useRooms } from './use-rooms.ts';
import { useLobbyWords } from './words.ts';
import { readRoute, roomAddress } from '../../core/room/start/route.ts';
import { readCookies, readLogin } from '../../core/room/start/cookies.ts';
import { STORED_KEYS, storedReader } from '../../core/room/start/stored.ts';
import { doesFollow, readFollows } from '../../core/room/people/follows.ts';
import { type ListedRoom, readRoomNumber } from '../../core/room/room-list.ts';
import { readCookie, readStorage } from '../page/page-input.ts';
import forms from './forms.module.css';

/** Only in the offline build: the scenarios, and a player for own videos. */
const Workshop = import.meta.env.VITE_MOCK === '1' ? lazy(() => import('./Workshop.tsx')) : null;

/** The first page: rooms that are live now, and a form to open any other room. */
export function Lobby({ scenarios }: { scenarios: OfflineRoom['scenarios'] }) {
  const words = useLobbyWords();
  const text = useText();
  const { rooms, reload } = useRooms();
  const [wanted, setWanted] = useState('');
  const named = roomsNamed(rooms, wanted);
  return (
    <Shell title={words.title} hasSlogan={false}>
      <section className={css.hero}>
        <div className={css.intro}>
          <h1 className={css.slogan}>{text.brandSlogan}</h1>
          <p className={css.line}>{words.intro}</p>
        </div>
        <div className={css.box}>
          <NumberBox wanted={wanted} setWanted={setWanted} found={named?.[0] ?? null} />
        </div>
      </section>
      <Shelves rooms={rooms} named={named} reload={reload} />
      {Workshop !== null && (
        <Suspense>
          <Workshop scenarios={scenarios} />
        </Suspense>
      )}
    </Shell>
  );
}

/** The rooms whose star or title has these words, live ones first; null: no words, or a number. */
function roomsNamed(rooms: RoomsState, wanted: string): readonly ListedRoom[] | null {
  const part = wanted.trim().toLowerCase();
  if (rooms.name !== 'listed' || part === '' || readRoomNumber(part) !== null) return null;
  return [...rooms.list.live, ...rooms.list.away].filter(({ starName, liveName }) =>
    `${starName} ${liveName}`.toLowerCase().includes(part),
  );
}

const KINDS = ['all', 'followed', 'stage', 'vertical', 'radio'] as const;
type Kind = (typeof KINDS)[number];

/** Whether a room is of the kind; `follows` in the format of the storage. */
function isOfKind(kind: Kind, { roomId, isRadio, isVertical }: ListedRoom, follows: readonly string[], userId: number): boolean {
  if (kind === 'followed') return doesFollow(follows, userId, roomId);
  if (kind === 'radio') return isRadio;
  return kind === 'all' || (isVertical ? kind === 'vertical' : kind === 'stage' && !isRadio);
}

function readOwnFollows(): readonly string[] {
  return readFollows(storedReader(readStorage('localStorage'), Date.now())(STORED_KEYS.follows));
}

interface ShelvesProps {
  readonly rooms: RoomsState;
  readonly named: readonly ListedRoom[] | null;
  readonly reload: () => void;
}

function Shelves({ rooms, named, reload }: ShelvesProps) {
  const words = useLobbyWords();
  const [kind, setKind] = useState<Kind>('all');
  const [follows] = useState(readOwnFollows);
  const [userId] = useState(() => readLogin(readCookies(readCookie())).userId);
  if (rooms.name === 'loading') return <RoomSkeletons label={words.loading} />;
  if (rooms.name === 'no-list') return <Note title={words.noList} hint={words.noListHint} />;
  if (rooms.name === 'failed')
    return (
      <Note title={words.failed} hint={words.failedHint}>
        <button type="button" className={`pill main-action ${css.button}`} onClick={reload}>
          {words.retry}
        </button>
      </Note>
    );
  const { live, away } = rooms.list;
  const isShown = (room: ListedRoom): boolean => named?.includes(room) ?? isOfKind(kind, room, follows, userId);
  const [shownLive, shownAway] = [live.filter((room) => isShown(room)), away.filter((room) => isShown(room))];
  const isEmpty = shownLive.length + shownAway.length === 0;
  const followsNone = kind === 'followed' && named === null;
  return (
    <>
      {live.length === 0 && <Note title={words.empty} hint={words.emptyHint} />}
      {named === null && live.length > 0 && (
        <div className={css.kinds} role="group" aria-label={words.kinds}>
          {KINDS.map((one) => (
            <button key={one} type="button" className={css.kind} aria-pressed={one === kind} onClick={() => setKind(one)}>
              {words.kindOf[one]}
            </button>
          ))}
        </div>
      )}
      {isEmpty && live.length > 0 && (
        <Note title={followsNone ? words.noneFollowed : words.noneShown} hint={followsNone ? words.followHint : words.emptyHint} />
      )}
      <Rooms title={words.live} rooms={shownLive} />
      <Rooms title={words.away} rooms={shownAway} />
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

interface NumberBoxProps {
  readonly wanted: string;
  readonly setWanted: (wanted: string) => void;
  /** The first room that has these words. */
  readonly found: ListedRoom | null;
}

/** Opens a room by its number, by an address that ends in one, or by the name of its star; words filter the rooms below. */
function NumberBox({ wanted, setWanted, found }: NumberBoxProps) {
  const words = useLobbyWords();
  const [isBad, setBad] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const roomId = readRoomNumber(wanted) ?? found?.roomId ?? null;
    setBad(roomId === null);
    if (roomId === null) field.current?.focus();
    else location.assign(roomAddress(roomId, { route: readRoute(location.pathname), search: location.search }));
  };
  return (
    <form className={forms.row} onSubmit={submit} noValidate role="search">
      <input
        ref={field}
        className="text-field"
        aria-label={words.numberLabel}
        placeholder={words.numberPlaceholder}
        enterKeyHint="go"
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        autoComplete="off"
        maxLength={2_048}
        aria-invalid={isBad}
        aria-describedby={problem}
      />
      <button type="submit" className="pill main-action">
        {words.enter}
      </button>
      <p id={problem} className={forms.problem} role="alert">
        {isBad && words.numberBad}
      </p>
    </form>
  );
}
