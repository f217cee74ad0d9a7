import type { CSSProperties } from 'react';

import { useRoom, useRoomContext } from '../room-context.ts';
import { Avatar } from '../room/Avatar.tsx';
import { useLanguage, useText } from '../text/text.ts';
import css from './RadioScene.module.css';

const BARS = 28;

/** Texts of this chunk. */
const WORDS = {
  'zh-CN': { soundOnly: '只听声音中', show: '恢复画面' },
  en: { soundOnly: 'Sound only', show: 'Show the picture' },
} as const;

/** Shown in a radio room or with sound only: the star's portrait on a record, which turns when the sound starts. */
export default function RadioScene() {
  const room = useRoom('room');
  const player = useRoom('player');
  const text = useText();
  const { act } = useRoomContext();
  const words = WORDS[useLanguage()];
  // In a radio room sound only is not a choice, so there is no picture to restore.
  const isChosen = useRoom('stage').name === 'live';
  return (
    <div className={css.scene} data-playing={player.status === 'playing' || undefined} data-double="">
      <div className={css.disc} aria-hidden="true">
        <span className={css.ring} />
        <span className={css.ring} />
        <span className={css.plate}>
          <Avatar url={room.avatarUrl} name={room.starName} size={128} isLive={false} />
        </span>
      </div>
      <div className={css.about}>
        <p className={css.name}>{room.starName}</p>
        <p className={css.title}>{isChosen ? words.soundOnly : text.radioTitle}</p>
        {isChosen && (
          <button type="button" className={css.show} onClick={() => act({ type: 'choose-saver', saver: 'off' })}>
            {words.show}
          </button>
        )}
        <div className={css.bars} aria-hidden="true">
          {Array.from({ length: BARS }, (_, bar) => (
            <i key={bar} style={barStyle(bar)} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Each bar has its own pace and height, so that the row looks like sound even without animation. */
const barStyle = (bar: number): CSSProperties =>
  ({
    '--rest': 0.15 + ((bar * 5) % 9) * 0.07,
    animationDelay: `${-((bar * 7) % 11) * 0.13}s`,
    animationDuration: `${0.9 + ((bar * 5) % 7) * 0.11}s`,
  }) as CSSProperties;
