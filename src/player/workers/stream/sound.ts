/**
 * Sound to PCM on the timeline: AudioDecoder's output is written into the ring so that frame index and media time stay proportional. Gaps are
 * filled with silence and overlaps cut, so that a stream whose audio times drift stays in sync with its pictures. A line is a run of frames
 * whose index and media time are proportional.
 */
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import { PcmRing, pcmRingBytes } from '../../shared-memory/pcm-ring.ts';
import type { SoundFormat } from '../../flv/sound.ts';

/** Capacity of the ring in frames, a power of two: more sound than the player ever holds (it jumps to live at 10 s of buffer). */
const RING_FRAMES = 2 ** 20;
/** Times may deviate by this much without a correction. */
const TOLERANCE_MS = 40;
/** A gap up to this length is filled with silence; after a larger one a new line starts. */
const MAX_SILENCE_MS = 2_000;
/** Indices wrap at 2^32 and are compared within half of that; a new line starts long before (6 hours at 48 kHz). */
const MAX_LINE_FRAMES = 2 ** 30;

/** Number of decoders that may fail one after the other without sound; after that the configuration counts as unsupported. */
const MAX_FAILED_DECODERS = 3;

export type SoundEvent =
  | { readonly type: 'format'; readonly ring: SharedArrayBuffer; readonly sampleRate: number; readonly channels: number }
  /** The browser does not decode it. */
  | { readonly type: 'unsupported'; readonly name: string };

/** Placement of a decoded block that starts at `ptsMs`, if the next frame of the line is due at `lineMs`. */
export type Placement =
  | { readonly type: 'append' }
  | { readonly type: 'silence'; readonly ms: number }
  | { readonly type: 'cut'; readonly ms: number }
  | { readonly type: 'restart' };

export function placeBlock(lineMs: number, ptsMs: number): Placement {
  const gapMs = ptsMs - lineMs;
  if (Math.abs(gapMs) <= TOLERANCE_MS) return { type: 'append' };
  if (gapMs > MAX_SILENCE_MS || gapMs < -MAX_SILENCE_MS) return { type: 'restart' };
  return gapMs > 0 ? { type: 'silence', ms: gapMs } : { type: 'cut', ms: -gapMs };
}

export class Sound {
  readonly #metrics: Metrics;
  readonly #emit: (event: SoundEvent) => void;
  #decoder: AudioDecoder | undefined;
  #ring: PcmRing | undefined;
  #sampleRate = 0;
  #planes: Float32Array<ArrayBuffer>[] = [];
  /** Media time of the next frame to be written, NaN before the first. */
  #lineMs = Number.NaN;
  #isOverflowing = false;
  #format: SoundFormat | undefined;
  /** Number of decoders that have failed since the last decoded block. */
  #failedDecoders = 0;

  constructor(metrics: Metrics, emit: (event: SoundEvent) => void) {
    this.#metrics = metrics;
    this.#emit = emit;
  }

  /** An equal format changes nothing; a different one creates a new decoder. */
  configure(format: SoundFormat): void {
    if (this.#format && isSame(this.#format, format)) return;
    this.#format = format;
    this.#failedDecoders = 0;
    this.#open(format);
  }

  frame(data: Uint8Array<ArrayBuffer>, ptsMs: number): void {
    if (!this.#decoder && this.#format && this.#failedDecoders < MAX_FAILED_DECODERS) this.#open(this.#format);
    if (this.#decoder?.state !== 'configured') return;
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: Math.round(ptsMs * 1_000), data }));
  }

  #open({ name, codec, sampleRate, channels, config }: SoundFormat): void {
    this.close();
    const decoder = new AudioDecoder({
      output: (block) => this.#write(block),
      error: () => {
        // A damaged frame closes the decoder: the next frame creates a new one.
        if (this.#decoder === decoder) this.#decoder = undefined;
        if (++this.#failedDecoders >= MAX_FAILED_DECODERS) this.#emit({ type: 'unsupported', name });
      },
    });
    this.#decoder = decoder;
    decoder.configure({ codec: codec ?? '', sampleRate, numberOfChannels: channels, ...(config && { description: config }) });
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }

  #write(block: AudioData): void {
    this.#failedDecoders = 0;
    const { numberOfFrames: frames, numberOfChannels, sampleRate, timestamp } = block;
    const channels = Math.min(numberOfChannels, STEREO);
    if (!this.#ring || sampleRate !== this.#sampleRate || channels !== this.#ring.channels) {
      const buffer = new SharedArrayBuffer(pcmRingBytes(RING_FRAMES, channels));
      this.#ring = new PcmRing(buffer, channels);
      this.#sampleRate = sampleRate;
      this.#lineMs = Number.NaN;
      this.#emit({ type: 'format', ring: buffer, sampleRate, channels });
    }
    if (this.#planes.length < numberOfChannels || this.#planes[0]!.length < frames)
      this.#planes = Array.from({ length: numberOfChannels }, () => new Float32Array(frames));
    for (let channel = 0; channel < numberOfChannels; channel++)
      block.copyTo(this.#planes[channel]!.subarray(0, frames), { planeIndex: channel, format: 'f32-planar' });
    block.close();
    if (numberOfChannels > STEREO) mixDown(this.#planes, numberOfChannels, frames);
    this.#lay(this.#ring, timestamp / 1_000, frames);
  }

  #lay(ring: PcmRing, ptsMs: number, frames: number): void {
    const lineFrames = (ring.writeIndex - this.#metrics.get('AUDIO_BASE_INDEX')) >>> 0;
    if (Number.isNaN(this.#lineMs) || lineFrames > MAX_LINE_FRAMES) this.#startLine(ring, ptsMs);
    const placement = placeBlock(this.#lineMs, ptsMs);
    let from = 0;
    switch (placement.type) {
      case 'append':
        break;
      case 'silence':
        this.#append(ring, SILENCE, 0, Math.round((placement.ms * this.#sampleRate) / 1_000));
        break;
      case 'cut':
        from = Math.min(frames, Math.round((placement.ms * this.#sampleRate) / 1_000));
        break;
      case 'restart':
        this.#startLine(ring, ptsMs);
        break;
    }
    this.#append(ring, this.#planes, from, frames - from);
    this.#metrics.set('NEWEST_AUDIO_MS', this.#lineMs);
  }

  /** Unplayed sound of the previous line is discarded, because its times no longer match. */
  #startLine(ring: PcmRing, ptsMs: number): void {
    ring.skipTo(ring.writeIndex);
    this.#metrics.set('AUDIO_BASE_INDEX', ring.writeIndex);
    this.#metrics.set('AUDIO_BASE_MS', ptsMs);
    this.#metrics.set('SAMPLE_RATE', this.#sampleRate);
    this.#lineMs = ptsMs;
  }

  #append(ring: PcmRing, planes: readonly Float32Array[], from: number, frames: number): void {
    let left = frames;
    let at = from;
    while (left > 0) {
      const piece = Math.min(left, planes === SILENCE ? SILENCE_FRAMES : left);
      const source = at === 0 || planes === SILENCE ? planes : planes.map((plane) => plane.subarray(at));
      const written = ring.write(source, piece);
      this.#lineMs += (piece / this.#sampleRate) * 1_000;
      if (written < piece) this.#isOverflowing = true;
      else if (this.#isOverflowing) {
        // Nothing was played meanwhile (no user gesture yet): the missed sound is dropped, and the line continues after this piece.
        this.#isOverflowing = false;
        this.#startLine(ring, this.#lineMs);
      }
      left -= piece;
      at += piece;
    }
  }
}

const SILENCE_FRAMES = 1_024;
const SILENCE: readonly Float32Array[] = [new Float32Array(SILENCE_FRAMES)];

const STEREO = 2;
const HALF_POWER = Math.SQRT1_2;
/** Channels that are added to left and right at -3 dB, by their number; the order is that of WebCodecs: L R C LFE, then back and side. */
const SURROUND: Readonly<Record<number, { readonly left: readonly number[]; readonly right: readonly number[] }>> = {
  3: { left: [2], right: [2] },
  4: { left: [2], right: [3] },
  5: { left: [2, 3], right: [2, 4] },
  6: { left: [2, 4], right: [2, 5] },
  7: { left: [2, 4, 5], right: [2, 4, 6] },
  8: { left: [2, 4, 6], right: [2, 5, 7] },
};

/** Into the first two planes, as Web Audio mixes 5.1 to stereo; the LFE channel is left out. */
function mixDown(planes: readonly Float32Array[], channels: number, frames: number): void {
  const mix = SURROUND[channels] ?? { left: [], right: [] };
  for (const [target, sources] of [mix.left, mix.right].entries())
    for (const source of sources) for (let i = 0; i < frames; i++) planes[target]![i]! += HALF_POWER * planes[source]![i]!;
}

const isSame = (a: SoundFormat, b: SoundFormat): boolean =>
  a.codec === b.codec && a.sampleRate === b.sampleRate && a.channels === b.channels && isSameConfig(a.config, b.config);

const isSameConfig = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a?.length === b?.length && (a === null || b === null || a.every((byte, i) => byte === b[i]));
