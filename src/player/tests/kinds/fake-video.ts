/** The page of a player for Node: a <video> whose state and answers the test sets, its document, and its timers. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { OpenPlayer, PlayerStart } from '../../kinds/player-start.ts';
import { createReporter } from '../../page-player.ts';
import type { PlayerEvent } from '../../rules/contract.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly mediaTime: number;
  readonly processingDuration?: number;
}

/** The browser requires a click. */
export const REFUSED = 'NotAllowedError';

export class FakeVideo extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2;
  readonly HAVE_FUTURE_DATA = 3;
  readonly style: Record<string, string> = {};
  src = 'before';
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
  /** Calls of `play`. */
  plays = 0;
  /** Name of the exception of each call of `play`, null to play; the last one stays. */
  answers: readonly (string | null)[] = [null];
  refusesWindow = false;
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
  play(): Promise<void> {
    this.plays++;
    const [answer, ...others] = this.answers;
    if (others.length > 0) this.answers = others;
    if (typeof answer === 'string') return Promise.reject(new DOMException('refused', answer));
    this.paused = false;
    return Promise.resolve();
  }
  requestPictureInPicture(): Promise<void> {
    return this.refusesWindow ? Promise.reject(new DOMException('refused', REFUSED)) : Promise.resolve();
  }
  removeAttribute(): void {
    this.src = '';
  }
  fire(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  get element(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }
}

/** The document of the page. */
export class FakePage extends EventTarget {
  hidden = false;
  pictureInPictureElement: unknown = null;
  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** Each test has a page of its own, and timers that it advances. */
export function eachOnPage(toFake?: NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']): () => FakePage {
  let page: FakePage;
  beforeEach(() => {
    vi.useFakeTimers(toFake === undefined ? {} : { toFake });
    page = new FakePage();
    vi.stubGlobal('document', page);
    vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return () => page;
}

/** A start without settings. */
const PLAIN_START = { openP2p: null, volume: 0.4, muted: false, providerId: 0, surface: {} as HTMLElement } satisfies Partial<PlayerStart>;

/** A player of one kind, its element, and its events. */
export function opened(open: OpenPlayer, { video = new FakeVideo(), ...start }: Started) {
  const events: PlayerEvent[] = [];
  const report = createReporter(start.epoch, (event) => void events.push(event));
  const player = open({ ...PLAIN_START, video: video.element, report, ...start });
  const of = <Type extends PlayerEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<PlayerEvent, { type: Type }> => event.type === type);
  return { video, events, player, of };
}
type Started = Partial<Omit<PlayerStart, 'video'>> & Pick<PlayerStart, 'epoch' | 'url'> & { readonly video?: FakeVideo };
