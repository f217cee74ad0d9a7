/** Decodes a track from any picture on; shared by stepping, playing, hashing and racing. */
import { Decoder } from '../../glue/decoder.ts';
import type { HevcTrack } from '../../glue/containers/index.ts';
import type { Picture } from '../../glue/picture.ts';
import type { HevcFailure, HevcResult } from '../../glue/result.ts';
import { VIDEO_DECODER_LIMITS } from '../../glue/webcodecs/video-decoder.ts';
import type { DecodeOptions } from '../protocol.ts';
import { md5 } from './md5.ts';

// Decodes the same stream with the browser's own decoder: measures the speed and compares every sample.

/** The used part of VideoDecoder; tests pass another one. */
export type DecoderClass = Pick<typeof VideoDecoder, 'isConfigSupported'> & { new (init: VideoDecoderInit): VideoDecoder };

const QUEUE_MAX = 8;

/** The speed, and the hash of each picture in output order; undefined if the browser does not support the stream. */
export async function decodeByBrowser(track: HevcTrack, Decoder: DecoderClass | undefined) {
  const config = track.config as VideoDecoderConfig;
  if (!Decoder || !(await Decoder.isConfigSupported(config).catch(() => undefined))?.supported) return undefined;
  const start = performance.now();
  const pictures = await run(track, Decoder, (frame) => frame.close());
  const race = { pictures, ms: performance.now() - start };
  // A second pass for the samples: copying them takes longer than decoding and must not count.
  const hashes: string[] = [];
  let failure: Error | undefined;
  const copy = async (frame: VideoFrame): Promise<void> => {
    try {
      if (failure) return;
      // Firefox converts pictures of some decoders to BGRX.
      if (/RGB|BGR/.test(frame.format ?? ''))
        throw new Error(`the browser’s pictures have the format ${frame.format}, which cannot be compared`);
      const bytes = new Uint8Array(frame.allocationSize());
      const layout = await frame.copyTo(bytes);
      hashes.push(md5(toI420(frame, bytes, layout)));
    } catch (error) {
      // Samples of a format without a name cannot be copied: 10 bits from a hardware decoder.
      failure = error as Error;
    } finally {
      // Also after a failure, because a hardware decoder waits until its pictures are closed.
      frame.close();
    }
  };
  let copying = Promise.resolve();
  await run(track, Decoder, (frame) => (copying = copying.then(() => copy(frame))));
  await copying;
  if (failure) throw failure;
  return { race, hashes };
}

async function run(track: HevcTrack, Decoder: DecoderClass, output: (frame: VideoFrame) => unknown): Promise<number> {
  let pictures = 0;
  let failure: DOMException | undefined;
  const count = (frame: VideoFrame): void => {
    pictures++;
    output(frame);
  };
  const decoder = new Decoder({ output: count, error: (error) => (failure = error) });
  decoder.configure(track.config as VideoDecoderConfig);
  for (const sample of track.samples) {
    if (decoder.state === 'closed') break;
    if (sample.config) decoder.configure(sample.config as VideoDecoderConfig);
    decoder.decode(new EncodedVideoChunk(sample));
    while (decoder.state === 'configured' && decoder.decodeQueueSize > QUEUE_MAX) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await decoder.flush().catch((error: unknown) => (failure ??= error as DOMException));
  if (failure) throw failure;
  decoder.close();
  return pictures;
}

/** Hardware decoders return NV12; its chroma is separated, so that both decoders hash the same planes. */
function toI420(frame: VideoFrame, bytes: Uint8Array, layout: readonly PlaneLayout[]): Uint8Array {
  if (frame.format !== 'NV12') return bytes;
  const chroma = layout[1]!.offset;
  const out = bytes.slice();
  const half = (bytes.length - chroma) >> 1;
  for (let i = 0; i < half; i++) {
    out[chroma + i] = bytes[chroma + 2 * i]!;
    out[chroma + half + i] = bytes[chroma + 2 * i + 1]!;
  }
  return out;
}

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
