/**
 * Reads HEVC in FLV, complete or in pieces: codec id 12 (a widely used extension) and Enhanced RTMP's `hvc1`. Adobe Flash Video File Format
 * 10.1 annex E; Enhanced RTMP v1. Sound and script tags are skipped.
 */
import { err, ok, type HevcResult } from '../result.ts';
import { formatCodec, codecOfProfileBytes, parseHvcc, type HevcSample, type HevcTrack } from './hvcc.ts';
import type { HevcDecoderConfig } from '../webcodecs/config.ts';
import { joinBytes, sameBytes, splitAccessUnits, splitAnnexB } from '../access-units.ts';
import { readSpsFormat } from '../parameter-sets.ts';
import { pictureKind } from '../webcodecs/chunk.ts';

// Raw streams, H.265 annex B: `.265`, `.hevc`.

const FRAME_RATE_DEFAULT = 25;

/** The codec string of the first SPS in an access unit. */
function codecOfAnnexB(unit: Uint8Array): string | undefined {
  for (const nal of splitAnnexB(unit)) {
    const format = readSpsFormat(nal);
    if (format) return formatCodec(codecOfProfileBytes(format.profile, 'hev1'));
  }
  return undefined;
}

/** A raw stream has no times: access unit n has the time n / frameRate, in decoding order. */
export function readAnnexB(bytes: Uint8Array, frameRate = FRAME_RATE_DEFAULT): HevcResult<HevcTrack> {
  const duration = 1_000_000 / frameRate;
  const samples: HevcSample[] = [];
  let codec: string | undefined;
  for (const data of splitAccessUnits(bytes)) {
    codec ??= codecOfAnnexB(data);
    const kind = pictureKind(data, 'annexb');
    const index = samples.length;
    const timestamp = Math.round(index * duration);
    samples.push({ type: kind === 'key' ? 'key' : 'delta', timestamp, duration: Math.round((index + 1) * duration) - timestamp, data });
  }
  if (codec === undefined) return err('DECODER_UNSUPPORTED', 'no sequence parameter set of H.265 in the stream');
  return ok({ container: 'annexb', config: { codec }, samples });
}

const HEADER_BYTES = 9;
/** A larger DataOffset is damaged. */
const HEADER_BYTES_MAX = 64 * 1024;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const VIDEO = 9;
const CODEC_HEVC = 12;
const KEY_FRAME = 1;
const CODEC_AVC = 7;
const HEVC_FOURCCS = ['hvc1', 'hev1'];
/** A larger tag has a damaged size. */
const TAG_BYTES_MAX = 32 * 1024 ** 2;

/** Packet types of codec id 12 and of Enhanced RTMP. */
const SEQUENCE_START = 0;
const CODED_FRAMES = 1;
/** Enhanced RTMP: like CODED_FRAMES with an omitted composition time of 0. */
const CODED_FRAMES_X = 3;

export type FlvItem =
  | { readonly type: 'config'; readonly config: HevcDecoderConfig }
  | { readonly type: 'sample'; readonly sample: HevcSample }
  | { readonly type: 'damage'; readonly why: string };

const u24 = (b: Uint8Array, at: number): number => (b[at]! << 16) | (b[at + 1]! << 8) | b[at + 2]!;
const s24 = (b: Uint8Array, at: number): number => (u24(b, at) << 8) >> 8;
const u32 = (b: Uint8Array, at: number): number => ((b[at]! << 24) | u24(b, at + 1)) >>> 0;

/** Accepts the bytes in any pieces. It stops at damage; the product's own demuxer searches for the next tag, this one is for files. */
export class FlvReader {
  #bytes = new Uint8Array(0);
  #at: 'header' | 'tags' | 'damaged' = 'header';

  push(chunk: Uint8Array): FlvItem[] {
    if (this.#at === 'damaged') return [];
    const joined = joinBytes([this.#bytes, chunk]);
    const items: FlvItem[] = [];
    let at = 0;
    if (this.#at === 'header') {
      this.#bytes = joined;
      if (joined.length < HEADER_BYTES + TRAILER_BYTES) return items;
      if (u24(joined, 0) !== 0x464c56) return this.#damaged('the bytes are not FLV');
      const headerBytes = Math.max(u32(joined, 5), HEADER_BYTES);
      if (headerBytes > HEADER_BYTES_MAX) return this.#damaged(`the FLV header has ${headerBytes} bytes`);
      at = headerBytes + TRAILER_BYTES;
      if (joined.length < at) return items;
      this.#at = 'tags';
    }
    while (at + TAG_HEADER_BYTES <= joined.length) {
      const type = joined[at]! & 31;
      const size = u24(joined, at + 1);
      if ((type !== 8 && type !== VIDEO && type !== 18) || size > TAG_BYTES_MAX) {
        return [...items, ...this.#damaged(`no tag where one should be (type ${type}, ${size} bytes)`)];
      }
      const body = at + TAG_HEADER_BYTES;
      if (body + size + TRAILER_BYTES > joined.length) break;
      const timeMs = (u24(joined, at + 4) | (joined[at + 7]! << 24)) >>> 0;
      const item = type === VIDEO ? readVideo(joined.subarray(body, body + size), timeMs) : undefined;
      if (item) items.push(item);
      at = body + size + TRAILER_BYTES;
    }
    this.#bytes = joined.slice(at);
    return items;
  }

  /** The bytes so far end in the middle of a tag. */
  get isCut(): boolean {
    return this.#bytes.length > 0;
  }

  #damaged(why: string): FlvItem[] {
    this.#at = 'damaged';
    this.#bytes = new Uint8Array(0);
    return [{ type: 'damage', why }];
  }
}

function readVideo(body: Uint8Array, timeMs: number): FlvItem | undefined {
  if (body.length < 5) return undefined;
  const isEnhanced = (body[0]! & 0x80) !== 0;
  const frameType = (body[0]! >> 4) & 7;
  const fourcc = String.fromCharCode(...body.subarray(1, 5));
  const id = body[0]! & 15;
  if (isEnhanced ? !HEVC_FOURCCS.includes(fourcc) : id !== CODEC_HEVC)
    return { type: 'damage', why: `the video is ${isEnhanced ? fourcc : id === CODEC_AVC ? 'H264' : `codec ${id}`}, not HEVC` };
  const packet = isEnhanced ? body[0]! & 15 : body[1]!;
  const type = frameType === KEY_FRAME ? 'key' : 'delta';
  switch (packet) {
    case SEQUENCE_START:
      return readConfig(body.slice(5));
    case CODED_FRAMES: {
      const compositionAt = isEnhanced ? 5 : 2;
      if (body.length < compositionAt + 3) return undefined;
      const timestamp = (timeMs + s24(body, compositionAt)) * 1_000;
      return { type: 'sample', sample: { type, timestamp, data: body.subarray(compositionAt + 3) } };
    }
    case CODED_FRAMES_X:
      return isEnhanced ? { type: 'sample', sample: { type, timestamp: timeMs * 1_000, data: body.subarray(5) } } : undefined;
    default:
      return undefined;
  }
}

function readConfig(description: Uint8Array): FlvItem {
  const record = parseHvcc(description);
  if (!record) return { type: 'damage', why: 'the sequence header is not an HEVCDecoderConfigurationRecord' };
  return { type: 'config', config: { codec: formatCodec(record.codec), description } };
}

/** Reads a complete file. */
export function readFlv(bytes: Uint8Array): HevcResult<HevcTrack> {
  const samples: HevcSample[] = [];
  let config: HevcDecoderConfig | undefined;
  let current: HevcDecoderConfig | undefined;
  let next: HevcDecoderConfig | undefined;
  let damage: string | undefined;
  const reader = new FlvReader();
  for (const item of reader.push(bytes)) {
    if (item.type === 'damage') damage ??= item.why;
    if (item.type === 'config') {
      config ??= item.config;
      current ??= item.config;
      next = sameBytes(current.description as Uint8Array, item.config.description as Uint8Array) ? undefined : item.config; // Servers repeat the header of the same stream.
    }
    if (item.type !== 'sample' || !config) continue;
    samples.push(next ? { ...item.sample, config: next } : item.sample);
    current = next ?? current;
    next = undefined;
  }
  if (!config) return err('DECODER_UNSUPPORTED', damage ?? 'no HEVC in the file');
  if (reader.isCut) damage ??= 'the file ends in the middle of a tag';
  return ok({ container: 'flv', config, samples: withDurations(samples), ...(damage === undefined ? {} : { damage }) });
}

/** FLV has no durations: a picture is shown until the time of the next one. */
function withDurations(samples: readonly HevcSample[]): HevcSample[] {
  const times = [...new Set(samples.map((sample) => sample.timestamp))].sort((a, b) => a - b);
  const next = new Map(times.map((time, i) => [time, times[i + 1]]));
  return samples.map((sample) => {
    const end = next.get(sample.timestamp);
    return end === undefined ? sample : { ...sample, duration: end - sample.timestamp };
  });
}
