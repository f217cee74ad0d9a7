import { ShownTime } from '../rules/clock/position.ts';
import type { PlayerStart } from './player-start.ts';
import type { Reporter } from '../page-player.ts';

/** WebKit unmutes and pauses an element some time after a rate change; a pause within this time is not from the viewer. */
const RATE_EFFECT_MS = 1_500;

/** Picture counts of the element. A player counts itself if the element does not (Firefox with a MediaStream). */
export interface PictureCounts {
  readonly decoded: number;
  readonly dropped: number;
}

/** Position and pictures as displayed: sound that continues over a frozen picture is no progress. */
export interface PlaybackSample {
  readonly positionS: number;
  /** Only while the viewer has paused the element. */
  readonly isPaused?: true;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
}

/** Common behaviour of all players on the room's <video>: first picture and its size, autoplay, pauses, sound, picture-in-picture. */
export class VideoElement {
  readonly hasElement = true;
  readonly epoch: number;
  protected readonly start: PlayerStart;
  protected readonly video: HTMLVideoElement;
  protected readonly reporter: Reporter;
  readonly #listening = new AbortController();
  readonly #shown = new ShownTime();
  readonly #startedMs = performance.now();
  hasPicture = false;
  #volume: number;
  /** The viewer's choice, and the browser's restriction until a click. */
  #isMuted: boolean;
  #isMutedByBrowser = false;
  #isPausedByViewer = false;
  /** Number of clicks that permit playback with sound; only compared. */
  #clicks = 0;
  #rateChangedMs = Number.NEGATIVE_INFINITY;
  #positionS = Number.NaN;
  #pictures = -1;

  constructor(start: PlayerStart) {
    const { epoch, video, volume, muted, report } = start;
    this.start = start;
    this.video = video;
    this.epoch = epoch;
    this.reporter = report;
    this.#volume = volume;
    this.#isMuted = muted;
    this.#applySound();
    this.#shown.setHidden(document.hidden, performance.now());
    this.on('playing', () => {
      this.#isPausedByViewer = false;
    });
    this.on('pause', () => this.#onPause());
    this.on('volumechange', () => {
      if (video.muted !== this.#wantsMute()) this.#applySound();
    });
    this.on('resize', () => {
      const { videoWidth: width, videoHeight: height } = video;
      if (this.hasPicture && width > 0) report.emit({ type: 'resolution', epoch, width, height });
    });
    this.on('enterpictureinpicture', () => report.emit({ type: 'picture-in-picture', epoch, active: true }));
    this.on('leavepictureinpicture', () => report.emit({ type: 'picture-in-picture', epoch, active: false }));
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal: this.#listening.signal });
  }

  /** Removes the listener at `dispose`. */
  on(name: keyof HTMLVideoElementEventMap, act: () => void): void {
    this.video.addEventListener(name, act, { signal: this.#listening.signal });
  }

  /** Plays with sound if the browser allows it, otherwise muted, otherwise after a click; reports which. */
  async play(): Promise<void> {
    const emit = (blocked: boolean, muted: boolean): void => this.reporter.emit({ type: 'autoplay', epoch: this.epoch, blocked, muted });
    const clicks = this.#clicks;
    if (await this.#tryPlay()) {
      if (!this.#isMutedByBrowser) emit(false, this.#isMuted);
      return;
    }
    if (this.reporter.isDisposed) return;
    // The refused call began before the click, so it is repeated.
    if (clicks !== this.#clicks) return this.play();
    this.#isMutedByBrowser = true;
    this.#applySound();
    const isPlaying = await this.#tryPlay();
    if (clicks === this.#clicks) emit(true, isPlaying);
    else if (!this.reporter.isDisposed) await this.play();
  }

  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#isMuted = muted;
    // A change of volume or mute usually comes from a click, which permits sound.
    this.#clicks++;
    this.#isMutedByBrowser = false;
    this.#applySound();
    if (!muted && this.video.paused && !this.#isPausedByViewer) void this.play();
  }

  /** The browser itself decides how much it decodes of a hidden video. */
  setDecoding(): void {
    return undefined;
  }

  setRate(rate: number): void {
    const video = this.video;
    if (video.playbackRate === rate) return;
    this.#rateChangedMs = performance.now();
    video.playbackRate = rate;
    this.#applySound();
    // A video that the browser paused in a hidden tab is played when the tab becomes visible.
    if (video.paused && !this.#isPausedByViewer && !video.ended && !document.hidden) void this.play();
  }

  async requestPictureInPicture(): Promise<boolean> {
    try {
      await this.video.requestPictureInPicture();
      return true;
    } catch {
      return false;
    }
  }

  onFirstPicture(width: number, height: number): void {
    if (this.hasPicture) return;
    this.hasPicture = true;
    this.reporter.emit({ type: 'first-frame', epoch: this.epoch, width, height, sinceStartMs: performance.now() - this.#startedMs });
  }

  /** Called by the frame callback with the time of a displayed picture. */
  onPicture(mediaTimeS: number): void {
    this.#shown.update(mediaTimeS);
  }

  /** P27: media time of the displayed picture; NaN if unknown. */
  shownS(): number {
    return this.video.videoWidth === 0 ? Number.NaN : this.#shown.at(performance.now());
  }

  sample(counts?: PictureCounts): PlaybackSample {
    const video = this.video;
    const { decoded, dropped } = counts ?? this.#counts();
    // A hidden page and a radio room display no pictures, so only the position counts.
    if (video.videoWidth === 0 || document.hidden || decoded !== this.#pictures) this.#positionS = video.currentTime;
    this.#pictures = decoded;
    const isPaused = this.#isPausedByViewer && video.paused;
    return { positionS: this.#positionS, ...(isPaused && { isPaused }), paintedFrames: decoded - dropped, droppedFrames: dropped };
  }

  dispose(): void {
    this.#listening.abort();
  }

  #counts(): PictureCounts {
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality();
    return { decoded: totalVideoFrames, dropped: droppedVideoFrames };
  }

  #wantsMute(): boolean {
    return this.#isMuted || this.#isMutedByBrowser;
  }

  #applySound(): void {
    this.video.volume = this.#volume;
    this.video.muted = this.#wantsMute();
  }

  /** False only if the browser requires a click; a play() that was interrupted by a load or a stop is not a refusal. */
  async #tryPlay(): Promise<boolean> {
    try {
      await this.video.play();
      return true;
    } catch (cause) {
      return !(cause instanceof DOMException && cause.name === 'NotAllowedError');
    }
  }

  #onPause(): void {
    if (this.video.ended) return;
    if (!document.hidden && performance.now() - this.#rateChangedMs < RATE_EFFECT_MS) {
      this.#applySound();
      void this.play();
      return;
    }
    // Browsers pause a muted video in a hidden tab by themselves, but not in a picture-in-picture window.
    this.#isPausedByViewer = !document.hidden || document.pictureInPictureElement === this.video;
    this.reporter.status('paused');
  }

  #onVisibility(): void {
    this.#shown.setHidden(document.hidden, performance.now());
    if (!document.hidden && this.video.paused && !this.#isPausedByViewer) void this.play();
  }
}
