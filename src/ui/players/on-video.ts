import type { PlayerStart } from './kinds.ts';
import type { Teller } from './teller.ts';

/** What every player on the room's one <video> does alike: playing as far as the browser lets it, pauses, volume, picture-in-picture. */
export interface OnVideo {
  /** Until `dispose`. */
  readonly on: (name: keyof HTMLVideoElementEventMap, seen: () => void) => void;
  /** With sound if the browser lets us, else without, else after a click; tells which. */
  readonly play: () => Promise<void>;
  readonly setVolume: (volume: number, muted: boolean) => void;
  readonly requestPictureInPicture: () => Promise<boolean>;
  /** Position and pictures as the viewer sees them: sound that goes on over a frozen picture is no progress. */
  readonly seen: () => Seen;
  readonly dispose: () => void;
}

export interface Seen {
  readonly positionS: number;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
}

export function onVideo({ epoch, video, volume, muted }: PlayerStart, teller: Teller): OnVideo {
  const listening = new AbortController();
  let isPausedByUser = false;
  let positionS = NaN;
  let pictures = -1;
  video.volume = volume;
  video.muted = muted;

  const on = (name: keyof HTMLVideoElementEventMap, seen: () => void): void =>
    video.addEventListener(name, seen, { signal: listening.signal });

  async function play(): Promise<void> {
    if (await tryPlay()) {
      teller.tell({ type: 'autoplay', epoch, blocked: false, muted: video.muted });
      return;
    }
    if (teller.isDisposed) return;
    video.muted = true;
    const plays = await tryPlay();
    teller.tell({ type: 'autoplay', epoch, blocked: true, muted: plays });
  }

  /** False only when the browser wants a click first; a play() that was overtaken by a load or a stop is no refusal. */
  async function tryPlay(): Promise<boolean> {
    try {
      await video.play();
      return true;
    } catch (cause) {
      return !(cause instanceof DOMException && cause.name === 'NotAllowedError');
    }
  }

  on('playing', () => {
    isPausedByUser = false;
  });
  on('pause', () => {
    if (video.ended) return;
    // A browser pauses a muted video in a hidden tab by itself; that is no wish of the viewer.
    isPausedByUser = !document.hidden;
    teller.status('paused');
  });
  on('enterpictureinpicture', () => teller.tell({ type: 'picture-in-picture', epoch, active: true }));
  on('leavepictureinpicture', () => teller.tell({ type: 'picture-in-picture', epoch, active: false }));
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden && video.paused && !isPausedByUser) void play();
    },
    { signal: listening.signal },
  );

  return {
    on,
    play,
    setVolume(nextVolume, nextMuted) {
      video.volume = nextVolume;
      video.muted = nextMuted;
      if (!nextMuted && video.paused && !isPausedByUser) void play();
    },
    async requestPictureInPicture() {
      try {
        await video.requestPictureInPicture();
        return true;
      } catch {
        return false;
      }
    },
    seen() {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
      // A hidden page paints nothing, and is not judged; neither is a room without pictures.
      if (video.videoWidth === 0 || document.hidden || totalVideoFrames !== pictures) positionS = video.currentTime;
      pictures = totalVideoFrames;
      return { positionS, paintedFrames: totalVideoFrames - droppedVideoFrames, droppedFrames: droppedVideoFrames };
    },
    dispose: () => listening.abort(),
  };
}
