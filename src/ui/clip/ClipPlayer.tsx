import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useReducer, useRef, type RefObject } from 'react';
import type { ClipFact } from '../../core/room/stage.ts';
import { minutes } from '../features/parts/Countdown.tsx';
import { FullscreenTool, ShownVolume, Sound, Tool, UnmuteButton, useWheelVolume } from '../stage/controls/ControlParts.tsx';
import { away } from '../room/away.ts';
import controls from '../stage/controls/Controls.module.css';
import { type Fullscreen, useFullscreen } from '../stage/controls/gestures.ts';
import { takesKey } from '../stage/controls/keys.ts';
import { useLanguage, useText } from '../text/text.ts';
import css from './ClipPlayer.module.css';
import { toggleSound } from '../../core/room/player-view.ts';
import { useRoom, useRoomContext } from '../room-context.ts';

interface ClipProps {
  readonly src: string;
  /** Display time of a still picture; 0: unlimited. */
  readonly pictureS?: number;
  readonly loop?: boolean;
  /** False for an advertisement, which the viewer cannot pause. */
  readonly canPause?: boolean;
  /** The viewer can seek. */
  readonly canSeek?: boolean;
  /** Called at most once a second, and at each change. */
  readonly report: (fact: ClipFact) => void;
  readonly children?: ReactNode;
}

/** A clip may be a still picture. */
const PICTURE = /\.(?:png|jpe?g|webp|avif|gif|svg)(?:[?#]|$)/i;

/**
 * Clips that the page plays on the stage: advertisement, lead-in, replays. The parent sets a React key for each clip; the feature decides
 * what follows its end.
 */
export function ClipPlayer({ children, ...clip }: ClipProps) {
  return (
    <div className={css.clip} data-clip="">
      {PICTURE.test(clip.src) ? <Picture {...clip} /> : <FilmPlayer {...clip} />}
      {children}
    </div>
  );
}

const SECOND_MS = 1_000;

function Picture({ src, pictureS = 0, report }: ClipProps) {
  const tell = useEffectEvent(report);
  useEffect(() => {
    if (pictureS === 0) return undefined;
    let shownS = 0;
    const timer = setInterval(() => {
      shownS++;
      tell({ type: 'progress', positionS: shownS, durationS: pictureS });
      if (shownS >= pictureS) tell({ type: 'ended', failed: false });
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [pictureS]);
  return <img className={css.media} src={src} alt="" data-double="" onError={() => report({ type: 'ended', failed: true })} />;
}

function FilmPlayer({ src, loop = false, canPause = false, canSeek = false, report }: ClipProps) {
  const stage = useRef<HTMLElement>(null);
  const [video, film] = useFilm(report);
  const showsVolume = useWheelVolume(stage, film.heard, film.setVolume);
  const fullscreen = useFullscreen(stage);
  useClipKeys(film, canPause, fullscreen.toggle);
  return (
    <div
      ref={(box) => {
        stage.current = box?.closest<HTMLElement>('section[data-at]') ?? null;
      }}
      className={css.film}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the specification has no caption track for these clips */}
      <video ref={video} className={css.media} src={src} playsInline loop={loop} data-double="" />
      {film.isRefused && (
        <div className={css.unmute}>
          <UnmuteButton onClick={film.toggleMuted} />
        </div>
      )}
      {showsVolume && <ShownVolume heard={film.heard} />}
      <Bar film={film} canPause={canPause} canSeek={canSeek} fullscreen={fullscreen} />
    </div>
  );
}

/** Loaded with this part, not with the page's texts. */
const WORDS = {
  'zh-CN': { pause: '暂停', position: '播放进度' },
  en: { pause: 'Pause', position: 'Position' },
} as const;

interface BarProps {
  readonly film: Film;
  readonly canPause: boolean;
  readonly canSeek: boolean;
  readonly fullscreen: Fullscreen;
}

function Bar({ film, canPause, canSeek, fullscreen }: BarProps) {
  const text = useText();
  const words = WORDS[useLanguage()];
  const { heard, isPaused, positionS, durationS } = film;
  const isLong = Number.isFinite(durationS) && durationS > 0;
  return (
    <div className={`${controls.bar} ${css.bar}`} role="group" aria-label={text.player} data-paused={isPaused || undefined}>
      {/* A clip stopped by the browser can be started even if it cannot be paused. */}
      {(canPause || isPaused) && (
        <Tool icon={isPaused ? 'play' : 'pause'} name={isPaused ? text.play : words.pause} shortcut="Space" onClick={film.togglePaused} />
      )}
      <Sound heard={heard} onToggle={film.toggleMuted} onVolume={film.setVolume} />
      {isLong && canPause && (
        <span className={css.time}>
          {minutes(positionS)} / {minutes(Math.floor(durationS))}
        </span>
      )}
      {isLong && canSeek ? (
        <input
          type="range"
          className={`${controls.slider} ${css.position}`}
          min={0}
          max={Math.floor(durationS)}
          step={1}
          value={positionS}
          style={{ '--part': `${(100 * positionS) / Math.max(1, Math.floor(durationS))}%` } as CSSProperties}
          aria-label={words.position}
          aria-valuetext={`${minutes(positionS)} / ${minutes(Math.floor(durationS))}`}
          onChange={(event) => film.seek(event.currentTarget.valueAsNumber)}
        />
      ) : (
        <span className={controls.space} />
      )}
      <FullscreenTool fullscreen={fullscreen} />
    </div>
  );
}

const VOLUME_STEP = 0.05;

/** The live player's keys that a clip supports; the room handles its own keys (stage/keys.ts). */
function useClipKeys({ heard, togglePaused, toggleMuted, setVolume }: Film, canPause: boolean, toggleFullscreen: () => void): void {
  const act = useEffectEvent((key: string, onButton: boolean, isRepeated: boolean): boolean => {
    const step = (by: number): void => setVolume(Math.round(Math.min(1, Math.max(0, heard + by)) * 100) / 100);
    const isPauseKey = key === 'k' || (key === ' ' && !onButton);
    const once = (toggle: () => void): void => (isRepeated ? undefined : toggle());
    if (isPauseKey && canPause) once(togglePaused);
    else if (key === 'm') once(toggleMuted);
    else if (key === 'f') once(toggleFullscreen);
    else if (key === 'arrowup') step(VOLUME_STEP);
    else if (key === 'arrowdown') step(-VOLUME_STEP);
    else return false;
    return true;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || away.is() || event.ctrlKey || event.metaKey || event.altKey) return;
      const focus = document.activeElement;
      if (takesKey(focus, event.key)) return;
      if (act(event.key.toLowerCase(), focus !== null && focus.closest('button, a') !== null, event.repeat)) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

interface Film {
  /** Audible volume, 0 to 1; 0 while muted by the viewer or by the browser. */
  readonly heard: number;
  /** Autoplay with sound was refused; a click is needed. */
  readonly isRefused: boolean;
  readonly isPaused: boolean;
  /** Whole seconds; the duration is NaN while unknown. */
  readonly positionS: number;
  readonly durationS: number;
  readonly toggleMuted: () => void;
  readonly setVolume: (volume: number) => void;
  readonly togglePaused: () => void;
  readonly seek: (toS: number) => void;
}

/** The part of a film that its element causes. */
type Playback = Pick<Film, 'isRefused' | 'isPaused' | 'positionS' | 'durationS'>;
const changed = (before: Playback, by: Partial<Playback>): Playback => ({ ...before, ...by });

interface FilmElementDeps {
  readonly tell: (fact: ClipFact) => void;
  readonly change: (by: Partial<Playback>) => void;
}

const isRefusal = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'NotAllowedError';

/** The element of a film, from its first play until it is disposed. */
class FilmElement {
  readonly #video: HTMLVideoElement;
  readonly #deps: FilmElementDeps;
  readonly #listening = new AbortController();
  #shownS = -1;
  /** True after a pause by the viewer, because only a pause by the browser ends when the page is visible again. */
  #isPausedByViewer = false;

  constructor(video: HTMLVideoElement, deps: FilmElementDeps) {
    this.#video = video;
    this.#deps = deps;
    const { change, tell } = deps;
    const until = { signal: this.#listening.signal };
    video.addEventListener('timeupdate', () => this.#onTime(), until);
    video.addEventListener('durationchange', () => change({ durationS: video.duration }), until);
    video.addEventListener('pause', () => !video.ended && this.#onPaused(true), until);
    video.addEventListener('playing', () => this.#onPaused(false), until);
    video.addEventListener('ended', () => tell({ type: 'ended', failed: false }), until);
    video.addEventListener('error', () => tell({ type: 'ended', failed: true }), until);
    document.addEventListener('visibilitychange', () => !document.hidden && !video.ended && this.#playAgain(), until);
    this.#play();
  }

  togglePaused(): void {
    this.#isPausedByViewer = !this.#video.paused;
    if (this.#video.paused) this.#play();
    else this.#video.pause();
  }

  seek(toS: number): void {
    this.#video.currentTime = toS;
    this.#deps.change({ positionS: toS });
  }

  /** Called by a click, which permits sound. */
  unmute(): void {
    this.#video.muted = false;
    this.#playAgain();
  }

  dispose(): void {
    this.#listening.abort();
    this.#video.pause();
  }

  #play(): void {
    const video = this.#video;
    video.play().catch((cause: unknown) => {
      // play() that is interrupted by a pause or another load is not a refusal (StrictMode mounts twice).
      if (!isRefusal(cause)) return;
      this.#deps.change({ isRefused: true });
      video.muted = true;
      // Refused even when muted: the play button is shown.
      video.play().catch((again: unknown) => this.#deps.change({ isPaused: isRefusal(again) }));
    });
  }

  #playAgain(): void {
    if (this.#video.paused && !this.#isPausedByViewer) this.#play();
  }

  #onTime(): void {
    const { currentTime, duration } = this.#video;
    if (Math.floor(currentTime) === this.#shownS) return;
    this.#shownS = Math.floor(currentTime);
    this.#deps.change({ positionS: this.#shownS, durationS: duration });
    this.#deps.tell({ type: 'progress', positionS: currentTime, durationS: duration });
  }

  #onPaused(isPaused: boolean): void {
    this.#deps.change({ isPaused });
    this.#deps.tell({ type: 'paused', isPaused });
  }
}

/**
 * A video that the page plays itself. Volume and mute are the viewer's settings, stored by the room worker as for the live player; only the
 * autoplay refusal is local. A pause by the browser (hidden tab) ends when the page is visible again.
 */
function useFilm(report: (fact: ClipFact) => void): readonly [video: RefObject<HTMLVideoElement | null>, film: Film] {
  const video = useRef<HTMLVideoElement>(null);
  const film = useRef<FilmElement>(null);
  const { act } = useRoomContext();
  const { volume, muted } = useRoom('player');
  const [playback, change] = useReducer(changed, { isRefused: false, isPaused: false, positionS: 0, durationS: Number.NaN });
  const { isRefused } = playback;
  const tell = useEffectEvent(report);

  useEffect(() => {
    if (video.current === null) return;
    video.current.volume = volume;
    video.current.muted = muted || isRefused;
  }, [volume, muted, isRefused]);

  useEffect(() => {
    if (video.current === null) return undefined;
    const made = new FilmElement(video.current, { tell: (fact) => tell(fact), change });
    film.current = made;
    return () => made.dispose();
  }, []);

  const unmute = (): void => {
    change({ isRefused: false });
    act(toggleSound({ muted: true, volume }));
    film.current?.unmute();
  };

  const heard = muted || isRefused ? 0 : volume;
  return [
    video,
    {
      ...playback,
      heard,
      toggleMuted: () => (heard === 0 ? unmute() : act({ type: 'set-muted', muted: true })),
      setVolume(next) {
        change({ isRefused: false });
        act({ type: 'set-volume', volume: next });
      },
      togglePaused: () => film.current?.togglePaused(),
      seek: (toS) => film.current?.seek(toS),
    },
  ];
}
