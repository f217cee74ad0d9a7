/** Compressed pictures as WebCodecs hands them over, and what is needed where there is no EncodedVideoChunk (Node, old browsers). */
import { splitAnnexB, splitLengthPrefixed } from '../access-units.ts';
/** EncodedVideoChunk for places that have none. The bytes are copied. */
export class EncodedHevcChunk {
    type;
    timestamp;
    duration;
    byteLength;
    #bytes;
    constructor({ type, timestamp, duration, data }) {
        if (type !== 'key' && type !== 'delta')
            throw new TypeError(`type is ${String(type)}`);
        if (!Number.isFinite(timestamp))
            throw new TypeError(`timestamp is ${String(timestamp)}`);
        const view = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
        this.#bytes = new Uint8Array(view); // not slice(): a Buffer of Node would share its memory
        this.type = type;
        this.timestamp = Math.trunc(timestamp);
        this.duration = duration === undefined ? null : Math.trunc(duration);
        this.byteLength = this.#bytes.length;
    }
    copyTo(destination) {
        const isView = ArrayBuffer.isView(destination);
        const target = isView
            ? new Uint8Array(destination.buffer, destination.byteOffset, destination.byteLength)
            : new Uint8Array(destination);
        if (target.length < this.byteLength)
            throw new TypeError('the destination is too small');
        target.set(this.#bytes);
    }
}
/** Table 7-1: coded slices are 0 to 31, of them 16 to 23 start a random access point (IRAP). */
const FIRST_NON_VCL = 32;
const isRandomAccess = (type) => type >= 16 && type <= 23;
/** What the first slice of an access unit is. */
export function pictureKind(unit, lengthBytes) {
    const nals = lengthBytes === 'annexb' ? splitAnnexB(unit) : splitLengthPrefixed(unit, lengthBytes);
    for (const nal of nals) {
        const type = (nal[0] >> 1) & 63;
        const layerId = ((nal[0] & 1) << 5) | ((nal[1] ?? 0) >> 3);
        if (type < FIRST_NON_VCL && layerId === 0 && nal.length > 2)
            return isRandomAccess(type) ? 'key' : 'delta';
    }
    return 'none';
}
