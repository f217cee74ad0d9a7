import type { StreamSigns as Signs } from '../../workers/core/room/view.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './StreamSigns.module.css';

/** What the stream says of the picture that is shown: the song that is sung, and the gift that just had its effect. */
export default function StreamSigns({ signs: { song, gift } }: { signs: Signs }) {
  const text = useText();
  return (
    <div className={css.signs} role="status">
      {song !== null && (
        <p className={css.sign} data-sign="song">
          <Icon name="mic" size={16} />
          <span className={css.text}>
            <b>{song.name}</b>
            {song.singer !== '' && ` · ${song.singer}`}
          </span>
        </p>
      )}
      {gift !== null && (
        <p key={gift.id} className={css.sign} data-sign="gift">
          <Icon name="gift" size={18} />
          <span className={css.text}>{text.effectGift(gift.sender, gift.name, gift.count)}</span>
        </p>
      )}
    </div>
  );
}
