/**
 * AAC as fragmented MP4 for an audio element, for browsers without AudioDecoder (ISO/IEC 14496-12 8.8, ISO/IEC 14496-14 for the sample
 * entry). One fragment per FRAMES_PER_SEGMENT frames; the element's currentTime is then the clock.
 */
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import type { SoundFormat } from '../../flv/sound.ts';

const FRAMES_PER_SEGMENT = 8;
const SAMPLES_PER_FRAME = 1_024;

export type SegmentEvent =
  | { readonly type: 'segment'; readonly mime: string; readonly baseMs: number; readonly segment: Uint8Array }
  /** Only AAC is written as MP4 here. */
  | { readonly type: 'unsupported'; readonly name: string };

export class SoundSegments {
  readonly #metrics: Metrics;
  readonly #emit: (event: SegmentEvent) => void;
  #config: Uint8Array | undefined;
  #sampleRate = 0;
  #mime = '';
  #sequence = 0;
  #baseMs = Number.NaN;
  #frames: Uint8Array[] = [];
  #firstMs = 0;

  constructor(metrics: Metrics, emit: (event: SegmentEvent) => void) {
    this.#metrics = metrics;
    this.#emit = emit;
  }

  configure({ name, codec, sampleRate, channels, config }: SoundFormat): void {
    if (name !== 'AAC' || config === null) {
      this.#emit({ type: 'unsupported', name });
      return;
    }
    this.#config = config;
    this.#sampleRate = sampleRate;
    this.#mime = `audio/mp4; codecs="${codec}"`;
    this.#send(initSegment(config, sampleRate, channels));
  }

  frame(data: Uint8Array, ptsMs: number): void {
    if (!this.#config) return;
    if (Number.isNaN(this.#baseMs)) {
      this.#baseMs = ptsMs;
      this.#metrics.set('AUDIO_BASE_MS', ptsMs);
    }
    if (this.#frames.length === 0) this.#firstMs = ptsMs;
    this.#frames.push(data);
    this.#metrics.set('NEWEST_AUDIO_MS', ptsMs + (SAMPLES_PER_FRAME / this.#sampleRate) * 1_000);
    if (this.#frames.length < FRAMES_PER_SEGMENT) return;
    const startSamples = Math.max(0, Math.round(((this.#firstMs - this.#baseMs) * this.#sampleRate) / 1_000));
    this.#send(mediaSegment(++this.#sequence, startSamples, this.#frames));
    this.#frames = [];
  }

  close(): void {
    this.#frames = [];
  }

  #send(segment: Uint8Array): void {
    this.#emit({ type: 'segment', mime: this.#mime, baseMs: this.#baseMs, segment });
  }
}

type Part = Uint8Array | readonly number[];

function box(type: string, ...parts: readonly Part[]): Uint8Array {
  const bytes = 8 + parts.reduce((sum, part) => sum + part.length, 0);
  const out = new Uint8Array(bytes);
  out.set([...u32(bytes), ...ascii(type)]);
  let at = 8;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const u16 = (n: number): number[] => [(n >> 8) & 255, n & 255];
const u32 = (n: number): number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const zeros = (n: number): number[] => Array.from({ length: n }, () => 0);
const MATRIX = [...u32(0x10000), ...zeros(12), ...u32(0x10000), ...zeros(12), ...u32(0x40000000)];

function initSegment(config: Uint8Array, sampleRate: number, channels: number): Uint8Array {
  const descriptor = (tag: number, ...parts: readonly Part[]): number[] => {
    const body = parts.flatMap((part) => [...part]);
    return [tag, body.length, ...body];
  };
  const decoderConfig = descriptor(4, [0x40, 0x15], zeros(11), descriptor(5, config));
  const esds = box('esds', u32(0), descriptor(3, [0, 0, 0], decoderConfig, descriptor(6, [2])));
  const mp4a = box('mp4a', zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(sampleRate * 65_536), esds);
  const empty = (type: string, extra = 0): Uint8Array => box(type, u32(0), zeros(4 + extra));
  const stbl = box('stbl', box('stsd', u32(0), u32(1), mp4a), empty('stts'), empty('stsc'), empty('stsz', 4), empty('stco'));
  const dinf = box('dinf', box('dref', u32(0), u32(1), box('url ', u32(1))));
  const minf = box('minf', box('smhd', u32(0), zeros(4)), dinf, stbl);
  const mdhd = box('mdhd', u32(0), zeros(8), u32(sampleRate), zeros(4), u16(0x55c4), zeros(2));
  const name = ascii('sound');
  const hdlr = box('hdlr', u32(0), zeros(4), [0x73, 0x6f, 0x75, 0x6e], zeros(12), name, [0]);
  const tkhd = box('tkhd', u32(7), zeros(8), u32(1), zeros(20), u16(0x100), zeros(2), MATRIX, zeros(8));
  const trak = box('trak', tkhd, box('mdia', mdhd, hdlr, minf));
  const mvhd = box('mvhd', u32(0), zeros(8), u32(1_000), zeros(4), u32(0x10000), u16(0x100), zeros(10), MATRIX, zeros(24), u32(2));
  const mvex = box('mvex', box('trex', u32(0), u32(1), u32(1), zeros(12)));
  const ftyp = box('ftyp', ascii('iso5'), u32(1), ascii('iso5mp41'));
  const moov = box('moov', mvhd, trak, mvex);
  const out = new Uint8Array(ftyp.length + moov.length);
  out.set(ftyp);
  out.set(moov, ftyp.length);
  return out;
}

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

function mediaSegment(sequence: number, startSamples: number, frames: readonly Uint8Array[]): Uint8Array {
  const sizes = frames.flatMap((frame) => u32(frame.length));
  const build = (dataOffset: number): Uint8Array => {
    const trun = box('trun', u32(0x201), u32(frames.length), u32(dataOffset), sizes);
    const tfhd = box('tfhd', u32(0x20008), u32(1), u32(SAMPLES_PER_FRAME));
    const tfdt = box('tfdt', u32(0x01000000), u32(Math.floor(startSamples / 2 ** 32)), u32(startSamples >>> 0));
    return box('moof', box('mfhd', u32(0), u32(sequence)), box('traf', tfhd, tfdt, trun));
  };
  const moof = build(build(0).length + 8);
  const mdat = box('mdat', ...frames);
  const out = new Uint8Array(moof.length + mdat.length);
  out.set(moof);
  out.set(mdat, moof.length);
  return out;
}
