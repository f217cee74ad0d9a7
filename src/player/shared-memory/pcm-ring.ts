/**
 * Ring buffer of decoded sound for the audio thread: interleaved float samples, one producer (stream worker), one consumer (AudioWorklet).
 * The consumer also publishes its read position, which is the player's clock.
 * Indices count frames (one sample per channel) and wrap at 2^32; each has its own cache line.
 */

const LINE_WORDS = 16;
const WRITE = 0;
const READ = LINE_WORDS;
/** Frames before this index are discarded unplayed. */
const SKIP_TO = 2 * LINE_WORDS;
/** Number of underruns. */
const UNDERRUNS = 3 * LINE_WORDS;
/** Playback rate in 1/1000, set by the render worker's pacing. */
const RATE = 4 * LINE_WORDS;
/** 1 while sound may play: set when enough is buffered, cleared to pause. */
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

  /** `capacityFrames` is a power of two, so that wrapped indices stay consistent. */
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

  /** May be outdated by one audio block. */
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

  /** Producer: copies `frames` of planar samples and returns how many fitted. */
  write(planes: readonly Float32Array[], frames: number): number {
    const write = this.writeIndex;
    const fits = Math.min(frames, this.capacityFrames - ((write - this.readIndex) >>> 0));
    for (let channel = 0; channel < this.channels; channel++) {
      const plane = planes[Math.min(channel, planes.length - 1)]!;
      for (let i = 0; i < fits; i++) this.#samples[((write + i) % this.capacityFrames) * this.channels + channel] = plane[i]!;
    }
    Atomics.store(this.#words, WRITE, (write + fits) | 0); // after the samples, because this store makes them visible
    return fits;
  }

  /** Frames before this index are not played. Set by the producer after an overflow and by the render worker at a jump. */
  skipTo(index: number): void {
    Atomics.store(this.#words, SKIP_TO, index | 0);
  }

  /** Consumer: applies a pending skip; returns true if frames were discarded. */
  applySkip(): boolean {
    const read = this.readIndex;
    const ahead = (Atomics.load(this.#words, SKIP_TO) - read) | 0;
    if (ahead <= 0) return false;
    Atomics.store(this.#words, READ, (read + Math.min(ahead, this.bufferedFrames)) | 0);
    return true;
  }

  /** Consumer: sample `offset` frames after the read index; the caller keeps it below bufferedFrames. */
  peek(offset: number, channel: number): number {
    return this.#samples[((this.readIndex + offset) % this.capacityFrames) * this.channels + channel]!;
  }

  /** Consumer: marks frames as played. */
  consume(frames: number): void {
    Atomics.store(this.#words, READ, (this.readIndex + frames) | 0);
  }

  countUnderrun(): void {
    Atomics.add(this.#words, UNDERRUNS, 1);
  }
}
