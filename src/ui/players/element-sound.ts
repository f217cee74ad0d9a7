/** Sound by an audio element and MediaSource, where there is no AudioDecoder. Its currentTime is the clock. */
import type { Board } from '../../workers/shared/board.ts';

/** Segments that wait for the source buffer; more means that it takes none. */
const MAX_WAITING_SEGMENTS = 256;
const KEEP_BEHIND_S = 10;
const REPORT_EVERY_MS = 100;

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
  #buffer: SourceBuffer | undefined;
  #baseMs = Number.NaN;

  constructor({ mime, board, volume, muted, onBlocked }: ElementSoundOptions) {
    this.setVolume(volume, muted);
    this.#url = URL.createObjectURL(this.#source);
    this.#element.src = this.#url;
    this.#source.addEventListener('sourceopen', () => {
      this.#buffer = this.#source.addSourceBuffer(mime);
      this.#buffer.mode = 'segments';
      this.#buffer.addEventListener('updateend', () => this.#drain());
      this.#drain();
    });
    this.#element.play().then(
      () => onBlocked(false),
      (cause: unknown) => {
        if ((cause as Error).name === 'NotAllowedError') onBlocked(true);
      },
    );
    this.#timer = setInterval(() => {
      const runs = !this.#element.paused && this.#element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      board.set('ELEMENT_MS', runs ? this.#baseMs + this.#element.currentTime * 1_000 : Number.NaN);
      board.set('ELEMENT_AT_MS', performance.timeOrigin + performance.now());
    }, REPORT_EVERY_MS);
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
    if (!muted && this.#element.paused && this.#buffer) void this.#element.play().catch(() => undefined);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#element.pause();
    this.#element.removeAttribute('src');
    this.#element.load();
    URL.revokeObjectURL(this.#url);
  }

  #drain(): void {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return;
    const end = this.#element.currentTime - KEEP_BEHIND_S;
    if (end > 0 && buffer.buffered.length > 0 && buffer.buffered.start(0) < end - KEEP_BEHIND_S) {
      buffer.remove(0, end);
      return;
    }
    const segment = this.#waiting.shift();
    if (segment) buffer.appendBuffer(segment as Uint8Array<ArrayBuffer>);
  }
}
