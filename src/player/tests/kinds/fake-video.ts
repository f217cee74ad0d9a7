import type { PlayerStart } from '../../kinds/player-start.ts';

/** A start without settings. */
export const PLAIN_START = {
  openP2p: null,
  volume: 0.4,
} as const satisfies Partial<PlayerStart>;

/** A <video> for Node: the test sets its state and dispatches its events. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly mediaTime: number;
  readonly processingDuration?: number;
}

export class FakeVideo extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2;
  readonly HAVE_FUTURE_DATA = 3;
  readonly style: Record<string, string> = {};
  volume = 1;
  muted = false;
  paused = true;
  ended = false;
  hidden = false;
  readyState = 4;
  currentTime = 0;
  playbackRate = 1;
  videoWidth = 852;
  videoHeight = 480;
  srcObject: unknown = null;
  error: { readonly code: number; readonly message: string } | null = null;
  ranges: readonly (readonly [startS: number, endS: number])[] = [];
  quality = { totalVideoFrames: 0, droppedVideoFrames: 0 };
  /** Refused calls of `play`, the first ones. */
  refusals = 0;
  /** Pending frame callbacks by their number. */
  readonly asked = new Map<number, (nowMs: number, picture: Picture) => void>();
  #requests = 0;

  get buffered() {
    const { ranges } = this;
    return { length: ranges.length, start: (at: number) => ranges[at]![0], end: (at: number) => ranges[at]![1] };
  }
  getVideoPlaybackQuality() {
    return this.quality;
  }
  requestVideoFrameCallback(act: (nowMs: number, picture: Picture) => void): number {
    this.asked.set(++this.#requests, act);
    return this.#requests;
  }
  cancelVideoFrameCallback(request: number): void {
    this.asked.delete(request);
  }
  /** Paints a picture. */
  paint(picture: Partial<Picture> = {}): void {
    const waiting = [...this.asked.values()];
    this.asked.clear();
    for (const act of waiting) act(0, { width: this.videoWidth, height: this.videoHeight, mediaTime: this.currentTime, ...picture });
  }
  async play(): Promise<void> {
    if (this.refusals-- > 0) return Promise.reject(new DOMException('a gesture first', 'NotAllowedError'));
    this.paused = false;
    return Promise.resolve();
  }
  async requestPictureInPicture(): Promise<void> {
    return Promise.resolve();
  }
  removeAttribute(): void {}
  fire(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  get element(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }
}

export const fakeDocument = () => Object.assign(new EventTarget(), { hidden: false });
