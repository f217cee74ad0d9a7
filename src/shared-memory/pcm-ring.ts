/**
 * Decoded sound on its way to the audio thread: interleaved float samples, one producer (stream worker), one consumer (AudioWorklet).
 * The consumer also says what it has played, which is the clock of the room.
 *
 * Indices count frames (one sample of each channel) and wrap at 2^32; each stands on its own cache line.
 */

const LINE_WORDS = 16;
const WRITE = 0;
const READ = LINE_WORDS;
/** Frames before this index are thrown away unheard. */
const SKIP_TO = 2 * LINE_WORDS;
/** Underruns so far. */
const UNDERRUNS = 3 * LINE_WORDS;
/** Playback rate in 1/1000, set by the render worker's pacing. */
const RATE = 4 * LINE_WORDS;
/** 1 while the sound may run: set when enough is buffered, cleared to hold. */
const RUNNING = 5 * LINE_WORDS;
const HEADER_WORDS = 6 * LINE_WORDS;

export function pcmRingBytes(capacityFrames: number, channels: number): number {
  return HEADER_WORDS * 4 + capacityFrames * channels * 4;
}

export class PcmRing {
  readonly #words: Int32Array;
  readonly #samples: Float32Array;
  readonly capacityFrames: number;
  readonly channels: number;

  /** `capacityFrames` is a power of two, so that wrapped indices stay in step. */
  constructor(buffer: SharedArrayBuffer, channels: number) {
    this.#words = new Int32Array(buffer, 0, HEADER_WORDS);
    this.#samples = new Float32Array(buffer, HEADER_WORDS * 4);
    this.channels = channels;
    this.capacityFrames = Math.floor(this.#samples.length / channels);
  }

  get writeIndex(): number {
    return Atomics.load(this.#words, WRITE) >>> 0;
  }

  get readIndex(): number {
    return Atomics.load(this.#words, READ) >>> 0;
  }

  /** May be late by one audio block. */
  get bufferedFrames(): number {
    return (this.writeIndex - this.readIndex) >>> 0;
  }

  get underruns(): number {
    return Atomics.load(this.#words, UNDERRUNS);
  }

  get rate(): number {
    return (Atomics.load(this.#words, RATE) || 1_000) / 1_000;
  }

  set rate(rate: number) {
    Atomics.store(this.#words, RATE, Math.round(rate * 1_000));
  }

  get running(): boolean {
    return Atomics.load(this.#words, RUNNING) === 1;
  }

  set running(value: boolean) {
    Atomics.store(this.#words, RUNNING, value ? 1 : 0);
  }

  /** Producer: copies `frames` of planar samples in; returns how many fitted. */
  write(planes: readonly Float32Array[], frames: number): number {
    const write = this.writeIndex;
    const fits = Math.min(frames, this.capacityFrames - ((write - this.readIndex) >>> 0));
    for (let channel = 0; channel < this.channels; channel++) {
      const plane = planes[Math.min(channel, planes.length - 1)]!;
      for (let i = 0; i < fits; i++) this.#samples[((write + i) % this.capacityFrames) * this.channels + channel] = plane[i]!;
    }
    Atomics.store(this.#words, WRITE, (write + fits) | 0); // after the samples: the store is what makes them visible
    return fits;
  }

  /** Frames before this one are not played. Set by the producer after an overflow and by the render worker at a jump. */
  skipTo(index: number): void {
    Atomics.store(this.#words, SKIP_TO, index | 0);
  }

  /** Consumer: applies a pending skip; true when frames were thrown away. */
  applySkip(): boolean {
    const read = this.readIndex;
    const ahead = (Atomics.load(this.#words, SKIP_TO) - read) | 0;
    if (ahead <= 0) return false;
    Atomics.store(this.#words, READ, (read + Math.min(ahead, this.bufferedFrames)) | 0);
    return true;
  }

  /** Consumer: sample of a frame that is `offset` frames past the read index; the caller stays below bufferedFrames. */
  peek(offset: number, channel: number): number {
    return this.#samples[((this.readIndex + offset) % this.capacityFrames) * this.channels + channel]!;
  }

  /** Consumer: these frames were played. */
  consume(frames: number): void {
    Atomics.store(this.#words, READ, (this.readIndex + frames) | 0);
  }

  countUnderrun(): void {
    Atomics.add(this.#words, UNDERRUNS, 1);
  }
}
