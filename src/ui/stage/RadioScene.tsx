import { useRoom } from '../hands.ts';
import { Avatar } from '../room/Avatar.tsx';
import { useText } from '../text/text.ts';
import css from './RadioScene.module.css';

const BARS = 28;

/** A room without a picture: the star's portrait on a turning record. It moves while the sound plays. */
export default function RadioScene() {
  const room = useRoom('room');
  const player = useRoom('player');
  const text = useText();
  return (
    <div className={css.scene} data-playing={player.status === 'playing' || undefined} data-double="">
      <div className={css.disc} aria-hidden="true">
        <span className={css.ring} />
        <span className={css.ring} />
        <span className={css.plate}>
          <Avatar url={room.avatarUrl} name={room.starName} size={128} isLive={false} />
        </span>
      </div>
      <p className={css.name}>{room.starName}</p>
      <p className={css.title}>{text.radioTitle}</p>
      <div className={css.bars} aria-hidden="true">
        {Array.from({ length: BARS }, (_, bar) => (
          <i key={bar} style={{ animationDelay: `${-((bar * 7) % 11) * 0.13}s`, animationDuration: `${0.9 + ((bar * 5) % 7) * 0.11}s` }} />
        ))}
      </div>
    </div>
  );
}
