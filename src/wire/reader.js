import { NO_BYTES } from './schema.ts';
import { readShownText, readText } from './utf8.ts';
import { WireFault } from './wire-fault.ts';
/** The deepest schema has four levels; a hostile message could ask for a stack overflow. */
const MAX_NESTING = 16;
const TWO_32 = 4294967296;
const WIRE = { varint: 0, eight: 1, bytes: 2, four: 5 };
/** A protobuf message (proto3, without groups) as the generated code reads it. Numbers beyond 2^53 are refused, not rounded. */
export class Reader {
    pos;
    end;
    source;
    nesting = 0;
    /** The text that was read last, and where it stands. */
    said = '';
    saidFrom = 0;
    saidEnd = 0;
    /** Where the bytes of a field stand that were read last. */
    bytesFrom = 0;
    bytesEnd = 0;
    makesViews;
    /** `makesViews`: false for whom it is enough to know where a field of bytes stands, since a view costs as much as all other fields of an envelope. */
    constructor(bytes, from = 0, end = bytes.length, makesViews = true) {
        this.source = bytes;
        this.pos = from;
        this.end = end;
        this.makesViews = makesViews;
    }
    /** The same reader for the next message: whoever reads many makes one. */
    over(bytes, from, end) {
        this.source = bytes;
        this.pos = from;
        this.end = end;
        this.nesting = 0;
        this.saidFrom = 0;
        this.saidEnd = 0;
        this.bytesFrom = 0;
        this.bytesEnd = 0;
        return this;
    }
    /** Number of the field and its wire type, as they stand in the message; 0 at its end. */
    tag() {
        const bytes = this.source;
        const { pos, end } = this;
        if (pos >= end)
            return 0;
        const first = bytes[pos];
        if (first < 0x80 && first >= 8) {
            this.pos = pos + 1;
            return first;
        }
        const second = bytes[pos + 1];
        if (first >= 0x80 && second < 0x80 && second > 0 && pos + 2 <= end) {
            this.pos = pos + 2;
            return (first & 0x7f) | (second << 7);
        }
        return this.longTag();
    }
    bool() {
        return this.varint(true) !== 0;
    }
    uint() {
        return this.varint(false);
    }
    /** int32 and int64: negative numbers are ten bytes of two's complement. */
    int() {
        return this.varint(true);
    }
    text() {
        const from = this.enter();
        const bytes = this.source;
        const { pos, said } = this;
        if (pos === from)
            return '';
        // A line names its sender twice: comparing is quicker than making the name again.
        if (pos - from === this.saidEnd - this.saidFrom) {
            let at = 0;
            const before = this.saidFrom;
            while (from + at < pos && bytes[before + at] === bytes[from + at])
                at++;
            if (from + at === pos)
                return said;
        }
        this.saidFrom = from;
        this.saidEnd = pos;
        return (this.said = readShownText(bytes, from, pos));
    }
    /** Text that is only of interest where it holds a character, given as its ASCII byte; '' where it does not. */
    textHolding(byte) {
        const from = this.enter();
        const bytes = this.source;
        const { pos } = this;
        for (let at = from; at < pos; at++)
            if (bytes[at] === byte)
                return readShownText(bytes, from, pos);
        return '';
    }
    /** Text that is compared and never shown: an id. */
    rawText() {
        const from = this.enter();
        return readText(this.source, from, this.pos);
    }
    /** A view, not a copy; nothing for whom the position is enough. */
    bytes() {
        this.bytesFrom = this.enter();
        this.bytesEnd = this.pos;
        return this.makesViews ? this.source.subarray(this.bytesFrom, this.bytesEnd) : NO_BYTES;
    }
    message(schema) {
        const end = this.lengthEnd();
        const outer = this.end;
        if (++this.nesting > MAX_NESTING)
            throw new WireFault(`more than ${MAX_NESTING} messages inside each other`);
        this.end = end;
        const message = schema.read(this);
        this.end = outer;
        this.nesting--;
        return message;
    }
    /** A repeated number: one of it, or all of them in one field. */
    packed(tag, into, maxItems) {
        const end = (tag & 7) === WIRE.varint ? this.pos + 1 : this.lengthEnd();
        while (this.pos < end) {
            if (into.length >= maxItems)
                throw new WireFault(`a list of more than ${maxItems}`);
            into.push(this.int());
        }
        if (this.pos > end && (tag & 7) !== WIRE.varint)
            throw new WireFault('a number ends outside of its list');
    }
    /** Over all fields up to one that is asked for: its tag, or 0 at the end. `asked` has a place for each tag below its length, null for the others. */
    nextOf(asked) {
        const bytes = this.source;
        const { end } = this;
        for (;;) {
            const tag = this.tag();
            if (tag === 0 || (tag < asked.length && asked[tag] !== null))
                return tag;
            // Most are short: a number of one byte, a text of less than 128.
            const { pos } = this;
            const first = bytes[pos];
            const wireType = tag & 7;
            const next = wireType === WIRE.bytes ? pos + 1 + first : pos + 1;
            if (first < 0x80 && next <= end && (wireType === WIRE.bytes || wireType === WIRE.varint))
                this.pos = next;
            else
                this.skip(tag);
        }
    }
    /** A field that the schema does not name. */
    skip(tag) {
        switch (tag & 7) {
            case WIRE.varint:
                this.skipVarint();
                return;
            case WIRE.eight:
                this.advance(8);
                return;
            case WIRE.bytes:
                this.pos = this.lengthEnd();
                return;
            case WIRE.four:
                this.advance(4);
                return;
            default:
                throw new WireFault(`wire type ${tag & 7} at byte ${this.pos}`);
        }
    }
    advance(bytes) {
        this.pos += bytes;
        if (this.pos > this.end)
            throw new WireFault('a field ends outside of its message');
    }
    lengthEnd() {
        const length = this.source[this.pos];
        let end = this.pos + 1 + length;
        if (length < 0x80)
            this.pos++;
        else
            end = this.uint() + this.pos;
        // What runs past the bytes is no number, and no number is within anything.
        if (!(end <= this.end))
            throw new WireFault('a field ends outside of its message');
        return end;
    }
    /** Over the length and what it counts: where that begins; it ends at `pos`. */
    enter() {
        const end = this.lengthEnd();
        const from = this.pos;
        this.pos = end;
        return from;
    }
    longTag() {
        const tag = this.uint();
        if (tag < 8 || tag >= TWO_32)
            throw new WireFault(`field ${tag} at byte ${this.pos}`);
        return tag;
    }
    skipVarint() {
        for (let count = 0; count < 10; count++)
            if (this.byte() < 0x80)
                return;
        throw new WireFault('a number of more than ten bytes');
    }
    byte() {
        if (this.pos >= this.end)
            throw new WireFault('a field ends outside of its message');
        return this.source[this.pos++];
    }
    varint(isSigned) {
        const bytes = this.source;
        let { pos } = this;
        // Four bytes are most ids; what runs past the end is seen below, since reading outside gives undefined, which is no byte over 0x7f.
        let byte = bytes[pos++];
        let value = byte & 0x7f;
        if (byte >= 0x80) {
            byte = bytes[pos++];
            value |= (byte & 0x7f) << 7;
            if (byte >= 0x80) {
                byte = bytes[pos++];
                value |= (byte & 0x7f) << 14;
                if (byte >= 0x80) {
                    byte = bytes[pos++];
                    value |= (byte & 0x7f) << 21;
                    if (byte >= 0x80)
                        return this.longVarint(pos, value, isSigned);
                }
            }
        }
        if (pos > this.end)
            throw new WireFault('a field ends outside of its message');
        this.pos = pos;
        return value;
    }
    /** From the fifth byte on: bits 28 to 63. */
    longVarint(from, low28, isSigned) {
        this.pos = from;
        let high = 0;
        let scale = 1;
        let last = 0;
        for (let count = 4;; count++) {
            if (count === 10)
                throw new WireFault('a number of more than ten bytes');
            last = this.byte();
            // The tenth byte holds bit 63 alone.
            if (count === 9 && last > 1)
                throw new WireFault('a number of more than 64 bits');
            high += (last & 0x7f) * scale;
            scale *= 128;
            if (last < 0x80)
                break;
        }
        // `high` counts units of 2^28, 36 bits of them at most: exact. Bit 63 makes a signed number negative.
        const isNegative = isSigned && high >= 34359738368;
        const value = isNegative ? (high - 68719476736) * 268435456 + low28 : high * 268435456 + low28;
        if (!Number.isSafeInteger(value))
            throw new WireFault('a number beyond 2^53');
        return value;
    }
}
