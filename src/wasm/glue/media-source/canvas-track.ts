/** Draws the pictures of a HevcSourceBuffer at the time of a media element, whose sound is the clock. */
import { sameBytes } from '../access-units.ts';
import { EncodedHevcChunk, HevcVideoDecoder, type HevcVideoDecoderInit } from '../index.ts';
import type { BufferedSample, SampleStore } from './samples.ts';

const MICROS = 1_000_000;
/** Pictures decoded ahead of their time. */
const AHEAD_MAX = 6;
/** Chunks that the decoder has not started. Chunks that it has started are not counted, because some contain no picture that is output. */
const QUEUED_MAX = 4;
/** A time this far behind the drawn, or ahead of the decoded picture is a seek. Microseconds. */
const SEEK_MICROS = 1_000_000;

export type CanvasTrackOptions = Pick<HevcVideoDecoderInit<unknown>, 'threads' | 'worker' | 'assets' | 'limits'> & {
  /** A picture cannot be decoded; the sound continues. */
  readonly onError?: (error: DOMException) => void;
};

export class CanvasTrack {
  readonly #video: HTMLMediaElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #options: CanvasTrackOptions;
  readonly #store: SampleStore;
  readonly #frames: VideoFrame[] = [];
  #decoder: HevcVideoDecoder | undefined;
  #config: BufferedSample['config'] | undefined;
  /** The last decoded sample; searched each time, because indices change when samples are appended or removed. */
  #last: BufferedSample | undefined;
  #shownMicros = Number.NaN;
  /** Every decoded sample has been flushed. */
  #isFlushed = false;
  #request = 0;

  constructor(video: HTMLMediaElement, canvas: HTMLCanvasElement, store: SampleStore, options: CanvasTrackOptions) {
    this.#video = video;
    this.#canvas = canvas;
    this.#store = store;
    this.#options = options;
    const draw = (): void => {
      this.#request = requestAnimationFrame(draw);
      this.tick();
    };
    draw();
  }

  /** Decodes while there is room, and draws the picture that is due. */
  tick(): void {
    const now = Math.round(this.#video.currentTime * MICROS);
    if (this.#last && !this.#canContinue(this.#last)) this.#last = undefined;
    if (this.#isSeek(now)) this.#restart(now);
    this.#feed();
    // Not earlier, because after a flush the decoder requires a keyframe.
    if (this.#video.ended && !this.#isFlushed && this.#last === this.#store.samples.at(-1)) this.#flush();
    this.#drawDue(now);
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    this.#drop();
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
  }

  /** False: a keyframe starts the decoder again. */
  #canContinue(last: BufferedSample): boolean {
    const { samples } = this.#store;
    const index = samples.indexOf(last);
    const isRemoved = index < 0;
    return !isRemoved && !(this.#isFlushed && samples[index + 1]?.type === 'delta');
  }

  #isSeek(now: number): boolean {
    if (!this.#last) return true;
    return now < this.#shownMicros - SEEK_MICROS / 10 || now > this.#last.timestamp + SEEK_MICROS;
  }

  /** From the keyframe before `now`, if there is one. */
  #restart(now: number): void {
    const key = this.#store.keyBefore(now);
    const sample = this.#store.samples[key];
    if (!sample) return;
    // The same keyframe again: the following samples have not been appended yet.
    if (this.#last && sample.timestamp <= this.#last.timestamp && now >= this.#last.timestamp) return;
    this.#drop();
    if (this.#decoder?.state === 'configured') this.#decoder.reset();
    this.#config = undefined;
    this.#shownMicros = Number.NaN;
    this.#decode(sample);
  }

  #feed(): void {
    const { samples } = this.#store;
    let index = this.#last ? samples.indexOf(this.#last) : -1;
    while (index >= 0 && index + 1 < samples.length && this.#frames.length < AHEAD_MAX && this.#queued() < QUEUED_MAX)
      this.#decode(samples[++index]!);
  }

  #queued(): number {
    return this.#decoder?.decodeQueueSize ?? 0;
  }

  /** The last pictures of a stream wait for later ones that do not arrive. */
  #flush(): void {
    this.#isFlushed = true;
    if (this.#decoder?.state === 'configured') this.#decoder.flush().catch(() => undefined);
  }

  #decode(sample: BufferedSample): void {
    if (!this.#decoder || this.#decoder.state === 'closed') this.#decoder = this.#open();
    if (sample.config.description !== this.#config?.description && !isSame(sample, this.#config)) this.#decoder.configure(sample.config);
    this.#config = sample.config;
    this.#last = sample;
    this.#isFlushed = false;
    try {
      this.#decoder.decode(new EncodedHevcChunk(sample));
    } catch (error) {
      // After a failure nothing is decoded until the next keyframe.
      if (!(error instanceof DOMException) || error.name !== 'DataError') throw error;
    }
  }

  #open(): HevcVideoDecoder {
    const { onError, ...settings } = this.#options;
    this.#config = undefined;
    return new HevcVideoDecoder({
      ...settings,
      onDamage: 'conceal',
      output: (frame) => this.#frames.push(frame),
      error: (error) => onError?.(error),
    });
  }

  #drawDue(now: number): void {
    let due: VideoFrame | undefined;
    while (this.#frames[0] && this.#frames[0].timestamp <= now) {
      due?.close();
      due = this.#frames.shift();
    }
    if (!due) return;
    const { displayWidth, displayHeight } = due;
    if (this.#canvas.width !== displayWidth || this.#canvas.height !== displayHeight) {
      [this.#canvas.width, this.#canvas.height] = [displayWidth, displayHeight];
    }
    this.#canvas.getContext('2d', { alpha: false })?.drawImage(due, 0, 0, displayWidth, displayHeight);
    this.#shownMicros = due.timestamp;
    due.close();
  }

  #drop(): void {
    for (const frame of this.#frames.splice(0)) frame.close();
    this.#last = undefined;
  }
}

function isSame({ config }: BufferedSample, before: BufferedSample['config'] | undefined): boolean {
  const [a, b] = [config.description as Uint8Array | undefined, before?.description as Uint8Array | undefined];
  return a !== undefined && b !== undefined && sameBytes(a, b);
}
