/**
 * AAC to PCM on the timeline: AudioDecoder's output is written into the ring so that frame index and media time stay proportional. Gaps are
 * filled with silence and overlaps cut, so that a stream whose audio times drift stays in sync with its pictures. A line is a run of frames
 * whose index and media time are proportional.
 */
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import { PcmRing, pcmRingBytes } from '../../shared-memory/pcm-ring.ts';

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
  | { readonly type: 'failed'; readonly detail: string };

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
  #config: Uint8Array | undefined;
  /** Number of decoders that have failed since the last decoded block. */
  #failedDecoders = 0;

  constructor(metrics: Metrics, emit: (event: SoundEvent) => void) {
    this.#metrics = metrics;
    this.#emit = emit;
  }

  /** AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1). An equal one changes nothing; a different one creates a new decoder. */
  configure(config: Uint8Array): void {
    if (this.#config && this.#config.length === config.length && this.#config.every((byte, i) => byte === config[i])) return;
    const format = readAudioSpecificConfig(config);
    if (!format) {
      this.#emit({ type: 'failed', detail: 'AudioSpecificConfig cannot be read' });
      return;
    }
    // `frame` repeats a configuration after it has removed it.
    if (this.#config !== undefined) this.#failedDecoders = 0;
    this.#config = config;
    this.close();
    const decoder = new AudioDecoder({
      output: (block) => this.#write(block),
      error: (cause) => {
        // A damaged frame closes the decoder: the next frame creates a new one.
        if (this.#decoder === decoder) this.#decoder = undefined;
        this.#failedDecoders++;
        this.#emit({ type: 'failed', detail: cause.message });
      },
    });
    decoder.configure({
      codec: `mp4a.40.${format.objectType}`,
      sampleRate: format.sampleRate,
      numberOfChannels: format.channels,
      description: config,
    });
    this.#decoder = decoder;
  }

  frame(data: Uint8Array, ptsMs: number): void {
    if (!this.#decoder && this.#config && this.#failedDecoders < MAX_FAILED_DECODERS) {
      const config = this.#config;
      this.#config = undefined;
      this.configure(config);
    }
    if (this.#decoder?.state !== 'configured') return;
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: Math.round(ptsMs * 1_000), data }));
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }

  #write(block: AudioData): void {
    this.#failedDecoders = 0;
    const { numberOfFrames: frames, numberOfChannels, sampleRate, timestamp } = block;
    const channels = Math.min(numberOfChannels, 2);
    if (!this.#ring || sampleRate !== this.#sampleRate || channels !== this.#ring.channels) {
      const buffer = new SharedArrayBuffer(pcmRingBytes(RING_FRAMES, channels));
      this.#ring = new PcmRing(buffer, channels);
      this.#sampleRate = sampleRate;
      this.#lineMs = Number.NaN;
      this.#emit({ type: 'format', ring: buffer, sampleRate, channels });
    }
    while (this.#planes.length < channels || this.#planes[0]!.length < frames)
      this.#planes = Array.from({ length: channels }, () => new Float32Array(frames));
    for (let channel = 0; channel < channels; channel++)
      block.copyTo(this.#planes[channel]!.subarray(0, frames), { planeIndex: channel, format: 'f32-planar' });
    block.close();
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

const SAMPLE_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/** ISO/IEC 14496-3 table 1.16: object type, sampling frequency index, channel configuration. */
export function readAudioSpecificConfig(
  config: Uint8Array,
): { readonly objectType: number; readonly sampleRate: number; readonly channels: number } | null {
  if (config.length < 2) return null;
  const objectType = config[0]! >> 3;
  const index = ((config[0]! & 7) << 1) | (config[1]! >> 7);
  const sampleRate = SAMPLE_RATES[index];
  const channels = (config[1]! >> 3) & 15;
  if (objectType === 0 || sampleRate === undefined || channels === 0 || channels > 7) return null;
  return { objectType, sampleRate, channels: channels === 7 ? 8 : channels };
}
