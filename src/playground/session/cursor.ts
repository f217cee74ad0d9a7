/** Decodes a track from any picture on; shared by stepping, playing, hashing and racing. */
import { Decoder } from '../../wasm/glue/decoder.ts';
import type { HevcTrack } from '../../wasm/glue/containers/index.ts';
import type { Picture } from '../../wasm/glue/picture.ts';
import type { HevcFailure, HevcResult } from '../../wasm/glue/result.ts';
import { VIDEO_DECODER_LIMITS } from '../../wasm/glue/webcodecs/video-decoder.ts';
import type { DecodeOptions } from '../protocol.ts';

/** Consecutive pushes answered 'full' without a picture to pull, after which the unit is skipped: the decoder is stuck, which is a bug. */
const STUCK_PUSHES_MAX = 4;

export interface Decoded {
  readonly picture: Picture;
  /** Index in the file. */
  readonly sample: number;
}

export const openDecoder = ({ threads, build }: DecodeOptions): Promise<HevcResult<Decoder>> =>
  Decoder.open({ threads, limits: VIDEO_DECODER_LIMITS, ...(build === 'auto' ? {} : { build }) });

/** An iteration over the samples. Pictures are returned in output order and released at the next call. */
export class Cursor {
  readonly decoder: Decoder;
  readonly #track: HevcTrack;
  readonly #onError: (error: HevcFailure, sample: number) => void;
  /** Time of each push in ms; the complete decode time only if `next` was called with `waits`. */
  readonly decodeMs: number[] = [];
  #next: number;
  #held: Picture | undefined;
  #hasFlushed = false;
  #isEnded = false;
  /** Consecutive pushes answered 'full' without a picture to pull. */
  #stuck = 0;

  constructor(decoder: Decoder, track: HevcTrack, from: number, onError: (error: HevcFailure, sample: number) => void) {
    this.decoder = decoder;
    this.#track = track;
    this.#next = from;
    this.#onError = onError;
    decoder.flush();
    while (this.#pull());
    decoder.reset();
    this.#release();
    this.#configure(this.#configBefore(from));
  }

  /** Another cursor uses the decoder; this one returns nothing more. */
  end(): void {
    this.#release();
    this.#isEnded = true;
  }

  /** `waits`: each unit is finished before the next, so that its time can be measured. Undefined at the end. */
  async next(waits: boolean): Promise<Decoded | undefined> {
    while (!this.#isEnded) {
      const picture = this.#pull();
      if (picture) return { picture, sample: picture.ptsMs };
      if (this.#next < this.#track.samples.length) await this.#push(waits);
      else if (this.#hasFlushed) return undefined;
      else {
        this.decoder.flush();
        this.#hasFlushed = true;
      }
    }
    return undefined;
  }

  #pull(): Picture | undefined {
    this.#release();
    const pulled = this.decoder.pull();
    if (!pulled.ok) this.#onError(pulled.error, this.#next);
    if (!pulled.ok || pulled.value.name !== 'picture') return undefined;
    this.#held = pulled.value.picture;
    this.#stuck = 0;
    return this.#held;
  }

  #release(): void {
    if (this.#held) this.decoder.release(this.#held);
    this.#held = undefined;
  }

  async #push(waits: boolean): Promise<void> {
    const index = this.#next;
    const sample = this.#track.samples[index]!;
    if (sample.config) this.#configure(sample.config.description);
    const framing = this.#track.config.description ? 'length-prefixed' : 'annexb';
    const start = performance.now();
    const pushed = this.decoder.push(sample.data, index, framing);
    if (pushed.ok && pushed.value === 'full') {
      this.#stuck++;
      if (this.#stuck <= STUCK_PUSHES_MAX) return; // Pictures are pulled first.
      this.#onError({ code: 'DECODER_ARGUMENT', detail: 'full with nothing to pull' }, index);
    }
    this.#stuck = 0;
    if (pushed.ok && pushed.value === 'skipped') {
      await this.decoder.settled();
      return;
    }
    if (waits) this.decoder.wait();
    this.decodeMs[index] = performance.now() - start;
    this.#next++;
    if (!pushed.ok) this.#onError(pushed.error, index);
  }

  #configBefore(from: number): unknown {
    for (let i = from; i >= 0; i--) if (this.#track.samples[i]?.config) return this.#track.samples[i]!.config!.description;
    return this.#track.config.description;
  }

  #configure(description: unknown): void {
    if (!(description instanceof Uint8Array)) return;
    const configured = this.decoder.configure(description);
    if (!configured.ok) this.#onError(configured.error, this.#next);
  }
}
