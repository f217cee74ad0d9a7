/** Pictures of our decoder in the <video>: picture-in-picture, full screen and overlays of the browser work as with any other video. */
import { choosePictureSurface, type PictureSurface } from '../rules/decoding/picture-surface.ts';

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
