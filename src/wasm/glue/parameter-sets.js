import { splitAnnexB, splitLengthPrefixed } from './access-units.ts';
const VPS = 32;
const PPS = 34;
const FIRST_NON_VCL = 32;
/** Parameter sets kept for a decoder that has to be rebuilt; an encoder repeats a handful. */
const KEPT_SETS_MAX = 32;
const KEPT_BYTES_MAX = 64 * 1024;
/**
 * The parameter sets seen last, as a rebuilt decoder needs them when the stream does not repeat them at key frames.
 * A VPS starts a new collection: encoders send VPS, SPS, PPS in that order.
 */
export class ParameterSets {
    #kept = [];
    /** Looks only at the NAL units before the first slice. */
    note(unit, lengthBytes) {
        const nals = lengthBytes === 'annexb' ? splitAnnexB(unit) : splitLengthPrefixed(unit, lengthBytes);
        for (const nal of nals) {
            const type = (nal[0] >> 1) & 63;
            if (type < FIRST_NON_VCL)
                return;
            if (type > PPS || this.#kept.some((known) => sameBytes(known, nal)))
                continue;
            if (type === VPS)
                this.#kept = [];
            this.#kept.push(new Uint8Array(nal)); // not slice(): a Buffer of Node would share its memory
            while (this.#kept.length > KEPT_SETS_MAX || this.bytes > KEPT_BYTES_MAX)
                this.#kept.shift();
        }
    }
    get bytes() {
        return this.#kept.reduce((sum, nal) => sum + nal.length, 0);
    }
    /** All of them with start codes, or nothing. */
    toAnnexB() {
        if (this.#kept.length === 0)
            return undefined;
        const joined = new Uint8Array(this.bytes + 4 * this.#kept.length);
        let at = 0;
        for (const nal of this.#kept) {
            joined.set([0, 0, 0, 1], at);
            joined.set(nal, at + 4);
            at += 4 + nal.length;
        }
        return joined;
    }
}
const sameBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
