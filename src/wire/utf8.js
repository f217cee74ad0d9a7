import { cleanReceived } from '../core/socket/cleaning.ts';
import { WireFault } from './wire-fault.ts';
/** From this length on a TextDecoder is quicker than putting a text together here: bytes, of ASCII and of anything else. */
const LONG_ASCII_BYTES = 65;
const LONG_WIDE_BYTES = 129;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Code units of the text that is being read; one is read at a time, and never across an await. */
const CODES = new Uint16Array(LONG_WIDE_BYTES);
/** UTF-8 as it is: an id, which is compared and never shown. */
export function readText(bytes, from, end) {
    return end - from < LONG_WIDE_BYTES ? shortText(bytes, from, end, false) : longText(bytes, from, end);
}
/** UTF-8 that is shown: cleaned. */
export function readShownText(bytes, from, end) {
    const length = end - from;
    return length < LONG_WIDE_BYTES ? shortText(bytes, from, end, true) : cleanLong(longText(bytes, from, end), length);
}
function longText(bytes, from, end) {
    try {
        return UTF8.decode(bytes.subarray(from, end));
    }
    catch {
        throw new WireFault('text that is not UTF-8');
    }
}
/** In what is ASCII, which is as long as its bytes, there is nothing to look for but the angles. */
const cleanLong = (text, bytes) => text.length === bytes && !text.includes('<') && !text.includes('>') ? text : cleanReceived(text);
/** Most texts are names in Chinese and addresses in ASCII. Whether there is anything to clean, which there hardly ever is, is noticed on the way. */
function shortText(bytes, from, end, isShown) {
    let isDirty = false;
    for (let pos = from; pos < end; pos++) {
        const byte = bytes[pos];
        if (byte >= 0x80)
            return wideText(bytes, from, end, isShown);
        if (byte === 0x3c || byte === 0x3e)
            isDirty = true;
    }
    const text = end - from < LONG_ASCII_BYTES ? asText(bytes, from, end) : longText(bytes, from, end);
    return isDirty && isShown ? cleanReceived(text) : text;
}
function wideText(bytes, from, end, isShown) {
    let length = 0;
    let isDirty = false;
    for (let pos = from; pos < end;) {
        const byte = bytes[pos];
        if (byte < 0x80) {
            if (byte === 0x3c || byte === 0x3e)
                isDirty = true;
            CODES[length++] = byte;
            pos++;
        }
        else if (byte >= 0xe1 && byte !== 0xed && byte <= 0xef && pos + 2 < end) {
            // Three bytes without the two ranges that UTF-8 forbids (E0 is overlong below A0, ED holds surrogates): all of Chinese, with its punctuation.
            const second = bytes[pos + 1];
            const third = bytes[pos + 2];
            if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80)
                throw new WireFault('text that is not UTF-8');
            const code = ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
            if (code >= 0x2027 && code <= 0x202e)
                isDirty = true;
            CODES[length++] = code;
            pos += 3;
        }
        else if (byte === 0xf0 && bytes[pos + 1] >= 0x90 && pos + 3 < end) {
            // Four bytes from U+10000 to U+3FFFF: every emoji.
            const second = bytes[pos + 1];
            const third = bytes[pos + 2];
            const fourth = bytes[pos + 3];
            if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80 || (fourth & 0xc0) !== 0x80)
                throw new WireFault('text that is not UTF-8');
            const beyond = (((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f)) - 0x10000;
            CODES[length++] = 0xd800 | (beyond >> 10);
            CODES[length++] = 0xdc00 | (beyond & 0x3ff);
            pos += 4;
        }
        else {
            const text = longText(bytes, from, end);
            return isShown ? cleanReceived(text) : text;
        }
    }
    const text = asText(CODES, 0, length);
    return isDirty && isShown ? cleanReceived(text) : text;
}
/** Sixteen at a call: quicker than a copy of the list for one call with all of them. */
function asText(codes, from, end) {
    if (end - from <= 16)
        return upToSixteen(codes, from, end - from);
    let text = upToSixteen(codes, from, 16);
    for (let at = from + 16; at < end; at += 16)
        text += upToSixteen(codes, at, Math.min(16, end - at));
    return text;
}
// Long: one call a length, which the engine compiles to one copy; a list of arguments it would make first.
function upToSixteen(c, at, length) {
    switch (length) {
        case 0:
            return '';
        case 1:
            return String.fromCharCode(c[at]);
        case 2:
            return String.fromCharCode(c[at], c[at + 1]);
        case 3:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2]);
        case 4:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3]);
        case 5:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4]);
        case 6:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5]);
        case 7:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6]);
        case 8:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7]);
        case 9:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8]);
        case 10:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9]);
        case 11:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10]);
        case 12:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10], c[at + 11]);
        case 13:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10], c[at + 11], c[at + 12]);
        case 14:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10], c[at + 11], c[at + 12], c[at + 13]);
        case 15:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10], c[at + 11], c[at + 12], c[at + 13], c[at + 14]);
        default:
            return String.fromCharCode(c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5], c[at + 6], c[at + 7], c[at + 8], c[at + 9], c[at + 10], c[at + 11], c[at + 12], c[at + 13], c[at + 14], c[at + 15]);
    }
}
