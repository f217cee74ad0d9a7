import type { RoomCard } from '../../core/room/view.ts';
import { Countdown } from '../features/parts/Countdown.tsx';
import { FeatureSlot } from '../features/Slots.tsx';
import { useRoomContext, useRoom } from '../room-context.ts';
import { FirstIcon } from '../../design/icons/FirstIcon.tsx';
import { formatCount } from '../text/numbers.ts';
import { formatDuration, useText } from '../text/text.ts';
import { Avatar } from './Avatar.tsx';
import css from './StarBar.module.css';

export function StarBar() {
  const room = useRoom('room');
  const phase = useRoom('phase');
  const me = useRoom('me');
  const context = useRoomContext();
  const text = useText();
  const isLive = room.liveStatus === 1;
  const isOwn = me.userId !== 0 && room.role === 1;

  if (phase === 'loading' && room.starName === '') {
    return (
      <section className={css.bar} data-room-part="star" aria-busy="true" aria-label={text.loading}>
        {/* Placeholder until the room's name is known. */}
        <h1 className="unseen">{text.brand}</h1>
        <span className={css.boneFace} />
        <span className={css.boneText} />
      </section>
    );
  }
  return (
    <section className={css.bar} data-room-part="star">
      <Avatar url={room.avatarUrl} name={room.starName} size={46} isLive={isLive} />
      <div className={css.who}>
        <h1 className={css.title}>{room.liveName === '' ? text.roomLabel(room.starName) : room.liveName}</h1>
        <p className={css.facts}>
          <span className={css.star}>{room.starName}</span>
          {room.clan !== null && <Clan clan={room.clan} />}
          <span className={css.badge} data-live={isLive || undefined}>
            {isLive ? (room.liveType === 'radio' ? text.radioLive : text.live) : text.offline}
          </span>
          {isLive && room.isHifi && (
            <span className={css.hifi} data-hifi="">
              {text.hifi}
            </span>
          )}
          {isLive && room.liveSince > 0 && <LiveClock since={room.liveSince} />}
          {isLive && (
            <span className={css.fact}>
              <FirstIcon name="eye" size={15} />
              {text.viewers(formatCount(room.viewers, text.lang))}
            </span>
          )}
        </p>
      </div>
      <FeatureSlot slot="star-bar" />
      <span className={css.fans}>{text.followers(formatCount(room.followers, text.lang))}</span>
      {!isOwn && (
        <button
          type="button"
          className={css.follow}
          aria-pressed={room.following}
          title={room.following ? text.unfollowHint : undefined}
          onClick={() => context.act({ type: 'follow', on: !room.following })}
        >
          <FirstIcon name={room.following ? 'check' : 'heartFull'} size={16} />
          {room.following ? text.following : text.follow}
        </button>
      )}
    </section>
  );
}

function Clan({ clan: { name, logoUrl } }: { clan: NonNullable<RoomCard['clan']> }) {
  return (
    <span className={css.clan} data-clan="">
      <Avatar url={logoUrl} name={name} size={18} isLive={false} />
      <span className={css.clanName}>{name}</span>
    </span>
  );
}

/** Countdown without an end, because the end of a show is unknown. */
const ENDLESS = { leftMs: Number.POSITIVE_INFINITY } as const;

/** Time since the start of the show. Written like a countdown, without React. */
function LiveClock({ since }: { since: number }) {
  const text = useText();
  return <Countdown timed={ENDLESS} format={() => text.liveFor(formatDuration(Date.now() / 1_000 - since))} className={css.clock} />;
}
