/**
 * Plays the PCM ring. Its consumed position is the player's clock, so time never advances without samples: while the ring is empty or
 * paused it outputs silence and consumes nothing. Runs on the audio thread: no allocation, no message, no lock.
 */
import { PcmRing } from '../../shared-memory/pcm-ring.ts';
import { Stretch } from './stretch.ts';

interface Options {
  readonly ring: SharedArrayBuffer;
  readonly channels: number;
}

/** Length of the fade that avoids clicks when sound stops or starts. */
const FADE_FRAMES = 64;

class RingPlayer extends AudioWorkletProcessor {
  readonly #ring: PcmRing;
  readonly #stretch: Stretch;
  #gain = 0;
  #isDone = false;

  constructor(options: { readonly processorOptions: unknown }) {
    super();
    const { ring, channels } = options.processorOptions as Options;
    this.#ring = new PcmRing(ring, channels);
    this.#stretch = new Stretch(this.#ring, sampleRate);
    this.port.onmessage = () => {
      this.#isDone = true;
    };
  }

  process(_inputs: unknown, outputs: readonly (readonly Float32Array[])[]): boolean {
    const output = outputs[0]!;
    const frames = output[0]!.length;
    const ring = this.#ring;
    if (ring.applySkip()) {
      this.#gain = 0;
      this.#stretch.reset();
    }
    let made = 0;
    if (ring.running) {
      made = this.#stretch.read(output, frames, ring.rate);
      if (made < frames) ring.countUnderrun();
    }
    for (let i = 0; i < made; i++) {
      if (this.#gain < 1) this.#gain = Math.min(1, this.#gain + 1 / FADE_FRAMES);
      for (const channel of output) channel[i]! *= this.#gain;
    }
    if (made < frames) {
      this.#gain = 0;
      for (const channel of output) channel.fill(0, made);
    }
    return !this.#isDone;
  }
}

registerProcessor('footlight-ring', RingPlayer);
