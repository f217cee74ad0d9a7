import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { StageRegion } from '../../ui/stage/StageRegion.tsx';
import css from './panel.module.css';
import type { StreamInfoView } from './room.ts';
import type { StreamInfoWords } from './text.ts';

/** Messages inside the stream, in step with the picture: the current song and the newest effect gift. */
export default function StreamInfoPanel({ view: { song, gift }, words }: PanelProps<StreamInfoView, never, StreamInfoWords>) {
  return (
    <StageRegion name="tips">
      <div className={css.tips} role="status">
        {song !== null && (
          <p className={css.tip} data-stream-info="song">
            <Icon name="song" size={16} />
            <span className="cut">
              <b>{song.name}</b>
              {song.singer !== '' && ` · ${song.singer}`}
            </span>
          </p>
        )}
        {gift !== null && (
          <p key={gift.id} className={css.tip} data-stream-info="gift">
            <Icon name="gift" size={18} />
            <span className="cut">{words.gift(gift.sender, gift.name, gift.count)}</span>
          </p>
        )}
      </div>
    </StageRegion>
  );
}
