import { type RefObject, useEffect, useState } from 'react';

import { toggleSound } from '../../../core/room/player-view.ts';
import type { IconName } from '../../../design/icons/Icon.tsx';
import { useFeature, useRoomContext, useRoom } from '../../room-context.ts';
import { notify } from '../../overlays/notice.ts';
import { latePart } from '../../overlays/FeatureBoundary.tsx';
import { useLanguage, useText } from '../../text/text.ts';
import { StageRegion } from '../StageRegion.tsx';
import { FullscreenTool, ShownVolume, Sound, Tool, UnmuteButton, useWheelVolume } from './ControlParts.tsx';
import css from './Controls.module.css';
import type { Fullscreen, Point } from './gestures.ts';
import { FEATURE_TOOLS, type FeatureToolEntry, isRunning } from './keys.ts';
import { LookBackBar, LookBackTool, useLookBack } from './LookBack.tsx';
import { compressor } from './page-choices.ts';
import { RoomSwipe } from './NextRoom.tsx';

const PlayerChoices = latePart('player-choices', async () => ({ default: (await import('./PlayerMenu.tsx')).PlayerChoices }));

interface ControlsProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly fullscreen: Fullscreen;
  readonly openMenu: (at: Point) => void;
}

/** Controls below the picture. Loaded after the page, because they are not needed before there is a picture. */
export default function Controls({ frame, fullscreen, openMenu }: ControlsProps) {
  const player = useRoom('player');
  const stage = useRoom('stage');
  const layout = useRoom('layout');
  const room = useRoom('room');
  const context = useRoomContext();
  const text = useText();
  const runs = isRunning(player.status);

  const heard = player.muted ? 0 : player.volume;
  const showsVolume = useWheelVolume(frame, heard, (volume) => context.act({ type: 'set-volume', volume }));
  const words = WORDS[useLanguage()];
  const looking = useLookBack();
  useEffect(() => {
    if (compressor.isOffered(player.kind)) compressor.apply(context.player.video);
  }, [player.kind, context.player]);

  const pictureInPicture = async (): Promise<void> => {
    if (!(await context.player.togglePictureInPicture())) notify(text.pictureInPictureRefused, 'bad');
  };

  return (
    <>
      {player.needsClick && (
        <StageRegion name={layout.compact ? 'tips' : 'lower'}>
          <UnmuteButton onClick={() => context.act({ type: 'set-muted', muted: false })} />
        </StageRegion>
      )}
      {(layout.compact || layout.low) && room.role === 0 && !fullscreen.isOn && <RoomSwipe frame={frame} />}
      {showsVolume && <ShownVolume heard={heard} />}
      {looking?.state.isOn === true && <LookBackBar looking={looking} />}
      <div className={css.bar} role="group" aria-label={text.player}>
        <Tool
          icon={runs ? 'stop' : 'play'}
          name={runs ? text.stop : text.play}
          shortcut="Space"
          onClick={() => context.act({ type: runs ? 'stop-player' : 'retry-player' })}
        />
        <Tool icon="reload" name={text.reload} isInMenu onClick={() => context.act({ type: 'retry-player' })} />
        <Sound
          heard={heard}
          onToggle={() => context.act(toggleSound(player))}
          onVolume={(volume) => context.act({ type: 'set-volume', volume })}
        />
        {looking !== null && <LookBackTool looking={looking} />}
        <span className={css.space} />
        <KindAndLine />
        {stage.name === 'live' && FEATURE_TOOLS.map((tool) => <FeatureTool key={tool.name} tool={tool} />)}
        {player.canPictureInPicture && stage.name === 'live' && (
          <Tool icon="pictureInPicture" name={text.pictureInPicture} shortcut="P" onClick={() => void pictureInPicture()} />
        )}
        <Tool
          icon="more"
          name={text.menu}
          opensMenu
          onClick={({ currentTarget }) => {
            const { left, top } = currentTarget.getBoundingClientRect();
            openMenu({ x: left, y: top });
          }}
        />
        {layout.hasTheatre && (
          <Tool
            icon="theatre"
            name={words.theatre}
            shortcut="T"
            isPressed={layout.theatre}
            onClick={() => context.act({ type: 'choose-theatre', on: !layout.theatre })}
          />
        )}
        <FullscreenTool fullscreen={fullscreen} />
      </div>
    </>
  );
}

/** Size of the current picture; opens the menu if there is a choice of kinds or lines. The hint contains the codec. */
function KindAndLine() {
  const { kind, kinds, lineCount, savers } = useRoom('player');
  const { picture } = useRoom('layout');
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  if (kind === null) return null;
  const quality = qualityOf(picture);
  return (
    <div className={css.choices}>
      {kinds.length > 1 || lineCount > 1 || savers.length > 0 ? (
        <button
          type="button"
          className={css.kind}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-label={`${text.lines}: ${quality} ${text.kinds[kind]}`}
          onClick={() => setOpen(!isOpen)}
        >
          {quality || text.kinds[kind]}
        </button>
      ) : (
        <span className={css.kind} title={text.kinds[kind]}>
          {quality || text.kinds[kind]}
        </span>
      )}
      {isOpen && <PlayerChoices onClose={close} onBroken={close} />}
    </div>
  );
}

/** The usual name of the quality: its number of lines, without the codec, which the menu shows. '' if the size is unknown. */
const qualityOf = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  width > 0 && height > 0 ? `${Math.min(width, height)}p` : '';

/** Texts of this chunk, not part of the page's texts. */
const WORDS = { 'zh-CN': { theatre: '剧场模式' }, en: { theatre: 'Theatre' } } as const;

/** Toggles what a feature shows over the picture; the feature reports the current state. */
function FeatureTool({ tool: { name, key, icon, label } }: { readonly tool: FeatureToolEntry }) {
  const { act } = useRoomContext();
  const language = useLanguage();
  const feature = useFeature(name);
  if (feature?.name === 'off') return null;
  const view: unknown = feature?.name === 'shown' ? feature.view : null;
  const isOn = typeof view === 'object' && view !== null && 'isShown' in view && view.isShown === true;
  return (
    <Tool
      icon={icon as IconName}
      name={label[language]}
      shortcut={key.toUpperCase()}
      isInMenu
      isPressed={isOn}
      onClick={() => act({ type: 'feature', feature: name, action: { type: 'toggle' } })}
    />
  );
}
