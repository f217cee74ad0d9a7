/** The codecs of an FLV stream from its first bytes. Pure; source: Adobe FLV 10.1, annex E, and Enhanced RTMP v2. */

export interface FlvHead {
  /** Names as in the tables below; `#13` is a number without a name in these tables. Null: no tag of this track so far. */
  readonly video: string | null;
  readonly audio: string | null;
  /** Flags of the header, which many servers set without checking the stream. */
  readonly promisesVideo: boolean;
  readonly promisesAudio: boolean;
  /** Enhanced RTMP: the codec is a FourCC instead of a number. */
  readonly isEnhanced: boolean;
}

export type Container = 'flv' | 'hls' | 'mp4' | 'mpeg-ts' | 'html' | 'json' | 'unknown';

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
const AUDIO_IDS: Readonly<Record<number, string>> = {
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
const AUDIO_FOURCC: Readonly<Record<string, string>> = {
  mp4a: 'AAC',
  Opus: 'Opus',
  '.mp3': 'MP3',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
};

const HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const AUDIO_TAG = 8;
const VIDEO_TAG = 9;
const ENHANCED_AUDIO = 9;
/** PacketTypeCommand and similar types contain no picture. */
const INFO_FRAME = 5;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** Null while there are too few bytes. */
export function containerOf(bytes: Uint8Array): Container | null {
  if (bytes.length < TAG_HEADER_BYTES) return null;
  const begin = text(bytes, 0, 16).trimStart();
  if (begin.startsWith('FLV')) return 'flv';
  if (begin.startsWith('#EXTM3U')) return 'hls';
  if (['ftyp', 'styp', 'moof'].includes(text(bytes, 4, 8))) return 'mp4';
  if (begin.startsWith('<')) return 'html';
  if (begin.startsWith('{') || begin.startsWith('[')) return 'json';
  return bytes[0] === 0x47 ? 'mpeg-ts' : 'unknown';
}

/** Reads what has arrived so far; `bytes` starts with the header. */
export function readFlvHead(bytes: Uint8Array): FlvHead {
  const flags = bytes[4] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [video, audio, isEnhanced]: [string | null, string | null, boolean] = [null, null, false];
  let at = bytes.length >= HEADER_BYTES ? Math.max(view.getUint32(5), HEADER_BYTES) + TRAILER_BYTES : bytes.length;
  // The first byte of a body, or five for a FourCC, is enough; a complete keyframe is not needed.
  while (at + TAG_HEADER_BYTES < bytes.length && (video === null || audio === null)) {
    const type = bytes[at]! & 31;
    const size = view.getUint32(at) & 0xff_ffff;
    const body = at + TAG_HEADER_BYTES;
    const first = bytes[body]!;
    const fourcc = text(bytes, body + 1, body + 5);
    if (type === VIDEO_TAG && size > 0 && ((first >> 4) & 7) !== INFO_FRAME) {
      const enhanced = first >= 0x80;
      if (enhanced && fourcc.length < 4) break;
      isEnhanced ||= enhanced;
      video ??= enhanced ? (VIDEO_FOURCC[fourcc] ?? fourcc) : (VIDEO_IDS[first & 15] ?? `#${first & 15}`);
    }
    if (type === AUDIO_TAG && size > 0) {
      const enhanced = first >> 4 === ENHANCED_AUDIO;
      if (enhanced && fourcc.length < 4) break;
      audio ??= enhanced ? (AUDIO_FOURCC[fourcc] ?? fourcc) : (AUDIO_IDS[first >> 4] ?? `#${first >> 4}`);
    }
    at = body + size + TRAILER_BYTES;
  }
  return { video, audio, promisesVideo: (flags & 1) !== 0, promisesAudio: (flags & 4) !== 0, isEnhanced };
}
