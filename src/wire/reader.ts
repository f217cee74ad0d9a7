import { cleanReceived } from '../core/socket/cleaning.ts';
import type { Schema } from './schema.ts';
import { WireFault } from './wire-fault.ts';

/** The deepest schema has four levels; a hostile message could ask for a stack overflow. */
const MAX_NESTING = 16;
/** Up to this length a text is put together here; beyond it a TextDecoder is quicker than the loop. */
const SHORT_TEXT_BYTES = 40;
const TWO_32 = 4_294_967_296;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Code units of the text that is being read; one reader works at a time, and never across an await. */
const CODES = new Uint16Array(SHORT_TEXT_BYTES);
type Codes = Readonly<Record<number, number>>;

const WIRE = { varint: 0, eight: 1, bytes: 2, four: 5 } as const;

/** A protobuf message (proto3, without groups) as the generated code reads it. Numbers beyond 2^53 are refused, not rounded. */
export class Reader {
  pos: number;
  end: number;
  private readonly source: Uint8Array;
  private nesting = 0;

  constructor(bytes: Uint8Array, from = 0, end = bytes.length) {
    this.source = bytes;
    this.pos = from;
    this.end = end;
  }

  /** Number of the field and its wire type, as they stand in the message. */
  tag(): number {
    const tag = this.uint();
    if (tag < 8 || tag >= TWO_32) throw new WireFault(`field ${tag} at byte ${this.pos}`);
    return tag;
  }

  bool(): boolean {
    return this.varint(true) !== 0;
  }

  uint(): number {
    return this.varint(false);
  }

  /** int32 and int64: negative numbers are ten bytes of two's complement. */
  int(): number {
    return this.varint(true);
  }

  text(): string {
    const end = this.lengthEnd();
    const from = this.pos;
    this.pos = end;
    return end - from <= SHORT_TEXT_BYTES ? shortText(this.source, from, end, true) : cleanReceived(longText(this.source, from, end));
  }

  /** Text that is compared and never shown: an id. */
  rawText(): string {
    const end = this.lengthEnd();
    const from = this.pos;
    this.pos = end;
    return end - from <= SHORT_TEXT_BYTES ? shortText(this.source, from, end, false) : longText(this.source, from, end);
  }

  /** A view, not a copy. */
  bytes(): Uint8Array {
    const end = this.lengthEnd();
    const from = this.pos;
    this.pos = end;
    return this.source.subarray(from, end);
  }

  message<T extends object>(schema: Schema<T>): T {
    const end = this.lengthEnd();
    const outer = this.end;
    if (++this.nesting > MAX_NESTING) throw new WireFault(`more than ${MAX_NESTING} messages inside each other`);
    this.end = end;
    const message = schema.read(this);
    this.end = outer;
    this.nesting--;
    return message;
  }

  /** A repeated number: one of it, or all of them in one field. */
  packed(tag: number, into: number[], maxItems: number): void {
    if ((tag & 7) === WIRE.varint) {
      into.push(this.int());
    } else {
      const end = this.lengthEnd();
      while (this.pos < end) {
        if (into.length >= maxItems) throw new WireFault(`a list of more than ${maxItems}`);
        into.push(this.int());
      }
    }
  }

  /** A field that the schema does not name. */
  skip(tag: number): void {
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

  private advance(bytes: number): void {
    this.pos += bytes;
    if (this.pos > this.end) throw new WireFault('a field ends outside of its message');
  }

  private lengthEnd(): number {
    const end = this.uint() + this.pos;
    if (end > this.end) throw new WireFault('a field ends outside of its message');
    return end;
  }

  private skipVarint(): void {
    for (let count = 0; count < 10; count++) if (this.byte() < 0x80) return;
    throw new WireFault('a number of more than ten bytes');
  }

  private byte(): number {
    if (this.pos >= this.end) throw new WireFault('a field ends outside of its message');
    return this.source[this.pos++]!;
  }

  private varint(isSigned: boolean): number {
    const bytes = this.source;
    let { pos } = this;
    // Four bytes are most ids; what runs past the end is seen below, since reading outside gives undefined, which is no byte over 0x7f.
    let byte = bytes[pos++]!;
    let value = byte & 0x7f;
    if (byte >= 0x80) {
      byte = bytes[pos++]!;
      value |= (byte & 0x7f) << 7;
      if (byte >= 0x80) {
        byte = bytes[pos++]!;
        value |= (byte & 0x7f) << 14;
        if (byte >= 0x80) {
          byte = bytes[pos++]!;
          value |= (byte & 0x7f) << 21;
          if (byte >= 0x80) return this.longVarint(pos, value, isSigned);
        }
      }
    }
    if (pos > this.end) throw new WireFault('a field ends outside of its message');
    this.pos = pos;
    return value;
  }

  /** From the fifth byte on: bits 28 to 63. */
  private longVarint(from: number, low28: number, isSigned: boolean): number {
    this.pos = from;
    let high = 0;
    let scale = 1;
    let last = 0;
    for (let count = 4; ; count++) {
      if (count === 10) throw new WireFault('a number of more than ten bytes');
      last = this.byte();
      // The tenth byte holds bit 63 alone.
      if (count === 9 && last > 1) throw new WireFault('a number of more than 64 bits');
      high += (last & 0x7f) * scale;
      scale *= 128;
      if (last < 0x80) break;
    }
    // `high` counts units of 2^28, 36 bits of them at most: exact. Bit 63 makes a signed number negative.
    const isNegative = isSigned && high >= 34_359_738_368;
    const value = isNegative ? (high - 68_719_476_736) * 268_435_456 + low28 : high * 268_435_456 + low28;
    if (!Number.isSafeInteger(value)) throw new WireFault('a number beyond 2^53');
    return value;
  }
}

function longText(bytes: Uint8Array, from: number, end: number): string {
  try {
    return UTF8.decode(bytes.subarray(from, end));
  } catch {
    throw new WireFault('text that is not UTF-8');
  }
}

/** Most texts are names in Chinese and addresses in ASCII. Whether there is anything to clean, which there hardly ever is, is noticed on the way. */
function shortText(bytes: Uint8Array, from: number, end: number, isShown: boolean): string {
  let isDirty = false;
  for (let pos = from; pos < end; pos++) {
    const byte = bytes[pos]!;
    if (byte >= 0x80) return wideText(bytes, from, end, isShown);
    if (byte === 0x3c || byte === 0x3e) isDirty = true;
  }
  const text = asText(bytes, from, end);
  return isDirty && isShown ? cleanReceived(text) : text;
}

function wideText(bytes: Uint8Array, from: number, end: number, isShown: boolean): string {
  let length = 0;
  let isDirty = false;
  for (let pos = from; pos < end;) {
    const byte = bytes[pos]!;
    if (byte < 0x80) {
      if (byte === 0x3c || byte === 0x3e) isDirty = true;
      CODES[length++] = byte;
      pos++;
    } else if (byte >= 0xe1 && byte <= 0xec && pos + 2 < end) {
      // Three bytes without the two ranges that UTF-8 forbids (E0 is overlong below A0, ED holds surrogates): nearly all of Chinese.
      const second = bytes[pos + 1]!;
      const third = bytes[pos + 2]!;
      if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) throw new WireFault('text that is not UTF-8');
      const code = ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
      if (code >= 0x2027 && code <= 0x202e) isDirty = true;
      CODES[length++] = code;
      pos += 3;
    } else {
      const text = longText(bytes, from, end);
      return isShown ? cleanReceived(text) : text;
    }
  }
  const text = asText(CODES, 0, length);
  return isDirty && isShown ? cleanReceived(text) : text;
}

/** Sixteen at a call: quicker than a copy of the list for one call with all of them. */
function asText(codes: Codes, from: number, end: number): string {
  if (end - from <= 16) return upToSixteen(codes, from, end - from);
  let text = upToSixteen(codes, from, 16);
  for (let at = from + 16; at < end; at += 16) text += upToSixteen(codes, at, Math.min(16, end - at));
  return text;
}

// Long: one call a length, which the engine compiles to one copy; a list of arguments it would make first.
function upToSixteen(c: Codes, at: number, length: number): string {
  switch (length) {
    case 0:
      return '';
    case 1:
      return String.fromCharCode(c[at]!);
    case 2:
      return String.fromCharCode(c[at]!, c[at + 1]!);
    case 3:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!);
    case 4:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!);
    case 5:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!);
    case 6:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!);
    case 7:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!, c[at + 6]!);
    case 8:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!, c[at + 6]!, c[at + 7]!);
    case 9:
      return String.fromCharCode(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!, c[at + 6]!, c[at + 7]!, c[at + 8]!);
    case 10:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
      );
    case 11:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
      );
    case 12:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
        c[at + 11]!,
      );
    case 13:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
        c[at + 11]!,
        c[at + 12]!,
      );
    case 14:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
        c[at + 11]!,
        c[at + 12]!,
        c[at + 13]!,
      );
    case 15:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
        c[at + 11]!,
        c[at + 12]!,
        c[at + 13]!,
        c[at + 14]!,
      );
    default:
      return String.fromCharCode(
        c[at]!,
        c[at + 1]!,
        c[at + 2]!,
        c[at + 3]!,
        c[at + 4]!,
        c[at + 5]!,
        c[at + 6]!,
        c[at + 7]!,
        c[at + 8]!,
        c[at + 9]!,
        c[at + 10]!,
        c[at + 11]!,
        c[at + 12]!,
        c[at + 13]!,
        c[at + 14]!,
        c[at + 15]!,
      );
  }
}
