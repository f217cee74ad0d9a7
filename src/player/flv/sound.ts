/** Sound tags of an FLV stream to frames with a configuration for `AudioDecoder`. Repairs configurations that browsers do not read. Pure. */
import { SetBits } from '../../wasm/glue/parameter-sets.ts';
import { readEnhanced, soundName, type Notes, type StreamFacts } from './packets.ts';

/** Configuration of a sound track in the terms of WebCodecs. */
export interface SoundFormat {
  /** As in the facts, for example `AAC` or `G.711 A-law`. */
  readonly name: string;
  /** Null if no browser decodes it. */
  readonly codec: string | null;
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig, or the header of FLAC or Opus; null if the frames need none. */
  readonly config: Uint8Array | null;
}

export type SoundEvent =
  | { readonly type: 'sound-config'; readonly timeMs: number; readonly format: SoundFormat; readonly tag: Uint8Array | null }
  | { readonly type: 'sound'; readonly timeMs: number; readonly data: Uint8Array; readonly tag: Uint8Array | null };

const ENHANCED = 9;
const NOTHING = new Uint8Array();
const PACKET = { config: 0, frame: 1 };
const FLV_RATES = [5_512, 11_025, 22_050, 44_100];
const G711_RATE = 8_000;

export class SoundReader {
  readonly #emit: (event: SoundEvent) => void;
  readonly #facts: StreamFacts;
  readonly #notes: Notes;
  readonly #track = { number: Number.NaN };
  /** Null before a configuration. */
  #format: SoundFormat | null = null;
  /** An AAC configuration without a number of channels: the first frame decides. */
  #unclear: AacConfig | null = null;

  constructor(emit: (event: SoundEvent) => void, facts: StreamFacts, notes: Notes) {
    this.#emit = emit;
    this.#facts = facts;
    this.#notes = notes;
  }

  /** Sound that no browser decodes. */
  refuse(name: string, timeMs: number): void {
    this.#facts.audio = name;
    this.#onFrame({ name, codec: null, sampleRate: 0, channels: 0, config: null }, NOTHING, timeMs, null);
  }

  /** Annex E.4.2.1 AUDIODATA; sound format 9 marks Enhanced RTMP v2 (ExAudioTagHeader). */
  read(body: Uint8Array, timeMs: number, tag: Uint8Array): void {
    const first = body[0];
    if (first === undefined || body.length < 2) {
      this.#notes.damage(first === undefined ? 'empty tag' : 'short tag', body.length);
      return;
    }
    if (first >> 4 === ENHANCED) {
      const packet = readEnhanced('audio', body, this.#track, this.#notes);
      if (packet === null) this.#notes.damage('short tag', body.length);
      if (packet === null || (packet.packetType !== PACKET.config && packet.packetType !== PACKET.frame)) return;
      const name = soundName(packet.fourcc);
      this.#facts.audio = name;
      const isLegacy = name === 'AAC' || name === 'MP3';
      if (isLegacy) this.#notes.repair('FourCC of a legacy codec');
      const isPlain = !isLegacy && packet.data.byteOffset === body.byteOffset + 5;
      this.#onPacket(name, packet.packetType, packet.data, timeMs, isPlain ? tag : null);
      return;
    }
    const name = soundName(first >> 4);
    this.#facts.audio = name;
    if (name !== 'AAC') {
      this.#onFrame(legacyFormat(name, first, body.subarray(1)), body.subarray(1), timeMs, tag);
      return;
    }
    if (body[1]! > PACKET.frame) this.#notes.damage('unknown packet', body.length);
    else this.#onPacket(name, body[1]!, body.subarray(2), timeMs, tag);
  }

  #onPacket(name: string, packetType: number, data: Uint8Array, timeMs: number, tag: Uint8Array | null): void {
    if (name === 'AAC') {
      if (packetType === PACKET.config) this.#onAacConfig(data, timeMs, tag);
      else this.#onAacFrame(data, timeMs, tag);
      return;
    }
    if (packetType === PACKET.frame) {
      this.#onFrame(this.#format?.name === name ? this.#format : enhancedFormat(name, data, null), data, timeMs, tag);
      return;
    }
    const format = enhancedFormat(name, data, data.slice());
    if (format === null) {
      this.#notes.damage('bad configuration', data.length);
      return;
    }
    this.#format = format;
    this.#emit({ type: 'sound-config', timeMs, format, tag });
  }

  /** A frame that has its format with it: the format is emitted when it changes. */
  #onFrame(format: SoundFormat | null, data: Uint8Array, timeMs: number, tag: Uint8Array | null): void {
    if (format === null) return;
    const known = this.#format;
    if (known?.name !== format.name || known.sampleRate !== format.sampleRate || known.channels !== format.channels) {
      this.#format = format;
      this.#emit({ type: 'sound-config', timeMs, format, tag: null });
    }
    if (data.length > 0) this.#emit({ type: 'sound', timeMs, data, tag });
  }

  #onAacConfig(data: Uint8Array, timeMs: number, tag: Uint8Array | null): void {
    const config = readAacConfig(data);
    if (config === null) {
      this.#notes.damage('bad configuration', data.length);
      return;
    }
    this.#unclear = config.channels === 0 ? config : null;
    if (config.channels > 0) this.#configure(config, config.isPlain ? data.slice() : null, timeMs, tag);
  }

  #configure(config: AacConfig, plain: Uint8Array | null, timeMs: number, tag: Uint8Array | null): void {
    const { objectType, sampleRate, channels } = config;
    const written = plain ?? writeAacConfig(config);
    if (plain === null) this.#notes.repair('AAC configuration');
    this.#format = { name: 'AAC', codec: `mp4a.40.${objectType}`, sampleRate, channels, config: written };
    this.#emit({ type: 'sound-config', timeMs, format: this.#format, tag: plain === null ? null : tag });
  }

  #onAacFrame(data: Uint8Array, timeMs: number, tag: Uint8Array | null): void {
    const adts = readAdts(data);
    if (adts !== null) {
      this.#notes.repair('ADTS header');
      const { config } = adts;
      if (this.#format?.name !== 'AAC' && config.channels > 0) this.#configure(config, writeAacConfig(config), timeMs, null);
      this.#emit({ type: 'sound', timeMs, data: data.subarray(adts.headerBytes), tag: null });
      return;
    }
    if (this.#unclear !== null) {
      const channels = channelsOfFrame(data);
      if (channels > 0) {
        this.#configure({ ...this.#unclear, channels }, null, timeMs, null);
        this.#unclear = null;
      }
    }
    if (data.length > 0 && this.#format?.name === 'AAC') this.#emit({ type: 'sound', timeMs, data, tag });
  }
}

/** Legacy sound except AAC: the format is in the first byte, that of MP3 in its frames. Null for an unreadable header of a frame. */
function legacyFormat(name: string, first: number, data: Uint8Array): SoundFormat | null {
  const channels = (first & 1) + 1;
  const sampleRate = FLV_RATES[(first >> 2) & 3]!;
  const plain = { name, sampleRate, channels, config: null };
  switch (name) {
    case 'MP3': {
      const header = readMp3Header(data);
      return header === null ? null : { ...plain, ...header, codec: 'mp3' };
    }
    case 'G.711 A-law':
      return { ...plain, codec: 'alaw', sampleRate: G711_RATE };
    case 'G.711 mu-law':
      return { ...plain, codec: 'ulaw', sampleRate: G711_RATE };
    case 'PCM':
      return { ...plain, codec: (first & 2) === 0 ? 'pcm-u8' : 'pcm-s16' };
    case 'Opus':
      return { ...plain, codec: 'opus', sampleRate: 48_000 };
    default:
      return { ...plain, codec: null };
  }
}

/** `header`: the packet SequenceStart of Enhanced RTMP v2. */
function enhancedFormat(name: string, data: Uint8Array, header: Uint8Array | null): SoundFormat | null {
  const format = { name, codec: null, sampleRate: 48_000, channels: 2, config: null };
  switch (name) {
    case 'Opus': {
      const channels = header === null ? 2 : header[9] || 2;
      // RFC 7845: one or two channels need no header.
      return { ...format, codec: 'opus', channels, config: channels > 2 ? header : null };
    }
    case 'FLAC': {
      // STREAMINFO behind `fLaC` and the header of its block, which some encoders omit. The rate has 20 bits from byte 10 on, the channels 3.
      if (header === null) return null;
      const marked = header[0] === 0x66 ? header.subarray(4) : header;
      const info = (marked[0]! & 0x7f) === 0 && marked[3] === STREAMINFO_BYTES ? marked.subarray(4) : marked;
      if (info.length < STREAMINFO_BYTES) return null;
      const [high, middle, low] = [info[10]!, info[11]!, info[12]!];
      const sampleRate = (high << 12) | (middle << 4) | (low >> 4);
      const config = Uint8Array.of(...FLAC_HEAD, 0x80, 0, 0, STREAMINFO_BYTES, ...info.subarray(0, STREAMINFO_BYTES));
      return { ...format, codec: 'flac', sampleRate, channels: ((low >> 1) & 7) + 1, config };
    }
    case 'MP3': {
      const mp3 = readMp3Header(data);
      return mp3 === null ? null : { ...format, ...mp3, codec: 'mp3' };
    }
    default:
      return format;
  }
}

/** The stream marker `fLaC`. */
export const FLAC_HEAD = [0x66, 0x4c, 0x61, 0x43] as const;
const STREAMINFO_BYTES = 34;

const MP3_RATES = [44_100, 48_000, 32_000];
const MONO = 3;

/** ISO/IEC 11172-3 2.4.1.3, with MPEG 2 and 2.5. */
function readMp3Header(data: Uint8Array): { readonly sampleRate: number; readonly channels: number } | null {
  if (data.length < 4 || data[0] !== 0xff || (data[1]! & 0xe0) !== 0xe0) return null;
  const version = (data[1]! >> 3) & 3;
  const rate = MP3_RATES[(data[2]! >> 2) & 3];
  if (rate === undefined || version === 1) return null;
  return { sampleRate: rate / (version === 3 ? 1 : version === 2 ? 2 : 4), channels: data[3]! >> 6 === MONO ? 1 : 2 };
}

const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const EXPLICIT_RATE = 15;
const SBR = 5;
const PS = 29;
/** Channel configurations 1 to 7, ISO/IEC 14496-3 table 1.19. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8];

interface AacConfig {
  readonly objectType: number;
  readonly sampleRate: number;
  /** 0: neither the configuration nor its program config element has the number. */
  readonly channels: number;
  /** Neither an explicit rate nor channel configuration 0, which browsers and engines refuse. */
  readonly isPlain: boolean;
}

/** AudioSpecificConfig, ISO/IEC 14496-3 1.6.2.1. Null if no frame could be decoded with it. */
function readAacConfig(config: Uint8Array): AacConfig | null {
  if (config.length < 2) return null;
  const bits = new SetBits(config, false);
  let objectType = bits.u(5);
  if (objectType === 31) objectType = 32 + bits.u(6);
  const [sampleRate, isExplicit] = readRate(bits);
  const configuration = bits.u(4);
  let isSbrExplicit = false;
  if (objectType === SBR || objectType === PS) {
    isSbrExplicit = readRate(bits)[1];
    bits.u(5);
  }
  const channels = configuration === 0 ? readProgramConfig(bits) : (CHANNELS[configuration] ?? 0);
  if (objectType === 0 || sampleRate === 0 || (configuration > 7 && channels === 0)) return null;
  return { objectType, sampleRate, channels, isPlain: !isExplicit && !isSbrExplicit && configuration > 0 };
}

/** The rate, 0 if invalid, and whether it has 24 bits instead of an index. */
function readRate(bits: SetBits): readonly [number, boolean] {
  const index = bits.u(4);
  return index === EXPLICIT_RATE ? [bits.u(24), true] : [AAC_RATES[index] ?? 0, false];
}

/** GASpecificConfig with a program config element: sums the channels of its front, side, back and LFE elements. 0 if there is none. */
function readProgramConfig(bits: SetBits): number {
  bits.skip(1);
  if (bits.u(1) === 1) bits.skip(14);
  bits.skip(1);
  return programChannels(bits);
}

/** ISO/IEC 14496-3 4.4.1.1 program_config_element. */
function programChannels(bits: SetBits): number {
  bits.skip(4 + 2 + 4);
  const counts = [bits.u(4), bits.u(4), bits.u(4)];
  const lfe = bits.u(2);
  bits.skip(3 + 4);
  for (const size of [4, 4, 3]) if (bits.u(1) === 1) bits.skip(size);
  let channels = lfe;
  for (const count of counts)
    for (let i = 0; i < count; i++) {
      channels += 1 + bits.u(1);
      bits.skip(4);
    }
  return bits.isOver ? 0 : channels;
}

const ELEMENT = { SCE: 0, CPE: 1, PCE: 5 };

/** The first element of a raw_data_block: one channel, a pair, or a program config. 0 for anything else. */
function channelsOfFrame(data: Uint8Array): number {
  const bits = new SetBits(data.subarray(0, 64), false);
  switch (bits.u(3)) {
    case ELEMENT.SCE:
      return 1;
    case ELEMENT.CPE:
      return 2;
    case ELEMENT.PCE:
      return programChannels(bits);
    default:
      return 0;
  }
}

/** AAC LC, or the object type of the stream, with the nearest rate that has an index. */
function writeAacConfig({ objectType, sampleRate, channels }: AacConfig): Uint8Array {
  const distance = (rate: number): number => Math.abs(rate - sampleRate);
  const index = AAC_RATES.reduce((best, rate, i) => (distance(rate) < distance(AAC_RATES[best]!) ? i : best), 0);
  const type = objectType === SBR || objectType === PS || objectType > 31 ? 2 : objectType;
  const configuration = Math.max(1, CHANNELS.indexOf(channels));
  return Uint8Array.of((type << 3) | (index >> 1), ((index & 1) << 7) | (configuration << 3));
}

/** Header of ADTS, ISO/IEC 14496-3 1.A.2.2, which some encoders leave before each frame. */
function readAdts(data: Uint8Array): { readonly config: AacConfig; readonly headerBytes: number } | null {
  if (data.length < 9 || data[0] !== 0xff || (data[1]! & 0xf6) !== 0xf0) return null;
  const frameBytes = ((data[3]! & 3) << 11) | (data[4]! << 3) | (data[5]! >> 5);
  if (frameBytes !== data.length) return null;
  const sampleRate = AAC_RATES[(data[2]! >> 2) & 15];
  if (sampleRate === undefined) return null;
  const configuration = ((data[2]! & 1) << 2) | (data[3]! >> 6);
  const config = { objectType: (data[2]! >> 6) + 1, sampleRate, channels: CHANNELS[configuration]!, isPlain: true };
  return { config, headerBytes: (data[1]! & 1) === 1 ? 7 : 9 };
}
