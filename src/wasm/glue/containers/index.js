import { readAnnexB } from './annexb.ts';
import { readFlv } from './flv.ts';
import { readMp4 } from './mp4.ts';
export { readAnnexB } from './annexb.ts';
export { FlvReader, readFlv } from './flv.ts';
export { isHeic, readHeic } from './heic.ts';
export { parseHvcc } from './hvcc.ts';
export { readMp4 } from './mp4.ts';
const FLV = 0x464c56;
const BOX_TYPES = ['ftyp', 'moov', 'styp', 'free', 'mdat', 'wide', 'skip'];
/** FLV, MP4 or a raw stream, recognised by its first bytes. */
export function readTrack(bytes) {
    if (bytes.length >= 3 && ((bytes[0] << 16) | (bytes[1] << 8) | bytes[2]) === FLV)
        return readFlv(bytes);
    const type = String.fromCharCode(...bytes.subarray(4, 8));
    return BOX_TYPES.includes(type) ? readMp4(bytes) : readAnnexB(bytes);
}
