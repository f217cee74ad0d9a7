import { WireFault } from './wire-fault.ts';
/** What the decompressed bytes go into; one is made for a message, of the size that the message says it has. */
export class Output {
    bytes;
    length = 0;
    maxBytes;
    constructor(firstBytes, maxBytes) {
        this.bytes = new Uint8Array(Math.min(firstBytes, maxBytes));
        this.maxBytes = maxBytes;
    }
    /** So many more are about to be written. A bomb is noticed here, before there is room for it. */
    makeRoom(more) {
        const needed = this.length + more;
        if (needed <= this.bytes.length)
            return;
        if (needed > this.maxBytes)
            throw new TooLong();
        const larger = new Uint8Array(Math.min(this.maxBytes, Math.max(needed, 2 * this.bytes.length)));
        larger.set(this.bytes.subarray(0, this.length));
        this.bytes = larger;
    }
    written() {
        return this.length === this.bytes.length ? this.bytes : this.bytes.slice(0, this.length);
    }
}
/** More than may come of it. */
export class TooLong extends Error {
}
const MAX_CODE_BITS = 15;
const LITERALS = 288;
const DISTANCES = 32;
/** Codes up to this length are found by one look, longer ones bit by bit. */
const QUICK_BITS = 9;
const QUICK = 1 << QUICK_BITS;
/** A canonical Huffman code; made again in place for each block, since a new one would cost more than a message. */
class Codes {
    counts = new Uint16Array(MAX_CODE_BITS + 1);
    symbols = new Uint16Array(LITERALS);
    /** By the next bits: symbol and, in the lowest four bits, length; 0 for a longer code or none. */
    quick = new Uint16Array(QUICK);
    next = new Uint16Array(MAX_CODE_BITS + 1);
    places = new Uint16Array(MAX_CODE_BITS + 1);
    /** How much of the code is not used: 0 is complete, below 0 cannot be told apart. */
    make(lengths, from, end) {
        const { counts, next, places, quick, symbols } = this;
        counts.fill(0);
        for (let at = from; at < end; at++)
            counts[lengths[at]]++;
        let left = 1;
        for (let bits = 1, code = 0, place = 0; bits <= MAX_CODE_BITS; bits++) {
            left = left * 2 - counts[bits];
            if (left < 0)
                return left;
            next[bits] = code;
            places[bits] = place;
            code = (code + counts[bits]) << 1;
            place += counts[bits];
        }
        quick.fill(0);
        for (let at = from; at < end; at++) {
            const bits = lengths[at];
            if (bits === 0)
                continue;
            const symbol = at - from;
            symbols[places[bits]++] = symbol;
            const code = next[bits]++;
            if (bits > QUICK_BITS)
                continue;
            // Codes stand with their first bit lowest.
            let reversed = 0;
            for (let bit = 0; bit < bits; bit++)
                reversed |= ((code >> bit) & 1) << (bits - 1 - bit);
            for (let place = reversed; place < QUICK; place += 1 << bits)
                quick[place] = (symbol << 4) | bits;
        }
        return left;
    }
    /** Symbol and length of a code that is not in `quick`, as there; -1 where there is none. */
    slow(hold) {
        let code = 0;
        let first = 0;
        let place = 0;
        for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
            code |= (hold >> (bits - 1)) & 1;
            const count = this.counts[bits];
            if (code - count < first)
                return (this.symbols[place + code - first] << 4) | bits;
            place += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        return -1;
    }
}
/** RFC 1951, 3.2.5: lengths from symbol 257 on and distances, each with its extra bits. */
const LENGTHS = Uint16Array.of(3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258);
const LENGTH_BITS = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0);
const BACK = Uint16Array.from({ length: 30 }, (_, symbol) => (symbol < 4 ? symbol + 1 : ((2 | (symbol & 1)) << ((symbol >> 1) - 1)) + 1));
/** Of the lengths of the codes themselves (3.2.7). */
const ORDER = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);
const MAX_BITS = 0xffff;
const END_OF_BLOCK = 256;
const literals = new Codes();
const distances = new Codes();
const fixedLiterals = new Codes();
const fixedDistances = new Codes();
const codeLengths = new Uint8Array(LITERALS + DISTANCES);
for (let at = 0; at < LITERALS; at++)
    codeLengths[at] = at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8;
fixedLiterals.make(codeLengths, 0, LITERALS);
fixedDistances.make(codeLengths.fill(5, 0, DISTANCES), 0, DISTANCES);
/** A stream of DEFLATE (RFC 1951) inside of some bytes. One at a time, and never across an await: the codes are shared. */
export class Deflated {
    at;
    source;
    /** Nothing before it is copied: it is of another stream. */
    start = 0;
    hold = 0;
    bits = 0;
    constructor(source, from) {
        this.source = source;
        this.at = from;
    }
    /** To its end; `at` then stands behind it. */
    inflate(into) {
        this.start = into.length;
        let isLast = false;
        while (!isLast) {
            isLast = this.take(1) === 1;
            const kind = this.take(2);
            if (kind === 0)
                this.stored(into);
            else if (kind === 1)
                this.coded(into, fixedLiterals, fixedDistances);
            else if (kind === 2) {
                this.readCodes();
                this.coded(into, literals, distances);
            }
            else
                throw new WireFault('a block of no kind');
        }
        // Whole bytes that were taken ahead are none of the stream's.
        this.at -= this.bits >> 3;
    }
    take(count) {
        while (this.bits < count) {
            if (this.at >= this.source.length)
                throw new WireFault('cut');
            this.hold |= this.source[this.at++] << this.bits;
            this.bits += 8;
        }
        const value = this.hold & ((1 << count) - 1);
        this.hold >>>= count;
        this.bits -= count;
        return value;
    }
    symbol(codes) {
        while (this.bits < MAX_CODE_BITS && this.at < this.source.length) {
            this.hold |= this.source[this.at++] << this.bits;
            this.bits += 8;
        }
        const quick = codes.quick[this.hold & (QUICK - 1)];
        const found = quick === 0 ? codes.slow(this.hold & MAX_BITS) : quick;
        if (found < 0 || (found & 15) > this.bits)
            throw new WireFault(found < 0 ? 'a code that is none' : 'cut');
        this.hold >>>= found & 15;
        this.bits -= found & 15;
        return found >> 4;
    }
    stored(into) {
        this.at -= this.bits >> 3;
        this.hold = 0;
        this.bits = 0;
        const length = this.take(16);
        if ((this.take(16) ^ 0xffff) !== length)
            throw new WireFault('a stored length that is none');
        if (this.at + length > this.source.length)
            throw new WireFault('cut');
        into.makeRoom(length);
        into.bytes.set(this.source.subarray(this.at, this.at + length), into.length);
        into.length += length;
        this.at += length;
    }
    readCodes() {
        const literalCount = this.take(5) + 257;
        const distanceCount = this.take(5) + 1;
        const lengthCount = this.take(4) + 4;
        if (literalCount > 286 || distanceCount > 30)
            throw new WireFault('too many codes');
        codeLengths.fill(0, 0, ORDER.length);
        for (let at = 0; at < lengthCount; at++)
            codeLengths[ORDER[at]] = this.take(3);
        if (literals.make(codeLengths, 0, ORDER.length) !== 0)
            throw new WireFault('a code of lengths that is none');
        const end = literalCount + distanceCount;
        for (let at = 0; at < end;) {
            const symbol = this.symbol(literals);
            if (symbol < 16) {
                codeLengths[at++] = symbol;
                continue;
            }
            if (symbol === 16 && at === 0)
                throw new WireFault('a length that repeats nothing');
            const value = symbol === 16 ? codeLengths[at - 1] : 0;
            const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
            if (at + times > end)
                throw new WireFault('too many lengths');
            codeLengths.fill(value, at, at + times);
            at += times;
        }
        if (codeLengths[END_OF_BLOCK] === 0)
            throw new WireFault('a block without an end');
        makeUsable(literals, 0, literalCount);
        makeUsable(distances, literalCount, end);
    }
    coded(into, literalCodes, distanceCodes) {
        for (;;) {
            const symbol = this.symbol(literalCodes);
            if (symbol < END_OF_BLOCK) {
                if (into.length === into.bytes.length)
                    into.makeRoom(1);
                into.bytes[into.length++] = symbol;
                continue;
            }
            if (symbol === END_OF_BLOCK)
                return;
            const kind = symbol - 257;
            if (kind >= LENGTHS.length)
                throw new WireFault('a length that is none');
            const length = LENGTHS[kind] + this.take(LENGTH_BITS[kind]);
            const far = this.symbol(distanceCodes);
            if (far >= BACK.length)
                throw new WireFault('a distance that is none');
            const back = BACK[far] + this.take(far < 4 ? 0 : (far >> 1) - 1);
            if (back > into.length - this.start)
                throw new WireFault('a copy starts outside');
            into.makeRoom(length);
            const { bytes } = into;
            const end = into.length + length;
            // Byte by byte: what is copied may be what was just written.
            for (let at = into.length; at < end; at++)
                bytes[at] = bytes[at - back];
            into.length = end;
        }
    }
}
/** Complete, or one code of one bit, or, of distances, none at all (3.2.7). */
function makeUsable(codes, from, end) {
    const left = codes.make(codeLengths, from, end);
    if (left === 0)
        return;
    if (left < 0 || end - from !== codes.counts[0] + codes.counts[1])
        throw new WireFault('a code that cannot be read');
}
