/**
 * Delays audio decoding until the first picture is painted, because the browser's decoder starts a thread and a service, and the burst at
 * the start contains a second of sound. It is audible only after the picture anyway (SOUND_HELD_MS in player/kinds/h265.ts).
 */
import type { Sound } from './sound.ts';
import type { SoundSegments } from './sound-segments.ts';

/** Maximum delay, if the picture takes longer. */
const HELD_MS = 500;
/** A burst of two seconds at 48 kHz; with more frames than this the sound is not delayed further. */
const MAX_HELD_FRAMES = 96;

type Decoding = Pick<Sound | SoundSegments, 'configure' | 'frame' | 'close'>;
type Held = { readonly config: Uint8Array } | { readonly data: Uint8Array; readonly ptsMs: number };

export class HeldSound {
  readonly #sound: Decoding;
  readonly #waits: () => boolean;
  /** Null after the delay has ended. */
  #held: Held[] | null = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `waits`: a picture is expected and none is painted yet. */
  constructor(sound: Decoding, waits: () => boolean) {
    this.#sound = sound;
    this.#waits = waits;
  }

  configure(config: Uint8Array): void {
    this.#put({ config });
  }

  frame(data: Uint8Array, ptsMs: number): void {
    this.#put({ data, ptsMs });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#held = null;
    this.#sound.close();
  }

  #put(one: Held): void {
    if (this.#held === null) return this.#decode(one);
    this.#held.push(one);
    if (!this.#waits() || this.#held.length > MAX_HELD_FRAMES) this.#letThrough();
    else this.#timer ??= setTimeout(() => this.#letThrough(), HELD_MS);
  }

  #letThrough(): void {
    clearTimeout(this.#timer);
    const held = this.#held ?? [];
    this.#held = null;
    for (const one of held) this.#decode(one);
  }

  #decode(one: Held): void {
    if ('config' in one) this.#sound.configure(one.config);
    else this.#sound.frame(one.data, one.ptsMs);
  }
}
