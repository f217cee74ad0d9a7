/** Readers of files with HEVC, for examples, tools and tests. Products have their own demuxers. */
import type { HevcResult } from '../result.ts';
import { readAnnexB, readFlv } from './flv.ts';
import { readMp4 } from './mp4.ts';
import type { HevcTrack } from './hvcc.ts';

export { readAnnexB } from './flv.ts';
export { FlvReader, readFlv, type FlvItem } from './flv.ts';
export { isHeic, readHeic, type HeicImage, type HeicTile } from './heic.ts';
export { parseHvcc, type HevcConfiguration } from './hvcc.ts';
export { readMp4 } from './mp4.ts';
export type { HevcSample, HevcTrack } from './hvcc.ts';

const FLV = 0x464c56;
const BOX_TYPES = ['ftyp', 'moov', 'styp', 'free', 'mdat', 'wide', 'skip'];

/** FLV, MP4 or a raw stream, recognised by its first bytes. */
export function readTrack(bytes: Uint8Array): HevcResult<HevcTrack> {
  if (bytes.length >= 3 && ((bytes[0]! << 16) | (bytes[1]! << 8) | bytes[2]!) === FLV) return readFlv(bytes);
  const type = String.fromCharCode(...bytes.subarray(4, 8));
  return BOX_TYPES.includes(type) ? readMp4(bytes) : readAnnexB(bytes);
}
