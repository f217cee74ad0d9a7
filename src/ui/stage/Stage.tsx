import { type CSSProperties, useCallback, useLayoutEffect, useRef, useState, useEffect } from 'react';
import type { Rectangle, PlayerView } from '../../core/room/view.ts';
import { sizedImage } from '../../core/room/layout/image-sizes.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { FeatureSlot, FeatureDock, StageFeature, StageRegions } from '../features/Slots.tsx';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { notify } from '../overlays/notice.ts';
import { useLanguage, useText } from '../text/text.ts';
import { type Point, useFullscreen, useIdle, useStageClicks } from './controls/gestures.ts';
import { usePlayerKeys } from './controls/keys.ts';
import css from './Stage.module.css';
import type { StreamStatusName } from '../../player/rules/names.ts';
import { FirstIcon, Logo } from '../../design/icons/FirstIcon.tsx';

const Controls = latePart('controls', async () => import('./controls/Controls.tsx'));
const KeyHelp = latePart('key-help', async () => ({ default: (await import('./controls/PlayerMenu.tsx')).KeyHelp }));
const PlayerMenu = latePart('player-menu', async () => import('./controls/PlayerMenu.tsx'));
const NerdStats = latePart('nerd-stats', async () => import('./log/NerdStats.tsx'));
const PlayerLog = latePart('player-log', async () => ({ default: (await import('./log/NerdStats.tsx')).PlayerLog }));
const RadioScene = latePart('radio-scene', async () => import('./RadioScene.tsx'));

/** The stream area: shows `view.stage`, covered by tips, mount effects and controls. */
export function Stage() {
  const stage = useRoom('stage');
  const layout = useRoom('layout');
  const context = useRoomContext();
  const text = useText();
  const frame = useRef<HTMLElement>(null);
  const fullscreen = useFullscreen(frame);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isNerdOpen, setNerdOpen] = useState(false);
  const { send, player } = context;
  useIdle(frame);
  useStageClicks(frame, setMenuAt, fullscreen.toggle);
  const saves = useSaves();
  usePlayerKeys({
    toggleFullscreen: fullscreen.toggle,
    showHelp: useCallback(() => setHelpOpen(true), []),
    toggleNerd: useCallback(() => setNerdOpen((isOpen) => !isOpen), []),
    ...saves,
  });

  const poster = useCallback((box: HTMLDivElement | null) => send({ type: 'element', name: 'poster', exists: box !== null }), [send]);
  const host = useRef<HTMLDivElement>(null);
  // A layout effect, in the frame that mounts the box: the picture exists before it (opening.ts) and must not flicker.
  useLayoutEffect(() => {
    player.mount(host.current);
    return () => player.mount(null);
  }, [player]);

  const plays = stage.name === 'live' || stage.name === 'radio';
  const isHeardOnly = useIsHeardOnly();

  return (
    <section
      ref={frame}
      className={css.stage}
      style={boxOf(layout.video)}
      aria-label={text.player}
      data-at={stage.name === 'feature' ? stage.feature : stage.name}
      data-ground="dark"
      tabIndex={-1}
    >
      {(stage.name !== 'live' || isHeardOnly) && <Cover />}
      <div ref={host} className={css.host} data-double="" data-hidden={stage.name === 'live' && !isHeardOnly ? undefined : true} />
      {(stage.name === 'radio' || isHeardOnly) && <RadioScene />}
      <div ref={poster} className={css.poster} hidden={stage.name !== 'feature'}>
        {stage.name === 'feature' && <StageFeature name={stage.feature} place="slot" />}
      </div>
      <StageRegions host="stage" />
      <FeatureSlot slot="stage-layer" />
      <FeatureDock />
      <StageTips />
      {plays && <Controls frame={frame} fullscreen={fullscreen} openMenu={setMenuAt} />}
      <StageOverlays
        menuAt={menuAt}
        closeMenu={() => setMenuAt(null)}
        isHelpOpen={isHelpOpen}
        closeHelp={() => setHelpOpen(false)}
        isNerdOpen={isNerdOpen}
        setNerdOpen={setNerdOpen}
        {...saves}
      />
    </section>
  );
}

interface OverlaysProps extends Saves {
  readonly menuAt: Point | null;
  readonly closeMenu: () => void;
  readonly isHelpOpen: boolean;
  readonly closeHelp: () => void;
  readonly isNerdOpen: boolean;
  readonly setNerdOpen: (isOpen: boolean) => void;
}

/** The menu, its dialogs, and the key help. A part that cannot be shown is closed, so that the viewer can open it again. */
function StageOverlays({ menuAt, closeMenu, isHelpOpen, closeHelp, isNerdOpen, setNerdOpen, saveScreenshot, pressClip }: OverlaysProps) {
  const [isLogOpen, setLogOpen] = useState(false);
  const closeNerd = useCallback(() => setNerdOpen(false), [setNerdOpen]);
  const closeLog = (): void => setLogOpen(false);
  return (
    <>
      {menuAt !== null && (
        <PlayerMenu
          at={menuAt}
          onClose={closeMenu}
          onBroken={closeMenu}
          onLog={() => setLogOpen(true)}
          onNerd={() => setNerdOpen(true)}
          onScreenshot={saveScreenshot}
          onClip={pressClip}
        />
      )}
      {isNerdOpen && <NerdStats onClose={closeNerd} onBroken={closeNerd} />}
      {isHelpOpen && <KeyHelp onClose={closeHelp} onBroken={closeHelp} />}
      {isLogOpen && <PlayerLog onClose={closeLog} onBroken={closeLog} />}
    </>
  );
}

/** True if the viewer chose sound only and the current kind supports it. */
function useIsHeardOnly(): boolean {
  const stage = useRoom('stage');
  const { saver, savers } = useRoom('player');
  return stage.name === 'live' && saver === 'sound-only' && savers.includes(saver);
}

interface Saves {
  readonly saveScreenshot: () => void;
  readonly pressClip: () => void;
}

function useSaves(): Saves {
  return { saveScreenshot: useScreenshot(), pressClip: useClip() };
}

/** Loaded on demand. */
function useScreenshot(): () => void {
  const { store } = useRoomContext();
  const text = useText();
  return useCallback(() => {
    void import('./saving/save-file.ts')
      .then(({ saveScreenshot }) => saveScreenshot(store.get().room.starName))
      .catch(() => false)
      .then((isSaved) => notify(isSaved ? text.screenshotSaved : text.screenshotFailed, isSaved ? 'good' : 'bad'));
  }, [store, text]);
}

/** Loaded on demand. */
function useClip(): () => void {
  const { store } = useRoomContext();
  const language = useLanguage();
  const text = useText();
  return useCallback(() => {
    void import('./saving/clips.ts')
      .then(({ clips }) => clips.press(store.get().room.starName, language))
      .catch(() => ({ text: text.screenshotFailed, tone: 'bad' }) as const)
      .then((answer) => notify(answer.text, answer.tone));
  }, [store, language, text]);
}

/** Position of the picture in the stage, for the style sheet. */
const boxOf = (video: Rectangle): CSSProperties =>
  ({
    '--video-x': `${video.x}px`,
    '--video-y': `${video.y}px`,
    '--video-w': `${video.width}px`,
    '--video-h': `${video.height}px`,
    '--video-ratio': video.height > 0 ? video.width / video.height : 1.775,
  }) as CSSProperties;

function Cover() {
  const { coverUrl } = useRoom('room');
  const width = useRoom('layout').stage.width;
  if (coverUrl === '') return null;
  const { src, srcSet } = sizedImage(coverUrl, width);
  return (
    <img
      // A new element for each cover, because the one of a failed cover is hidden.
      key={coverUrl}
      className={css.cover}
      src={src}
      {...(srcSet !== '' && { srcSet, sizes: `${width}px` })}
      alt=""
      referrerPolicy="no-referrer"
      onError={(event) => (event.currentTarget.hidden = true)}
    />
  );
}

const loadActivity = async () => import('./StageActivity.tsx');
const Activity = latePart('stage-activity', loadActivity);
const loadRooms = async () => import('../lobby/OtherRooms.tsx');
const OtherRooms = latePart('other-rooms', loadRooms);

/** Between two attempts the player is stopped, or its stream has ended; another attempt follows until the failure tip is shown. */
const WAITING: readonly StreamStatusName[] = ['buffering', 'created', 'stopped', 'end'];

/** Overlays of the picture: loading, no live, live failed, the player's message. Features draw their own overlays. */
export function StageTips() {
  const phase = useRoom('phase');
  const stage = useRoom('stage');
  const tips = useRoom('tips');
  const player = useRoom('player');
  const room = useRoom('room');
  const context = useRoomContext();
  const text = useText();

  /** The player's activity is shown as text, so the spinner has no text. */
  const [isExplained, setExplained] = useState(false);

  const plays = player.status === 'playing';
  /** A room without a picture offers others. */
  const isViewer = room.role === 0;
  useEffect(() => {
    // Loaded while online, because they explain failures and could not be fetched without a network.
    if (plays) Promise.all([loadActivity(), loadRooms()]).catch(() => undefined);
  }, [plays]);

  if (tips.liveFail || tips.playerMessage !== '') {
    return (
      <div className={css.tip} role="alert" data-tip="live-fail">
        <span className={css.tipMark} data-tone="bad">
          <FirstIcon name="alert" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.playerMessage === '' ? text.liveFail : text.playerMessage(tips.playerMessage)}</p>
        {tips.liveFail && <Activity isBusy={false} onExplain={setExplained} />}
        {tips.liveFail && !isUnsupported(player) && (
          <button type="button" className={css.tipButton} onClick={() => context.act({ type: 'retry-player' })}>
            <FirstIcon name="reload" size={18} />
            {text.retry}
          </button>
        )}
        {isViewer && <OtherRooms />}
      </div>
    );
  }
  if (phase === 'loading' || stage.name === 'loading') {
    return (
      <div className={css.tip} role="status" data-tip="loading">
        <span className={css.breathe}>
          <Logo size={52} />
        </span>
        <p className={css.tipHint}>{text.loading}</p>
      </div>
    );
  }
  if (stage.name === 'closed') {
    return (
      <div className={css.tip} data-tip="closed">
        <span className={css.tipMark}>
          <FirstIcon name="offline" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.noLive ? text.noLive : text.closed}</p>
        <p className={css.tipHint}>{tips.noLive ? text.noLiveHint : text.closedHint}</p>
        {!room.following && isViewer && (
          <button type="button" className={css.tipButton} onClick={() => context.act({ type: 'follow', on: true })}>
            <FirstIcon name="heartFull" size={18} />
            {text.follow}
          </button>
        )}
        {isViewer && <OtherRooms />}
      </div>
    );
  }
  if (stage.name !== 'live' && stage.name !== 'radio') return null;
  const isBusy = player.activity.name !== 'stopped' && WAITING.includes(player.status);
  return (
    <>
      {isBusy && (
        <div className={css.busy} role="status" data-tip="busy">
          <span className={css.spinner} />
          {!isExplained && <span>{player.status === 'buffering' ? text.buffering : text.connectingStream}</span>}
        </div>
      )}
      {(isBusy || player.activity.name === 'stopped' || player.notice !== null) && <Activity isBusy={isBusy} onExplain={setExplained} />}
    </>
  );
}

/** A retry would find the same browser and the same stream. */
const isUnsupported = ({ activity }: PlayerView): boolean => activity.name === 'failed' && activity.unsupported !== null;
