import { type SyntheticEvent, useMemo, useState } from 'react';

import { LOGIN_COOKIES, readCookies, readLogin, writeCookie as cookieOf } from '../../core/room/start/cookies.ts';
import { BASE_PATH } from '../../core/room/start/route.ts';
import { readRoomNumber, type ListedRoom } from '../../core/room/room-list.ts';
import { Avatar } from '../room/Avatar.tsx';
import { readCookie, writeCookie } from '../page/page-input.ts';
import forms from './forms.module.css';
import { Shell } from './Shell.tsx';
import css from './StarDoor.module.css';
import { useRooms } from './use-rooms.ts';
import { useLobbyWords } from './words.ts';

type Problem = 'user-id' | 'token' | 'room';

const studioPath = (roomId: number): string => `${BASE_PATH}room/star/${roomId}`;

/**
 * P1: `/room/startlive/` contains no room number. If the list of rooms contains the room of the logged-in star, this room is offered;
 * otherwise a form requests room number and login.
 */
export function StarDoor() {
  const words = useLobbyWords();
  const { rooms } = useRooms();
  const known = useMemo(() => readLogin(readCookies(readCookie())).userId, []);
  const [account, setAccount] = useState(known);
  /** True from the first focus in a field of the form on: the list of rooms may arrive later and must not remove the form. */
  const [isOther, setOther] = useState(false);
  const all = rooms.name === 'listed' ? [...rooms.list.live, ...rooms.list.away] : [];
  const own = account === 0 || isOther ? undefined : all.find(({ starId }) => starId === account);
  return (
    <Shell title={words.starTitle}>
      <section className={css.door}>
        <h1 className={css.title}>{words.starTitle}</h1>
        {own !== undefined ? (
          <Own room={own} onOther={() => setOther(true)} />
        ) : (
          <>
            <p className={css.hint}>{words.starHint}</p>
            <StarForm account={account} onUse={() => setOther(true)} onChangeAccount={() => setAccount(0)} />
          </>
        )}
      </section>
    </Shell>
  );
}

function Own({ room, onOther }: { room: ListedRoom; onOther: () => void }) {
  const words = useLobbyWords();
  const name = room.starName === '' ? words.numbered(room.roomId) : room.starName;
  return (
    <div className={css.own}>
      <Avatar url={room.avatarUrl} name={name} size={72} isLive={room.isLive} />
      <p className={css.hint}>{words.numbered(room.roomId)}</p>
      <a className="pill main-action" href={studioPath(room.roomId)}>
        {words.starOwn(name)}
      </a>
      <button type="button" className="pill quiet-action" onClick={onOther}>
        {words.starOther}
      </button>
    </div>
  );
}

/** `account` 0: without a login the form requests one. */
function StarForm({ account, onUse, onChangeAccount }: { account: number; onUse: () => void; onChangeAccount: () => void }) {
  const words = useLobbyWords();
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = (name: Problem): string => {
      const value = new FormData(form).get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const roomId = readRoomNumber(field('room'));
    const bad = roomId === null ? 'room' : account === 0 ? signIn(field('user-id'), field('token')) : null;
    setProblem(bad);
    if (bad !== null || roomId === null) {
      form.querySelector<HTMLElement>(`[name="${bad ?? 'room'}"]`)?.focus();
      return;
    }
    location.assign(studioPath(roomId));
  };

  const problems = { 'user-id': words.starBadUserId, token: words.starBadToken, room: words.numberBad };
  const input = (name: Problem, more: React.InputHTMLAttributes<HTMLInputElement>) => (
    <label className={forms.field}>
      <span>{{ 'user-id': words.starUserId, token: words.starToken, room: words.starRoom }[name]}</span>
      <input
        name={name}
        className="text-field"
        onFocus={onUse}
        aria-invalid={problem === name}
        aria-describedby={`star-${name}`}
        {...more}
      />
      <span id={`star-${name}`} className={forms.problem} role="alert">
        {problem === name && problems[name]}
      </span>
    </label>
  );
  return (
    <form className={forms.column} onSubmit={submit} noValidate>
      {input('room', { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 })}
      {account === 0 ? (
        <>
          {input('user-id', { inputMode: 'numeric', autoComplete: 'username', maxLength: 15 })}
          {input('token', { type: 'password', autoComplete: 'current-password', maxLength: 256 })}
        </>
      ) : (
        <p className={css.account}>
          {words.starAccount(account)}
          <button type="button" className={css.change} onClick={onChangeAccount}>
            {words.starChange}
          </button>
        </p>
      )}
      <button type="submit" className="pill main-action">
        {words.starOpen}
      </button>
    </form>
  );
}

/** Stores the star's login, or returns what is invalid. The studio page itself checks the owner of the room (P1). */
function signIn(userId: string, token: string): Problem | null {
  if (!/^[1-9]\d{0,14}$/.test(userId)) return 'user-id';
  const options = { isSecure: location.protocol === 'https:' };
  const cookies = [cookieOf(LOGIN_COOKIES.userId, userId, options), cookieOf(LOGIN_COOKIES.token, token, options)];
  if (token === '' || !cookies.every(({ ok }) => ok)) return 'token';
  for (const cookie of cookies) if (cookie.ok) writeCookie(cookie.value);
  return null;
}
