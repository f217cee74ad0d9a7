import { type CSSProperties, lazy, useCallback, useEffect, useRef, useState } from 'react';

import { useHands, useRoom } from '../hands.ts';
import { Part } from '../overlays/Part.tsx';
import { useText } from '../text/text.ts';
import { Controls } from './Controls.tsx';
import { type Point, useFullscreen, useIdle, useStageClicks } from './gestures.ts';
import { usePlayerKeys } from './keys.ts';
import css from './Stage.module.css';
import { StageTips } from './StageTips.tsx';

const PlayerMenu = lazy(async () => import('./PlayerMenu.tsx'));
const NerdStats = lazy(async () => import('./NerdStats.tsx'));
const PlayerLog = lazy(async () => import('./PlayerLog.tsx'));
const StageClip = lazy(async () => import('./StageClip.tsx'));
const RadioScene = lazy(async () => import('./RadioScene.tsx'));
const PublishTool = lazy(async () => import('./PublishTool.tsx'));
const MountEffect = lazy(async () => import('./MountEffect.tsx'));
const StreamSigns = lazy(async () => import('./StreamSigns.tsx'));

/** The stream area: what it shows is `view.stage`, what lies over it are the tips, the mount effects and the controls. */
export function Stage() {
  const stage = useRoom('stage');
  const layout = useRoom('layout');
  const room = useRoom('room');
  const mounts = useRoom('mounts');
  const hands = useHands();
  const text = useText();
  const frame = useRef<HTMLElement>(null);
  const fullscreen = useFullscreen(frame);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const [isLogOpen, setLogOpen] = useState(false);
  const [isNerdOpen, setNerdOpen] = useState(false);
  const { tell, player } = hands;
  const closeNerd = useCallback(() => {
    setNerdOpen(false);
    frame.current?.focus();
  }, []);
  useIdle(frame);
  useStageClicks(frame, setMenuAt, fullscreen.toggle);
  usePlayerKeys(fullscreen.toggle);

  const poster = useCallback((box: HTMLDivElement | null) => tell({ type: 'element', name: 'poster', exists: box !== null }), [tell]);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    player.mount(host.current);
    return () => player.mount(null);
  }, [player]);

  const plays = stage.at === 'live' || stage.at === 'radio';
  const { video } = layout;
  const videoBox = {
    '--video-x': `${video.x}px`,
    '--video-y': `${video.y}px`,
    '--video-w': `${video.width}px`,
    '--video-h': `${video.height}px`,
    '--video-ratio': video.height > 0 ? video.width / video.height : 1.775,
  } as CSSProperties;

  return (
    <section ref={frame} className={css.stage} style={videoBox} aria-label={text.player} data-at={stage.at} tabIndex={-1}>
      {room.coverUrl !== '' && stage.at !== 'live' && (
        <img
          className={css.cover}
          src={room.coverUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
      <div ref={host} className={css.host} data-double="" data-hidden={stage.at === 'live' ? undefined : true} />
      {stage.at === 'radio' && (
        <Part name="radio-scene">
          <RadioScene />
        </Part>
      )}
      {stage.at === 'publish' && (
        <Part name="publish">
          <PublishTool publishing={stage.publishing} />
        </Part>
      )}
      <div ref={poster} className={css.poster} hidden={stage.at !== 'ad'}>
        {stage.at === 'ad' && (
          <Part name="ad" key={stage.src}>
            <StageClip stage={stage} />
          </Part>
        )}
      </div>
      {(stage.at === 'lead-in' || stage.at === 'offline-video') && (
        <Part name={stage.at} key={stage.src}>
          <StageClip stage={stage} />
        </Part>
      )}
      {layout.mounts !== null && mounts.current !== null && (
        <Part name="mount" key={mounts.current.id}>
          <MountEffect mount={mounts.current} box={layout.mounts} />
        </Part>
      )}
      {plays && <Signs />}
      <StageTips />
      {plays && <Controls isFullscreen={fullscreen.isOn} toggleFullscreen={fullscreen.canToggle ? fullscreen.toggle : null} />}
      {menuAt !== null && (
        <Part name="player-menu">
          <PlayerMenu
            at={menuAt}
            onClose={() => setMenuAt(null)}
            onLog={() => {
              setMenuAt(null);
              setLogOpen(true);
            }}
            onNerd={() => {
              setMenuAt(null);
              setNerdOpen(true);
            }}
          />
        </Part>
      )}
      {isNerdOpen && (
        <Part name="nerd-stats">
          <NerdStats onClose={closeNerd} />
        </Part>
      )}
      {isLogOpen && (
        <Part name="player-log">
          <PlayerLog onClose={() => setLogOpen(false)} />
        </Part>
      )}
    </section>
  );
}

/** By itself: the stream says something up to ten times a second, and most of it is only figures. */
function Signs() {
  const signs = useRoom('signs');
  if (signs.song === null && signs.gift === null) return null;
  return (
    <Part name="stream-signs">
      <StreamSigns signs={signs} />
    </Part>
  );
}
