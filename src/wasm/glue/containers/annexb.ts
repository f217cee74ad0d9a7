/** Raw streams, H.265 annex B: `.265`, `.hevc`. */
import { splitAccessUnits, splitAnnexB } from '../access-units.ts';
import { err, ok, type HevcResult } from '../result.ts';
import { pictureKind } from '../webcodecs/chunk.ts';
import { codecOfProfileBytes, formatCodec } from '../webcodecs/codec-string.ts';
import type { HevcSample, HevcTrack } from './track.ts';

const NAL_SPS = 33;
/** NAL unit header, then vps id, sub-layers and nesting flag, then profile_tier_level (7.3.2.2.1). */
const PROFILE_AT = 3;
const PROFILE_BYTES = 12;
const FRAME_RATE_DEFAULT = 25;

/** The payload without emulation prevention bytes (7.4.1), at most `limit` of them. */
export function unescape(nal: Uint8Array, limit = nal.length): Uint8Array {
  const out = new Uint8Array(Math.min(nal.length, limit));
  let size = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (size === out.length) break;
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[size++] = byte;
  }
  return out.subarray(0, size);
}

/** The codec string of the first SPS in an access unit. */
function codecOfAnnexB(unit: Uint8Array): string | undefined {
  for (const nal of splitAnnexB(unit)) {
    if (((nal[0]! >> 1) & 63) !== NAL_SPS) continue;
    const head = unescape(nal, PROFILE_AT + PROFILE_BYTES);
    if (head.length < PROFILE_AT + PROFILE_BYTES) return undefined;
    return formatCodec(codecOfProfileBytes(head.subarray(PROFILE_AT), 'hev1'));
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
