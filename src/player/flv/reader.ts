/**
 * Reads FLV in any chunking, single bytes included, with the same result. Reads what ffmpeg reads: each repair is counted by name in `facts`,
 * damage is skipped up to the next good tag, nothing is thrown. Sources: Adobe Flash Video File Format 10.1, annex E; Enhanced RTMP v2.
 */
import {
  AUDIO,
  FILE_HEADER_BYTES,
  SCRIPT,
  TAG_HEADER_BYTES,
  TRAILER_BYTES,
  u24,
  u32,
  VIDEO,
  type Damage,
  type Notes,
  type Repair,
  type StreamFacts,
} from './packets.ts';
import { PictureReader, type PictureEvent } from './pictures.ts';
import { readScript, type ScriptData } from './script.ts';
import { SoundReader, type SoundEvent } from './sound.ts';

/**
 * Parts of a stream in byte order. Times are the tag's own 32-bit milliseconds (timeline.ts). Byte arrays are views that are valid during the
 * call. `tag`: the complete bytes of the tag if it needs no repair; null if it was changed or composed.
 */
export type FlvEvent =
  | { readonly type: 'header'; readonly hasAudio: boolean; readonly hasVideo: boolean }
  | PictureEvent
  | SoundEvent
  | { readonly type: 'script'; readonly timeMs: number; readonly script: ScriptData; readonly tag: Uint8Array }
  | { readonly type: 'damage'; readonly why: Damage; readonly skippedBytes: number };

/** An event that stays valid after the call. */
export const copyOf = (event: FlvEvent): FlvEvent =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [name, value instanceof Uint8Array ? value.slice() : value])) as never;

/** Larger than a 4K keyframe at the highest bitrate of a room; a larger size means a damaged header. */
const MAX_TAG_BYTES = 8 * 1024 * 1024;

const MIN_BUFFER_BYTES = 64 * 1024;
/** If a tag is incomplete after this many bytes, its size is suspected to be damaged, and again at each doubling. */
const SUSPECT_BYTES = 128 * 1024;
/** After this many tags in sequence with a wrong trailer, the server writes all of them wrong, and a header is enough. */
const WRONG_TRAILERS = 3;

/** An RTMP data message with AMF3, which some relays write as it is: one byte, then AMF0. */
const SCRIPT_AMF3 = 15;
const ENCRYPTED = 0x20;
const TYPE_BITS = 0x1f;

export class FlvReader {
  readonly facts: StreamFacts = { header: null, video: null, audio: null, isEnhanced: false, repairs: {}, damage: {} };
  #bytes = new Uint8Array(MIN_BUFFER_BYTES);
  #start = 0;
  #end = 0;
  #state: 'header' | 'tag' | 'resync' | 'refused' = 'header';
  #skipped = 0;
  /** During a resync: before this position no tag can start that may still become complete. */
  #scanned = 0;
  /** Trailers before this position were examined. Each position is examined once, however the bytes are chunked. */
  #trailersScanned = 0;
  #suspectBytes = SUSPECT_BYTES;
  /** Tags with a wrong trailer in sequence. */
  #wrongTrailers = 0;
  /** StreamID of the last tag; null before the first. */
  #streamId: number | null = null;
  /** No tag has been read so far. */
  #isFirst = true;
  /** No further bytes follow. */
  #isEnding = false;
  readonly #emit: (event: FlvEvent) => void;
  readonly #pictures: PictureReader;
  readonly #sound: SoundReader;

  /** `emit` is called inside push(), flush() and end(). */
  constructor(emit: (event: FlvEvent) => void) {
    this.#emit = emit;
    const notes: Notes = {
      repair: (name) => this.#repair(name),
      damage: (why, skippedBytes) => this.#damage(why, skippedBytes),
    };
    this.#pictures = new PictureReader(emit, this.facts, notes);
    this.#sound = new SoundReader(emit, this.facts, notes);
  }

  /** Returns false once the bytes are known not to be FLV: nothing more is emitted. */
  push(chunk: Uint8Array): boolean {
    this.#append(chunk);
    while (this.#step());
    return this.#state !== 'refused';
  }

  /** A picture is held, because the next tag may contain further slices of it. `flush` emits it. */
  get isHolding(): boolean {
    return this.#pictures.isHolding;
  }

  flush(): void {
    this.#pictures.flush();
  }

  /** The connection ended: the rest is an incomplete tag, or a tag with a damaged size that hides good ones. */
  end(): void {
    this.#isEnding = true;
    while (this.#step());
    this.#isEnding = false;
    this.flush();
    const left = this.#end - this.#start + this.#skipped;
    if (left > 0 && this.#state !== 'refused') this.#damage('cut', left);
    this.#start = this.#end = this.#skipped = this.#scanned = this.#trailersScanned = 0;
    this.#state = 'header';
  }

  #repair(name: Repair): void {
    this.facts.repairs[name] = (this.facts.repairs[name] ?? 0) + 1;
  }

  #damage(why: Damage, skippedBytes: number): void {
    this.facts.damage[why] = (this.facts.damage[why] ?? 0) + 1;
    this.#emit({ type: 'damage', why, skippedBytes });
  }

  #append(chunk: Uint8Array): void {
    if (this.#state === 'refused') return;
    const kept = this.#end - this.#start;
    if (this.#end + chunk.length > this.#bytes.length) {
      let capacity = this.#bytes.length;
      // A quarter stays free, so that data are moved rarely instead of with each byte of an almost full buffer.
      while (capacity * 0.75 < kept + chunk.length) capacity *= 2;
      // A burst may have grown the buffer; it shrinks when a quarter is enough.
      while (capacity > MIN_BUFFER_BYTES && (kept + chunk.length) * 4 < capacity) capacity /= 2;
      const target = capacity === this.#bytes.length ? this.#bytes : new Uint8Array(capacity);
      target.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = target;
      this.#scanned -= this.#start;
      this.#trailersScanned -= this.#start;
      this.#start = 0;
      this.#end = kept;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Parses one header, tag or resync; false if more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case 'header':
        return this.#readHeader();
      case 'tag':
        return this.#readTag();
      case 'resync':
        return this.#resync();
      case 'refused':
        return false;
    }
  }

  #readHeader(): boolean {
    if (this.#end - this.#start < FILE_HEADER_BYTES + TRAILER_BYTES) return false;
    const b = this.#bytes;
    const at = this.#start;
    if (!this.#isFileHeader(at)) {
      // The stream was joined in the middle (a relay that does not repeat the header): only a verifiable tag is accepted.
      this.#state = this.#looksLikeText() ? 'refused' : 'resync';
      if (this.#state === 'refused') this.#damage('not FLV', FILE_HEADER_BYTES + TRAILER_BYTES);
      else this.#repair('no file header');
      return true;
    }
    const dataOffset = u32(b, at + 5);
    const offset = dataOffset >= FILE_HEADER_BYTES && dataOffset <= MIN_BUFFER_BYTES ? dataOffset : FILE_HEADER_BYTES;
    if (this.#end - at < offset + TRAILER_BYTES) return false;
    // Some servers omit the size of the tag before the first one, which is 0.
    const isZero = u32(b, at + offset) === 0;
    if (!isZero && this.#end - at < offset + TAG_HEADER_BYTES) return false;
    this.#start = at + offset + (isZero || !isKnownType(b[at + offset]!) || u24(b, at + offset + 8) !== 0 ? TRAILER_BYTES : 0);
    const flags = b[at + 4]!;
    if (this.#isFirst) {
      this.facts.header = { hasAudio: (flags & 4) !== 0, hasVideo: (flags & 1) !== 0 };
      this.#emit({ type: 'header', ...this.facts.header });
    } else this.#repair('another file header');
    this.#state = 'tag';
    return true;
  }

  #isFileHeader(at: number): boolean {
    const b = this.#bytes;
    return b[at] === 0x46 && b[at + 1] === 0x4c && b[at + 2] === 0x56;
  }

  /** An HTML or JSON error page instead of a stream. */
  #looksLikeText(): boolean {
    const first = this.#bytes[this.#start]!;
    return first === 0x3c || first === 0x7b;
  }

  #readTag(): boolean {
    const at = this.#start;
    if (this.#end - at < TAG_HEADER_BYTES) return false;
    if (this.#isFileHeader(at)) {
      this.#state = 'header';
      return true;
    }
    const b = this.#bytes;
    if (!isSane(b, at)) return this.#startResync();
    const dataBytes = u24(b, at + 1);
    const next = at + TAG_HEADER_BYTES + dataBytes + TRAILER_BYTES;
    // Independent of the chunks: each threshold is examined with exactly the bytes before it.
    for (; at + this.#suspectBytes < next && at + this.#suspectBytes <= this.#end; this.#suspectBytes *= 2)
      if (this.#nextVerifiedTag(at + 1, at + this.#suspectBytes) !== null) return this.#startResync();
    if (this.#end < next) return this.#isEnding && this.#nextVerifiedTag(at + 1) !== null && this.#startResync();
    if (u32(b, next - TRAILER_BYTES) === TAG_HEADER_BYTES + dataBytes) this.#wrongTrailers = 0;
    else if (!this.#isTagHeader(at)) return this.#startResync();
    else if (this.#wrongTrailers >= WRONG_TRAILERS) this.#repair('trailer size');
    else {
      // Either only the trailer is wrong, which is harmless, or the size is wrong, in which case it spans whole tags or no header follows.
      if (this.#end < next + TAG_HEADER_BYTES && !this.#isEnding) return false;
      const isLast = this.#end < next + TAG_HEADER_BYTES;
      if (!(isLast || this.#isTagHeader(next)) || this.#nextVerifiedTag(at + 1, next) !== null) return this.#startResync();
      this.#wrongTrailers++;
      this.#repair('trailer size');
    }
    this.#start = next;
    this.#trailersScanned = next;
    this.#suspectBytes = SUSPECT_BYTES;
    this.#isFirst = false;
    this.#readBody(b.subarray(at, next));
    return true;
  }

  #startResync(): true {
    this.#state = 'resync';
    this.#wrongTrailers = 0;
    this.#skipped += 1;
    this.#start += 1;
    this.#scanned = this.#trailersScanned = this.#start;
    return true;
  }

  /** Advances to a header whose trailer matches; within damaged data a header alone is no proof. */
  #resync(): boolean {
    const verified = this.#nextVerifiedTag(this.#start);
    // The one whose last byte is earlier, so that chunks make no difference.
    const chain = this.#chain(verified === null ? this.#end : this.#trailersScanned + TRAILER_BYTES);
    if (chain === 'open' && verified === null && !this.#isEnding) return false;
    const found = chain === 'closed' ? this.#start : verified;
    if (found !== null) {
      this.#skipped += found - this.#start;
      this.#start = this.#trailersScanned = found;
      if (this.#isFirst && this.#skipped > 0) this.#repair('begins in mid-tag');
      else if (this.#skipped > 0) this.#damage('bad tag', this.#skipped);
      this.#skipped = 0;
      this.#state = 'tag';
      return true;
    }
    // Keeps everything from the first position that may still become a whole tag: at most the largest tag.
    let at = Math.max(this.#start, this.#scanned);
    while (at + TAG_HEADER_BYTES <= this.#end && (this.#isEnding || !this.#mayBecomeWhole(at))) at++;
    this.#skipped += at - this.#start;
    this.#start = this.#scanned = at;
    return false;
  }

  #mayBecomeWhole(at: number): boolean {
    const b = this.#bytes;
    return isKnownType(b[at]!) && isSane(b, at) && at + TAG_HEADER_BYTES + u24(b, at + 1) + TRAILER_BYTES > this.#end;
  }

  /**
   * A stream without a file header whose trailers are all wrong: the first bytes are a header, and its size leads to the next two. `open`:
   * all headers before `end` fit, but there are fewer.
   */
  #chain(end: number): 'open' | 'closed' | 'none' {
    let at = this.#start;
    for (let tags = 0; tags < WRONG_TRAILERS; tags++) {
      if (!this.#isFirst || this.#skipped > 0) return 'none';
      if (at + TAG_HEADER_BYTES > end) return 'open';
      if (!this.#isTagHeader(at)) return 'none';
      at += TAG_HEADER_BYTES + u24(this.#bytes, at + 1) + TRAILER_BYTES;
    }
    return 'closed';
  }

  /**
   * Position of the first tag whose trailer is present and matches, or null. A trailer contains the distance to its header, so each
   * position costs one comparison; starting from headers, damaged data full of headers would cost a search for each.
   */
  #nextVerifiedTag(from: number, end = this.#end): number | null {
    const b = this.#bytes;
    let at = Math.max(this.#trailersScanned, from + TAG_HEADER_BYTES);
    for (; at + TRAILER_BYTES <= end; at++) {
      const size = u32(b, at);
      const header = at - size;
      if (size > TAG_HEADER_BYTES && header >= from && isKnownType(b[header]!) && u24(b, header + 1) === size - TAG_HEADER_BYTES) {
        // The next call examines it again with the same result.
        this.#trailersScanned = at;
        return header;
      }
    }
    this.#trailersScanned = at;
    return null;
  }

  /** Without a matching trailer: a known type, a sane size, and the StreamID of the tag before. */
  #isTagHeader(at: number): boolean {
    const b = this.#bytes;
    return isKnownType(b[at]!) && isSane(b, at) && u24(b, at + 8) === (this.#streamId ?? u24(b, at + 8));
  }

  #readBody(tag: Uint8Array): void {
    const body = tag.subarray(TAG_HEADER_BYTES, tag.length - TRAILER_BYTES);
    const timeMs = (u24(tag, 4) | (tag[7]! << 24)) >>> 0;
    const streamId = u24(tag, 8);
    this.#streamId = streamId;
    if (streamId !== 0) this.#repair('stream id');
    const type = tag[0]!;
    if (type & ENCRYPTED) {
      this.#damage('encrypted', body.length);
      if ((type & TYPE_BITS) === VIDEO) this.#pictures.refuse('encrypted');
      if ((type & TYPE_BITS) === AUDIO) this.#sound.refuse('encrypted', timeMs);
      return;
    }
    switch (type) {
      case AUDIO:
        this.#sound.read(body, timeMs, tag);
        return;
      case VIDEO:
        this.#pictures.read(body, timeMs, tag);
        return;
      case SCRIPT:
      case SCRIPT_AMF3: {
        const script = readScript(type === SCRIPT_AMF3 && body[0] === 0 ? body.subarray(1) : body);
        if (script) this.#emit({ type: 'script', timeMs, script, tag });
        else this.#damage('bad script', body.length);
        return;
      }
      default:
        this.#repair('unknown tag type');
    }
  }
}

const isKnownType = (type: number): boolean => type === AUDIO || type === VIDEO || type === SCRIPT;
const isSane = (b: Uint8Array, at: number): boolean => (b[at]! & 0xc0) === 0 && b[at] !== 0 && u24(b, at + 1) <= MAX_TAG_BYTES;
