import snappy from 'snappyjs';
import { err, ok } from '../core/result.ts';
import { crc32 } from './crc32.ts';
import { Deflated, Output, TooLong } from './deflate.ts';
import { WireFault } from './wire-fault.ts';
/** What a compressed content may become; checked while it inflates, not after. */
export const MAX_INFLATED_BYTES = 4194304;
/** Bounds of the first output buffer, in bytes, because the declared size is untrusted; the buffer grows with the actual output. */
const FIRST_BYTES = { least: 64, most: 32768 };
const GZIP_MAGIC = [0x1f, 0x8b];
const GZIP_METHOD = 8;
const GZIP_FLAGS = { checksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };
const GZIP_HEAD_BYTES = 10;
const GZIP_TAIL_BYTES = 8;
/** gzip (RFC 1952), also of several members behind each other. */
export function inflateGzip(bytes) {
    if (bytes[0] !== GZIP_MAGIC[0] || bytes[1] !== GZIP_MAGIC[1])
        return err('WIRE_BAD_COMPRESSION', 'not gzip');
    // Its size stands at its end: whatever that says, nothing but the first room depends on it.
    const said = bytes.length < GZIP_TAIL_BYTES ? 0 : uint32(bytes, bytes.length - 4);
    const output = new Output(Math.min(FIRST_BYTES.most, Math.max(FIRST_BYTES.least, said)), MAX_INFLATED_BYTES);
    try {
        for (let at = 0; at < bytes.length;)
            at = inflateMember(bytes, at, output);
    }
    catch (thrown) {
        if (thrown instanceof TooLong)
            return err('WIRE_INFLATED_TOO_LONG', `gzip: more than ${MAX_INFLATED_BYTES} bytes`);
        if (thrown instanceof WireFault)
            return err('WIRE_BAD_COMPRESSION', `gzip: ${thrown.message}`);
        throw thrown;
    }
    return ok(output.written());
}
/** Where it ends. */
function inflateMember(bytes, from, output) {
    const before = output.length;
    const deflated = new Deflated(bytes, endOfHead(bytes, from));
    deflated.inflate(output);
    const { at } = deflated;
    if (at + GZIP_TAIL_BYTES > bytes.length)
        throw new WireFault('cut');
    const written = output.bytes.subarray(before, output.length);
    if (crc32(written) !== uint32(bytes, at))
        throw new WireFault('a wrong checksum');
    if (written.length !== uint32(bytes, at + 4))
        throw new WireFault('a wrong length');
    return at + GZIP_TAIL_BYTES;
}
function endOfHead(bytes, from) {
    const flags = bytes[from + 3] ?? 0;
    if (bytes[from] !== GZIP_MAGIC[0] || bytes[from + 1] !== GZIP_MAGIC[1] || bytes[from + 2] !== GZIP_METHOD)
        throw new WireFault('a head that is none');
    if ((flags & GZIP_FLAGS.reserved) !== 0)
        throw new WireFault('flags that are none');
    let at = from + GZIP_HEAD_BYTES;
    if ((flags & GZIP_FLAGS.extra) !== 0)
        at += 2 + ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
    for (const flag of [GZIP_FLAGS.name, GZIP_FLAGS.comment]) {
        if ((flags & flag) === 0)
            continue;
        const zero = bytes.indexOf(0, at);
        if (zero < 0)
            throw new WireFault('cut');
        at = zero + 1;
    }
    if ((flags & GZIP_FLAGS.checksum) !== 0) {
        const checksum = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
        if ((crc32(bytes.subarray(from, at)) & 0xffff) !== checksum)
            throw new WireFault('a wrong checksum of the head');
        at += 2;
    }
    return at;
}
const uint32 = (bytes, at) => (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
/**
 * snappyjs trusts its input further than a socket deserves: a four-byte literal length with the top bit set moves its read position
 * backwards (an endless loop), and an element that ends early is read as zeros. So the elements are walked first, which is cheap, and only
 * a stream that adds up to the length it declares is handed on.
 */
export function inflateSnappy(bytes) {
    const walked = walkSnappy(bytes);
    if (!walked.ok)
        return walked;
    try {
        // A plain Uint8Array also where Node's Buffer is at hand: snappyjs answers in kind.
        return ok(snappy.uncompress(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), MAX_INFLATED_BYTES));
    }
    catch (thrown) {
        return err('WIRE_BAD_COMPRESSION', `snappy: ${String(thrown)}`);
    }
}
/** The length that the stream declares, when the stream keeps to it (snappy format description, sections 1 and 2). */
function walkSnappy(bytes) {
    const bad = (why) => err('WIRE_BAD_COMPRESSION', `snappy: ${why}`);
    let at = 0;
    let declared = 0;
    for (let shift = 0;; shift += 7) {
        const byte = bytes[at++];
        if (byte === undefined || shift > 28)
            return bad('no length');
        declared += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80)
            break;
    }
    if (declared > MAX_INFLATED_BYTES)
        return err('WIRE_INFLATED_TOO_LONG', `snappy: ${declared} bytes`);
    let produced = 0;
    while (at < bytes.length) {
        const tag = bytes[at++] ?? 0;
        const form = tag & 3;
        if (form === 0) {
            const short = tag >>> 2;
            const extra = short < 60 ? 0 : short - 59;
            if (at + extra > bytes.length)
                return bad('a literal length is cut');
            const length = (extra === 0 ? short : littleEndian(bytes, at, extra)) + 1;
            at += extra + length;
            if (at > bytes.length)
                return bad('a literal is cut');
            produced += length;
        }
        else {
            const extra = form === 1 ? 1 : form === 2 ? 2 : 4;
            if (at + extra > bytes.length)
                return bad('a copy is cut');
            const offset = littleEndian(bytes, at, extra) + (form === 1 ? (tag >>> 5) * 256 : 0);
            at += extra;
            if (offset === 0 || offset > produced)
                return bad('a copy starts outside');
            produced += form === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
        }
        if (produced > declared)
            return bad('more than it declares');
    }
    return produced === declared ? ok(declared) : bad('less than it declares');
}
function littleEndian(bytes, at, count) {
    let value = 0;
    for (let i = count - 1; i >= 0; i--)
        value = value * 256 + (bytes[at + i] ?? 0);
    return value;
}
