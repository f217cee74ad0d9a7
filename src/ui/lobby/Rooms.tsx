import { useState } from 'react';

import type { ListedRoom } from '../../core/room/room-list.ts';
import { readRoute, roomAddress } from '../../core/room/start/route.ts';
import { sizedImage } from '../../core/room/layout/image-sizes.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Avatar } from '../room/Avatar.tsx';
import { formatCount } from '../text/numbers.ts';
import { useText } from '../text/text.ts';
import css from './Rooms.module.css';
import { useLobbyWords } from './words.ts';

/** Width of a cover on the widest screen, in CSS pixels. */
const COVER_PX = 400;
const BONES = 6;

/** Covers that link to rooms. */
export function Rooms({ title, rooms }: { title: string; rooms: readonly ListedRoom[] }) {
  if (rooms.length === 0) return null;
  return (
    <section className={css.shelf}>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.grid}>
        {rooms.map((room) => (
          <li key={room.roomId}>
            <Card room={room} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RoomSkeletons({ label }: { label: string }) {
  return (
    <section className={css.shelf} role="status" aria-label={label}>
      <span className={css.boneTitle} />
      <div className={css.grid}>
        {Array.from({ length: BONES }, (_, at) => (
          <span key={at} className={css.bone} />
        ))}
      </div>
    </section>
  );
}

function Card({ room }: { room: ListedRoom }) {
  const words = useLobbyWords();
  const text = useText();
  const star = room.starName === '' ? words.numbered(room.roomId) : room.starName;
  const mark = room.isLive ? (room.isRadio ? words.radio : words.onAir) : words.offAir;
  return (
    <a className={css.card} href={roomAddress(room.roomId, { route: readRoute(location.pathname), search: location.search })}>
      <span className={css.cover}>
        <Cover url={room.coverUrl} />
        <span className={css.mark} data-live={room.isLive || undefined}>
          {room.isRadio && room.isLive && <Icon name="mic" size={13} />}
          {mark}
        </span>
        {room.isLive && (
          <span className={css.viewers}>
            <Icon name="eye" size={14} />
            {words.viewers(formatCount(room.viewers, text.lang))}
          </span>
        )}
      </span>
      <span className={css.about}>
        <Avatar url={room.avatarUrl} name={star} size={36} isLive={false} />
        <span className={css.names}>
          <span className={`cut ${css.show}`}>{room.liveName === '' ? text.roomLabel(star) : room.liveName}</span>
          <span className={`cut ${css.star}`}>{star}</span>
        </span>
      </span>
    </a>
  );
}

/** If a cover is missing or fails to load, the background is visible. */
function Cover({ url }: { url: string }) {
  const [isFailed, setFailed] = useState(false);
  if (url === '' || isFailed) return null;
  const { src, srcSet } = sizedImage(url, COVER_PX);
  return (
    <img
      className={css.picture}
      src={src}
      {...(srcSet !== '' && { srcSet, sizes: `${COVER_PX}px` })}
      alt=""
      width={640}
      height={360}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
