/**
 * Plays sound by an audio element and MediaSource if there is no AudioDecoder or no shared memory. While it plays, its currentTime is the
 * clock of the pictures. The render side decides when, how fast and from which position it plays (workers/render/presenter.ts). An element
 * that started by itself would stay at the live edge, and the required buffer would never fill.
 */
import type { Metrics } from '../shared-memory/shared-metrics.ts';
import { mediaSourceClass } from './media-source.ts';

/** Maximum of segments that wait for the source buffer; if more wait, it accepts no data, and the oldest segment is dropped. */
const MAX_WAITING_SEGMENTS = 256;
const KEEP_BEHIND_S = 10;
const REPORT_EVERY_MS = 100;
/** An element that starts this far from the current media time (after a late click) is moved there. */
const START_TOLERANCE_MS = 300;
/** An element that reports `playing` but does not advance for this long (no sound device, a suspended audio graph) is not used as clock. */
const STUCK_MS = 500;
const GESTURES = ['pointerdown', 'keydown'] as const;

export interface ElementSoundOptions {
  readonly mime: string;
  readonly metrics: Metrics;
  readonly volume: number;
  readonly muted: boolean;
  /** Media time is already running. */
  readonly running: boolean;
  readonly onBlocked: (blocked: boolean) => void;
}

export class ElementSound {
  readonly #element = new Audio();
  readonly #source: MediaSource;
  readonly #waiting: Uint8Array[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #url: string;
  readonly #metrics: Metrics;
  readonly #onBlocked: (blocked: boolean) => void;
  #buffer: SourceBuffer | undefined;
  #baseMs = Number.NaN;
  #isDisposed = false;
  #leave: (() => void) | undefined;
  #isBlocked = false;
  #isRunning: boolean;
  #isStuck = false;
  #seenS = Number.NaN;
  #movedAtMs = performance.now();

  /** Undefined if segments cannot be appended: the pictures follow the wall clock. */
  static open(options: ElementSoundOptions): ElementSound | undefined {
    const Source = mediaSourceClass();
    return Source === null ? undefined : new ElementSound(new Source(), options);
  }

  private constructor(source: MediaSource, { mime, metrics, volume, muted, running, onBlocked }: ElementSoundOptions) {
    this.#metrics = metrics;
    this.#isRunning = running;
    this.#onBlocked = onBlocked;
    this.setVolume(volume, muted);
    this.#source = source;
    // A managed source can be opened only by an element without remote playback.
    this.#element.disableRemotePlayback = true;
    this.#url = URL.createObjectURL(this.#source);
    this.#element.src = this.#url;
    this.#source.addEventListener('sourceopen', () => {
      // The event was queued before the sound was disposed.
      if (this.#source.readyState !== 'open') return;
      // If the browser cannot play this AAC, there is no sound and the wall clock continues.
      if (!(this.#source.constructor as typeof MediaSource).isTypeSupported(mime)) return;
      this.#buffer = this.#source.addSourceBuffer(mime);
      this.#buffer.addEventListener('updateend', () => this.#drain());
      this.#drain();
    });
    if (running) void this.#play();
    for (const gesture of GESTURES) addEventListener(gesture, this.#onGesture, { capture: true, passive: true });
    this.#timer = setInterval(() => this.#report(), REPORT_EVERY_MS);
    import('../compressor.ts')
      .then(({ compressElement }) => !this.#isDisposed && (this.#leave = compressElement(this.#element)))
      .catch(() => undefined);
  }

  append(segment: Uint8Array, baseMs: number): void {
    if (!Number.isNaN(baseMs)) this.#baseMs = baseMs;
    if (this.#waiting.length >= MAX_WAITING_SEGMENTS) this.#waiting.shift();
    this.#waiting.push(segment);
    this.#drain();
  }

  setVolume(volume: number, muted: boolean): void {
    this.#element.volume = volume;
    this.#element.muted = muted;
    if (!muted && this.#isBlocked && this.#isRunning) void this.#play();
  }

  setRunning(running: boolean): void {
    this.#isRunning = running;
    if (running) void this.#play();
    else this.#element.pause();
  }

  /** Media milliseconds on the stream's timeline. */
  jump(toMs: number): void {
    if (!Number.isNaN(this.#baseMs)) this.#element.currentTime = Math.max(0, (toMs - this.#baseMs) / 1_000);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#isDisposed = true;
    this.#leave?.();
    for (const gesture of GESTURES) removeEventListener(gesture, this.#onGesture, { capture: true });
    this.#element.pause();
    this.#element.removeAttribute('src');
    this.#element.load();
    URL.revokeObjectURL(this.#url);
  }

  async #play(): Promise<void> {
    const wasBlocked = this.#isBlocked;
    try {
      await this.#element.play();
      this.#isBlocked = false;
      this.#join();
    } catch (cause) {
      this.#isBlocked = cause instanceof DOMException && cause.name === 'NotAllowedError';
    }
    if (this.#isBlocked !== wasBlocked) this.#onBlocked(this.#isBlocked);
  }

  readonly #onGesture = (): void => {
    if (this.#isBlocked && this.#isRunning) void this.#play();
  };

  /** The pictures followed the wall clock while there was no sound; the sound starts at their position. */
  #join(): void {
    const nowMs = this.#metrics.get('MEDIA_MS');
    if (Math.abs(nowMs - this.#baseMs - this.#element.currentTime * 1_000) > START_TOLERANCE_MS) this.jump(nowMs);
  }

  #report(): void {
    const element = this.#element;
    const nowMs = performance.now();
    if (element.currentTime !== this.#seenS) {
      this.#seenS = element.currentTime;
      this.#movedAtMs = nowMs;
      if (this.#isStuck) this.#join();
    }
    this.#isStuck = !element.paused && nowMs - this.#movedAtMs > STUCK_MS;
    if (this.#isStuck && this.#isBeforeGap()) this.#join();
    const rate = this.#metrics.get('RATE');
    if (element.playbackRate !== rate) element.playbackRate = rate;
    const runs = !this.#isStuck && !element.paused && !element.seeking && element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    this.#metrics.set('ELEMENT_MS', runs ? this.#baseMs + element.currentTime * 1_000 : Number.NaN);
    this.#metrics.set('ELEMENT_AT_MS', performance.timeOrigin + nowMs);
  }

  /** An element does not play across missing sound; the sound at the position of the pictures has arrived. */
  #isBeforeGap(): boolean {
    if (this.#buffer === undefined) return false;
    const { buffered: ranges } = this.#buffer;
    const atS = (this.#metrics.get('MEDIA_MS') - this.#baseMs) / 1_000;
    for (let i = 0; i < ranges.length; i++)
      if (this.#element.currentTime < ranges.start(i) && ranges.start(i) <= atS && atS < ranges.end(i)) return true;
    return false;
  }

  #drain(): void {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return;
    // Relative to the position of the pictures: an element that waits for a click does not advance, and its buffer must stay bounded.
    const end = (this.#metrics.get('MEDIA_MS') - this.#baseMs) / 1_000 - KEEP_BEHIND_S;
    if (end > 0 && buffer.buffered.length > 0 && buffer.buffered.start(0) < end - KEEP_BEHIND_S) {
      buffer.remove(0, end);
      return;
    }
    const segment = this.#waiting.shift();
    if (segment) buffer.appendBuffer(segment as Uint8Array<ArrayBuffer>);
  }
}
