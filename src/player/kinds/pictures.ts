import { choosePictureSurface, type PictureSurface } from '../rules/decoding/picture-surface.ts';

type MediaSourceConstructor = typeof MediaSource;

/** Null if the browser has no MediaSource, so nothing can be appended. */
export function mediaSourceClass(): MediaSourceConstructor | null {
  if ('MediaSource' in globalThis) return MediaSource;
  // iPhones have only ManagedMediaSource.
  const managed: unknown = Reflect.get(globalThis, 'ManagedMediaSource');
  return typeof managed === 'function' ? (managed as MediaSourceConstructor) : null;
}

export const HEVC = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

/** Browsers claim HEVC more often than they support it (capabilities.ts). */
export const claimsHevc = (): boolean => mediaSourceClass()?.isTypeSupported(HEVC) ?? false;

/** Pictures of our decoder in the <video>: picture-in-picture, full screen and overlays of the browser work as with any other video. */

/** Chromium, on the page only; not in TypeScript's types. */
type TrackGenerator = MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
type TrackGeneratorClass = new (init: { readonly kind: 'video' }) => TrackGenerator;

const generatorClass = (): TrackGeneratorClass | undefined =>
  Reflect.get(globalThis, 'MediaStreamTrackGenerator') as TrackGeneratorClass | undefined;

/** True if a canvas can be transferred to a worker. */
export const hasOffscreenCanvas = (): boolean =>
  typeof OffscreenCanvas === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;

export const pictureSurfaceHere = (): PictureSurface =>
  choosePictureSurface({
    makesTracks: typeof generatorClass() === 'function',
    hasVideoFrames: typeof VideoFrame === 'function',
    hasRenderWorker: hasOffscreenCanvas(),
  }).surface;

/** How long the element may take for the first picture before it counts as shown: a hidden page shows none. */
const MAX_SHOWING_MS = 500;

export type PictureTrack = ReturnType<typeof openPictureTrack>;

/** Shows a new track in `video`. The element is muted, because the H265 player plays its sound separately. */
export function openPictureTrack(video: HTMLVideoElement, onWindow: (isOpen: boolean) => void) {
  const Generator = generatorClass();
  if (Generator === undefined) throw new Error('this browser makes no track of frames');
  const track = new Generator({ kind: 'video' });
  const listening = new AbortController();
  const { signal } = listening;
  const play = (): void => void video.play().catch(() => undefined);
  video.muted = true;
  video.removeAttribute('src');
  video.srcObject = new MediaStream([track]);
  play();
  // A browser pauses a muted video in a hidden tab. In a visible tab a pause is undone, because live pictures are never paused.
  video.addEventListener('pause', () => !document.hidden && play(), { signal });
  document.addEventListener('visibilitychange', () => !document.hidden && video.paused && play(), { signal });
  video.addEventListener('enterpictureinpicture', () => onWindow(true), { signal });
  video.addEventListener('leavepictureinpicture', () => onWindow(false), { signal });
  return {
    /** To be transferred to the worker that writes the frames. */
    frames: track.writable,
    get isInWindow(): boolean {
      return document.pictureInPictureElement === video;
    },
    /** Settles when the element has a picture. */
    shown: (): Promise<void> =>
      new Promise((resolve) => {
        if (video.readyState >= video.HAVE_CURRENT_DATA) resolve();
        video.addEventListener('loadeddata', () => resolve(), { signal, once: true });
        setTimeout(resolve, MAX_SHOWING_MS);
      }),
    async requestPictureInPicture(): Promise<boolean> {
      try {
        await video.requestPictureInPicture();
        return true;
      } catch {
        return false;
      }
    },
    dispose(): void {
      listening.abort();
      track.stop();
      video.srcObject = null;
    },
  };
}

/**
 * Shows the last picture of a closed player until the next player shows its first one, so that the stage does not turn black. The copy covers
 * the players in `surface`; the room sets its size.
 */
export function createStillPicture(surface: HTMLElement) {
  const still = document.createElement('canvas');
  still.setAttribute('aria-hidden', 'true');
  still.dataset['still'] = '';
  Object.assign(still.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', zIndex: '1' });

  function draw(source: HTMLVideoElement | HTMLCanvasElement, width: number, height: number): boolean {
    if (width === 0 || height === 0) return false;
    Object.assign(still, { width, height });
    const context = still.getContext('2d', { alpha: false });
    try {
      context?.drawImage(source, 0, 0, width, height);
    } catch {
      // drawImage can throw for a canvas whose worker has ended, or for a picture of another origin.
      return false;
    }
    return context !== null;
  }

  return {
    /** Copies the current picture of the surface; without a picture nothing changes. */
    take(): void {
      const canvas = surface.querySelector<HTMLCanvasElement>('canvas:not([data-still])');
      const video = surface.querySelector('video');
      const hasDrawn =
        canvas !== null
          ? draw(canvas, canvas.width, canvas.height)
          : video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && draw(video, video.videoWidth, video.videoHeight);
      if (hasDrawn) surface.append(still);
    },
    clear: (): void => still.remove(),
  };
}
