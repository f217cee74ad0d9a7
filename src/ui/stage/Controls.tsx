import { lazy, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { notify } from '../overlays/notice.ts';
import { Part } from '../overlays/Part.tsx';
import { useText } from '../text/text.ts';
import css from './Controls.module.css';
import { isRunning } from './keys.ts';

const PlayerChoices = lazy(async () => import('./PlayerChoices.tsx'));

export function Controls({ isFullscreen, toggleFullscreen }: { isFullscreen: boolean; toggleFullscreen: (() => void) | null }) {
  const player = useRoom('player');
  const stage = useRoom('stage');
  const hands = useHands();
  const text = useText();
  const [areChoicesOpen, setChoicesOpen] = useState(false);
  const runs = isRunning(player.status);
  const isSilent = player.muted || player.volume === 0;
  const hasChoices = player.kinds.length > 1 || player.lineCount > 1;

  const pictureInPicture = async (): Promise<void> => {
    if (!(await hands.player.togglePictureInPicture())) notify(text.pictureInPictureRefused, 'bad');
  };

  return (
    <>
      {player.needsClick && (
        <button type="button" className={css.unmute} onClick={() => hands.act({ do: 'set-muted', muted: false })}>
          <Icon name="muted" size={20} />
          {text.unmute}
        </button>
      )}
      <div className={css.bar} role="group" aria-label={text.player}>
        <Tool
          icon={runs ? 'stop' : 'play'}
          name={runs ? text.stop : text.play}
          shortcut="Space"
          onClick={() => hands.act({ do: runs ? 'stop-player' : 'retry-player' })}
        />
        <Tool icon="reload" name={text.reload} onClick={() => hands.act({ do: 'retry-player' })} />
        <div className={css.sound}>
          <Tool
            icon={isSilent ? 'muted' : player.volume < 0.5 ? 'volumeLow' : 'volume'}
            name={isSilent ? text.unmuteShort : text.mute}
            shortcut="M"
            onClick={() => hands.act({ do: 'set-muted', muted: !player.muted })}
          />
          <VolumeSlider volume={player.muted ? 0 : player.volume} />
        </div>
        <span className={css.space} />
        {player.kind !== null && (
          <div className={css.choices}>
            {hasChoices ? (
              <button
                type="button"
                className={css.kind}
                aria-expanded={areChoicesOpen}
                aria-label={`${text.lines}: ${text.kinds[player.kind]}`}
                onClick={() => setChoicesOpen(!areChoicesOpen)}
              >
                {text.kinds[player.kind]}
              </button>
            ) : (
              <span className={css.kind}>{text.kinds[player.kind]}</span>
            )}
            {areChoicesOpen && (
              <Part name="player-choices">
                <PlayerChoices onClose={() => setChoicesOpen(false)} />
              </Part>
            )}
          </div>
        )}
        {player.canPictureInPicture && stage.at === 'live' && (
          <Tool icon="pictureInPicture" name={text.pictureInPicture} shortcut="P" onClick={() => void pictureInPicture()} />
        )}
        {toggleFullscreen !== null && (
          <Tool
            icon={isFullscreen ? 'exitFullscreen' : 'fullscreen'}
            name={isFullscreen ? text.exitFullscreen : text.fullscreen}
            shortcut="F"
            onClick={toggleFullscreen}
          />
        )}
      </div>
    </>
  );
}

function Tool({ icon, name, shortcut, onClick }: { icon: IconName; name: string; shortcut?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      data-tip={shortcut === undefined ? name : `${name} (${shortcut})`}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

/** While a thumb is held its own value shows, so that it never jumps back to what the room last said. */
function VolumeSlider({ volume }: { volume: number }) {
  const hands = useHands();
  const text = useText();
  const [held, setHeld] = useState<number | null>(null);
  const percent = held ?? Math.round(volume * 100);
  return (
    <input
      type="range"
      className={css.slider}
      min={0}
      max={100}
      step={1}
      value={percent}
      style={{ backgroundSize: `${percent}% 100%` }}
      aria-label={text.volume}
      aria-valuetext={text.volumeValue(percent)}
      onChange={(event) => {
        setHeld(event.currentTarget.valueAsNumber);
        hands.act({ do: 'set-volume', volume: event.currentTarget.valueAsNumber / 100 });
      }}
      onPointerUp={() => setHeld(null)}
      onKeyUp={() => setHeld(null)}
      onBlur={() => setHeld(null)}
    />
  );
}
