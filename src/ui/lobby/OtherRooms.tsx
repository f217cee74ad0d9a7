import { useEffect, useState } from 'react';

import { readRoute, roomAddress } from '../../core/room/start/route.ts';
import { Avatar } from '../room/Avatar.tsx';
import { useLanguage } from '../text/text.ts';
import css from './OtherRooms.module.css';
import { useRoom } from '../room-context.ts';
import { useOtherRooms } from './use-rooms.ts';

const WORDS = { 'zh-CN': '正在直播', en: 'Live now' } as const;
const MAX_ROOMS = 4;
/** Upper bound of the delay of the request, in ms: an outage shows this list to all viewers of a room at once. */
const SPREAD_MS = 3_000;

/** Links to rooms that are live, in a room that shows no picture. Without the chat there is no network, and no other room either. */
export default function OtherRooms() {
  const [isDue, setDue] = useState(false);
  const isOpen = useRoom('chat').connection === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setDue(true), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isDue && <List />;
}

function List() {
  const title = WORDS[useLanguage()];
  const others = useOtherRooms(MAX_ROOMS);
  const route = readRoute(location.pathname);
  if (others.length === 0) return null;
  return (
    <nav className={css.others} aria-label={title} data-other-rooms="">
      <span className={css.title} aria-hidden="true">
        {title}
      </span>
      <ul className={css.list}>
        {others.map(({ roomId, starName, avatarUrl }) => (
          <li key={roomId}>
            <a className={css.room} href={roomAddress(roomId, { route, search: location.search })}>
              <Avatar url={avatarUrl} name={starName} size={40} isLive />
              <span className={`cut ${css.name}`}>{starName === '' ? roomId : starName}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
