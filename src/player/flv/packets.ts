/** What the readers of this folder share: facts about a stream, names of codecs, and the packets of Enhanced RTMP v2. Pure. */

/** Repairs of a stream that other programs play as well: a closed list, counted in `StreamFacts.repairs`. */
export const REPAIRS = [
  'no file header',
  'begins in mid-tag',
  'another file header',
  'stream id',
  'trailer size',
  'unknown tag type',
  'ModEx prefix',
  'first track of Multitrack',
  'FourCC of a legacy codec',
  'start codes',
  'length size',
  'cut NAL unit',
  'parameter sets in a tag of their own',
  'configuration from parameter sets',
  'keyframe flag',
  'slices joined',
  'late slices dropped',
  'pictures of another sequence',
  'AAC configuration',
  'ADTS header',
] as const;
export type Repair = (typeof REPAIRS)[number];

/** Reasons for skipping bytes: a closed list, counted in `StreamFacts.damage`. */
export type Damage =
  | 'not FLV'
  | 'bad tag'
  | 'cut'
  | 'empty tag'
  | 'short tag'
  | 'unknown packet'
  | 'encrypted'
  | 'bad script'
  | 'bad configuration';

export interface StreamFacts {
  /** Flags of the file header, which many servers set without knowing the tracks. Null before a header. */
  header: { readonly hasAudio: boolean; readonly hasVideo: boolean } | null;
  /** Names of the codecs by the newest tag of each track, for example H264 or G.711 A-law; `#13` for a number without a name. Null without a tag. */
  video: string | null;
  audio: string | null;
  /** The newest picture tag has a FourCC (Enhanced RTMP). */
  isEnhanced: boolean;
  readonly repairs: Partial<Record<Repair, number>>;
  readonly damage: Partial<Record<Damage, number>>;
}

/** Reader of one tag body: records repairs and damage, and whether the tag passes unchanged. */
export interface Notes {
  repair(name: Repair): void;
  damage(why: Damage, skippedBytes: number): void;
}

const VIDEO_IDS: Readonly<Record<number, string>> = {
  2: 'H263',
  3: 'Screen',
  4: 'VP6',
  5: 'VP6 alpha',
  6: 'Screen 2',
  7: 'H264',
  12: 'H265',
  13: 'AV1',
};
const VIDEO_FOURCC: Readonly<Record<string, string>> = {
  avc1: 'H264',
  hvc1: 'H265',
  hev1: 'H265',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'H266',
};
const SOUND_IDS: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711 A-law',
  8: 'G.711 mu-law',
  10: 'AAC',
  11: 'Speex',
  13: 'Opus',
  14: 'MP3',
};
const SOUND_FOURCC: Readonly<Record<string, string>> = {
  mp4a: 'AAC',
  Opus: 'Opus',
  '.mp3': 'MP3',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
};

/** Name of a codec by its number in a legacy tag, or by its FourCC. */
export const videoName = (id: number | string): string => (typeof id === 'number' ? (VIDEO_IDS[id] ?? `#${id}`) : (VIDEO_FOURCC[id] ?? id));
export const soundName = (id: number | string): string => (typeof id === 'number' ? (SOUND_IDS[id] ?? `#${id}`) : (SOUND_FOURCC[id] ?? id));

/** Types of tags. */
export const AUDIO = 8;
export const VIDEO = 9;
export const SCRIPT = 18;
/** The file header is followed by the size of the tag before the first one, so by a trailer as well. */
export const FILE_HEADER_BYTES = 9;
export const TAG_HEADER_BYTES = 11;
export const TRAILER_BYTES = 4;

export const u24 = (b: Uint8Array, at: number): number => (b[at]! << 16) | (b[at + 1]! << 8) | b[at + 2]!;
export const u32 = (b: Uint8Array, at: number): number => u24(b, at) * 256 + b[at + 3]!;
export const s24 = (b: Uint8Array, at: number): number => (u24(b, at) << 8) >> 8;

/** Enhanced RTMP v2: ExVideoTagHeader and ExAudioTagHeader after the packet type of the first byte. Null if the body is too short. */
export interface EnhancedPacket {
  readonly packetType: number;
  readonly fourcc: string;
  readonly data: Uint8Array;
}

const MULTITRACK = { video: 6, audio: 5 } as const;
const MOD_EX = 7;
const ONE_TRACK = 0;
const MANY_CODECS = 2;

/** `track`: number of the track of Multitrack that is read, NaN before the first. */
export function readEnhanced(kind: 'video' | 'audio', body: Uint8Array, track: { number: number }, notes: Notes): EnhancedPacket | null {
  let packetType = body[0]! & 15;
  let at = 1;
  while (packetType === MOD_EX) {
    if (body.length < at + 2) return null;
    let size = body[at++]! + 1;
    if (size === 256) {
      size = ((body[at]! << 8) | body[at + 1]!) + 1;
      at += 2;
    }
    at += size;
    if (body.length <= at) return null;
    packetType = body[at++]! & 15;
    notes.repair('ModEx prefix');
  }
  if (packetType !== MULTITRACK[kind]) {
    if (body.length < at + 4) return null;
    return { packetType, fourcc: fourccOf(body, at), data: body.subarray(at + 4) };
  }
  const multitrack = body[at]! >> 4;
  packetType = body[at++]! & 15;
  let fourcc = multitrack === MANY_CODECS ? '' : fourccOf(body, at);
  if (multitrack !== MANY_CODECS) at += 4;
  while (at < body.length) {
    if (multitrack === MANY_CODECS) {
      fourcc = fourccOf(body, at);
      at += 4;
    }
    const number = body[at++]!;
    let end = body.length;
    if (multitrack !== ONE_TRACK) {
      if (at + 3 > body.length) return null;
      end = at + 3 + u24(body, at);
      at += 3;
    }
    if (Number.isNaN(track.number)) track.number = number;
    if (number === track.number) {
      notes.repair('first track of Multitrack');
      return end > body.length ? null : { packetType, fourcc, data: body.subarray(at, end) };
    }
    at = end;
  }
  return { packetType: -1, fourcc, data: body.subarray(body.length) };
}

const fourccOf = (b: Uint8Array, at: number): string => String.fromCharCode(b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!);
