/** Reasons for skipping a piece of the stream: a closed list, counted in the stats. */
export type TagDamage =
  | 'not-flv'
  | 'bad-tag'
  | 'cut'
  | 'empty-tag'
  | 'short-tag'
  | 'unknown-codec'
  | 'unknown-packet'
  | 'encrypted'
  | 'bad-script';

export type TagResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: TagDamage };

export type VideoCodec = 'h264' | 'h265';

/** `data` is a copy. Coded pictures are length-prefixed NAL units (ISO/IEC 14496-15); the config is an AVC or HEVC configuration record. */
export type VideoTag =
  | { readonly type: 'config'; readonly codec: VideoCodec; readonly data: Uint8Array }
  | {
      readonly type: 'picture';
      readonly codec: VideoCodec;
      readonly isKey: boolean;
      readonly compositionMs: number;
      readonly data: Uint8Array;
    }
  | { readonly type: 'end'; readonly codec: VideoCodec }
  | { readonly type: 'info' };

export type AudioTag = { readonly type: 'config'; readonly data: Uint8Array } | { readonly type: 'frame'; readonly data: Uint8Array };

const bad = (why: TagDamage): { readonly ok: false; readonly why: TagDamage } => ({ ok: false, why });

const KEY_FRAME = 1;
const INFO_FRAME = 5;

/** Annex E.4.3.1 VIDEODATA; the high bit marks Enhanced RTMP (ExVideoTagHeader). */
export function readVideoTag(body: Uint8Array): TagResult<VideoTag> {
  const first = body[0];
  if (first === undefined) return bad('empty-tag');
  return (first & 0x80) === 0 ? readLegacyVideo(body, first) : readEnhancedVideo(body, first);
}

const LEGACY_CODECS: Readonly<Record<number, VideoCodec>> = { 7: 'h264', 12: 'h265' };

function readLegacyVideo(body: Uint8Array, first: number): TagResult<VideoTag> {
  const frameType = first >> 4;
  if (frameType === INFO_FRAME) return { ok: true, value: { type: 'info' } };
  const codec = LEGACY_CODECS[first & 15];
  if (!codec) return bad('unknown-codec');
  if (body.length < 5) return bad('short-tag');
  switch (body[1]) {
    case 0:
      return { ok: true, value: { type: 'config', codec, data: body.slice(5) } };
    case 1:
      return {
        ok: true,
        value: { type: 'picture', codec, isKey: frameType === KEY_FRAME, compositionMs: s24(body, 2), data: body.slice(5) },
      };
    case 2:
      return { ok: true, value: { type: 'end', codec } };
    default:
      return bad('unknown-packet');
  }
}

const FOURCC: Readonly<Record<string, VideoCodec>> = { hvc1: 'h265', hev1: 'h265', avc1: 'h264' };

/** Enhanced RTMP v2, VideoPacketType. Multitrack and ModEx are not used by live rooms and are only counted. */
function readEnhancedVideo(body: Uint8Array, first: number): TagResult<VideoTag> {
  const frameType = (first >> 4) & 7;
  if (frameType === INFO_FRAME) return { ok: true, value: { type: 'info' } };
  if (body.length < 5) return bad('short-tag');
  const codec = FOURCC[String.fromCharCode(body[1]!, body[2]!, body[3]!, body[4]!)];
  if (!codec) return bad('unknown-codec');
  const isKey = frameType === KEY_FRAME;
  switch (first & 15) {
    case 0:
      return { ok: true, value: { type: 'config', codec, data: body.slice(5) } };
    case 1:
      if (body.length < 8) return bad('short-tag');
      return { ok: true, value: { type: 'picture', codec, isKey, compositionMs: s24(body, 5), data: body.slice(8) } };
    case 2:
      return { ok: true, value: { type: 'end', codec } };
    case 3:
      return { ok: true, value: { type: 'picture', codec, isKey, compositionMs: 0, data: body.slice(5) } };
    case 4:
      return { ok: true, value: { type: 'info' } };
    default:
      return bad('unknown-packet');
  }
}

const AAC = 10;
const ENHANCED_AUDIO = 9;

/** Annex E.4.2.1 AUDIODATA; sound format 9 marks Enhanced RTMP v2 (ExAudioTagHeader). */
export function readAudioTag(body: Uint8Array): TagResult<AudioTag> {
  const first = body[0];
  if (first === undefined) return bad('empty-tag');
  const format = first >> 4;
  if (format === ENHANCED_AUDIO) {
    if (body.length < 5) return bad('short-tag');
    if (String.fromCharCode(body[1]!, body[2]!, body[3]!, body[4]!) !== 'mp4a') return bad('unknown-codec');
    return readAac(first & 15, body.slice(5));
  }
  if (format !== AAC) return bad('unknown-codec');
  if (body.length < 2) return bad('short-tag');
  return readAac(body[1]!, body.slice(2));
}

function readAac(packetType: number, data: Uint8Array): TagResult<AudioTag> {
  switch (packetType) {
    case 0:
      return { ok: true, value: { type: 'config', data } };
    case 1:
      return { ok: true, value: { type: 'frame', data } };
    default:
      return bad('unknown-packet');
  }
}

const s24 = (b: Uint8Array, at: number): number => ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8)) >> 8;
