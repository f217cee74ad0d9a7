/**
 * Sound by an audio element and MediaSource, where there is no AudioDecoder. Its currentTime is the clock of the pictures; rate and jumps are
 * the render side's to decide (workers/render/presenter.ts) and are carried out here.
 */
import type { Board } from '../../workers/shared/board.ts';

/** Segments that wait for the source buffer; more means that it takes none. */
const MAX_WAITING_SEGMENTS = 256;
const KEEP_BEHIND_S = 10;
const REPORT_EVERY_MS = 100;
/** An element that starts this far from where time is (a click came late) is put there. */
const START_TOLERANCE_S = 0.3;
const GESTURES = ['pointerdown', 'keydown'] as const;

export interface ElementSoundOptions {
  readonly mime: string;
  readonly board: Board;
  readonly volume: number;
  readonly muted: boolean;
  readonly onBlocked: (blocked: boolean) => void;
}

export class ElementSound {
  readonly #element = new Audio();
  readonly #source = new MediaSource();
  readonly #waiting: Uint8Array[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #url: string;
  readonly #board: Board;
  readonly #onBlocked: (blocked: boolean) => void;
  #buffer: SourceBuffer | undefined;
  #baseMs = Number.NaN;
  #isBlocked = false;

  constructor({ mime, board, volume, muted, onBlocked }: ElementSoundOptions) {
    this.#board = board;
    this.#onBlocked = onBlocked;
    this.setVolume(volume, muted);
    this.#url = URL.createObjectURL(this.#source);
    this.#element.src = this.#url;
    this.#source.addEventListener('sourceopen', () => {
      // A browser that cannot play this AAC leaves the sound out; the wall clock goes on.
      if (!MediaSource.isTypeSupported(mime)) return;
      this.#buffer = this.#source.addSourceBuffer(mime);
      this.#buffer.addEventListener('updateend', () => this.#drain());
      this.#drain();
    });
    void this.#play();
    for (const gesture of GESTURES) addEventListener(gesture, this.#onGesture, { capture: true, passive: true });
    this.#timer = setInterval(() => this.#report(), REPORT_EVERY_MS);
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
    if (!muted && this.#isBlocked) void this.#play();
  }

  /** Media milliseconds of the stream's timeline. */
  jump(toMs: number): void {
    if (!Number.isNaN(this.#baseMs)) this.#element.currentTime = Math.max(0, (toMs - this.#baseMs) / 1_000);
  }

  dispose(): void {
    clearInterval(this.#timer);
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
      // The pictures went on by the wall clock while the browser waited for a click.
      const nowMs = this.#board.get('MEDIA_MS');
      if (Math.abs(nowMs - this.#baseMs - this.#element.currentTime * 1_000) > START_TOLERANCE_S * 1_000) this.jump(nowMs);
    } catch (cause) {
      this.#isBlocked = cause instanceof DOMException && cause.name === 'NotAllowedError';
    }
    if (this.#isBlocked !== wasBlocked) this.#onBlocked(this.#isBlocked);
  }

  readonly #onGesture = (): void => {
    if (this.#isBlocked) void this.#play();
  };

  #report(): void {
    const element = this.#element;
    const rate = this.#board.get('RATE');
    if (element.playbackRate !== rate) element.playbackRate = rate;
    const runs = !element.paused && !element.seeking && element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    this.#board.set('ELEMENT_MS', runs ? this.#baseMs + element.currentTime * 1_000 : Number.NaN);
    this.#board.set('ELEMENT_AT_MS', performance.timeOrigin + performance.now());
  }

  #drain(): void {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return;
    // Of the pictures' position: an element that waits for a click stands still, and its buffer must not grow for ever.
    const end = (this.#board.get('MEDIA_MS') - this.#baseMs) / 1_000 - KEEP_BEHIND_S;
    if (end > 0 && buffer.buffered.length > 0 && buffer.buffered.start(0) < end - KEEP_BEHIND_S) {
      buffer.remove(0, end);
      return;
    }
    const segment = this.#waiting.shift();
    if (segment) buffer.appendBuffer(segment as Uint8Array<ArrayBuffer>);
  }
}
