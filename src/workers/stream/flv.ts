/**
 * FLV demuxer for any chunking of the bytes, including single bytes. Damage is skipped up to the next good tag and reported, never thrown.
 * Source: Adobe Flash Video File Format 10.1, annex E; HEVC by codec id 12 (widespread extension) and by Enhanced RTMP v1/v2 (`hvc1`).
 */
import { readAudioTag, readVideoTag, type AudioTag, type TagDamage, type VideoTag } from './flv-tags.ts';
import { readScript, type ScriptData } from './amf0.ts';

/** Larger than a 4K keyframe at the highest bitrate of a room; a larger size means a damaged header. */
const MAX_TAG_BYTES = 8 * 1024 * 1024;

const FILE_HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const MIN_BUFFER_BYTES = 64 * 1024;
/** If a tag is incomplete after this many bytes, its size is suspected to be damaged, and again at each doubling. */
const SUSPECT_BYTES = 128 * 1024;

const AUDIO = 8;
const VIDEO = 9;
const SCRIPT = 18;

/** Parts of a stream in byte order. Times are the tag's own 32-bit milliseconds; see Timeline. */
export type FlvEvent =
  | { readonly type: 'header'; readonly hasAudio: boolean; readonly hasVideo: boolean }
  | { readonly type: 'video'; readonly timeMs: number; readonly tag: VideoTag }
  | { readonly type: 'audio'; readonly timeMs: number; readonly tag: AudioTag }
  | { readonly type: 'script'; readonly timeMs: number; readonly script: ScriptData }
  | { readonly type: 'damage'; readonly why: TagDamage; readonly skippedBytes: number };

type State = 'header' | 'tag' | 'resync' | 'refused';

export class FlvDemuxer {
  #bytes = new Uint8Array(MIN_BUFFER_BYTES);
  #start = 0;
  #end = 0;
  #state: State = 'header';
  #skipped = 0;
  /** During a resync: before this position no tag can start that may still become complete. */
  #scanned = 0;
  /** Trailers before this position were examined. Each position is examined once, however the bytes are chunked. */
  #trailersScanned = 0;
  #suspectBytes = SUSPECT_BYTES;
  /** No further bytes follow. */
  #isEnding = false;
  readonly #emit: (event: FlvEvent) => void;

  /** `emit` is called inside push(). Payloads are copies: the receiver may transfer them. */
  constructor(emit: (event: FlvEvent) => void) {
    this.#emit = emit;
  }

  /** Returns false once the bytes are known not to be FLV: nothing more is emitted. */
  push(chunk: Uint8Array): boolean {
    this.#append(chunk);
    while (this.#step());
    return this.#state !== 'refused';
  }

  /** The connection ended: the rest is an incomplete tag, or a tag with a damaged size that hides good ones. */
  end(): void {
    this.#isEnding = true;
    while (this.#step());
    this.#isEnding = false;
    const left = this.#end - this.#start + this.#skipped;
    if (left > 0 && this.#state !== 'refused') this.#emit({ type: 'damage', why: 'cut', skippedBytes: left });
    this.#start = this.#end = this.#skipped = this.#scanned = this.#trailersScanned = 0;
    this.#state = 'header';
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
    if (b[at] !== 0x46 || b[at + 1] !== 0x4c || b[at + 2] !== 0x56) {
      // The stream was joined in the middle (a relay that does not repeat the header): only a verifiable tag is accepted.
      this.#state = this.#looksLikeText() ? 'refused' : 'resync';
      if (this.#state === 'refused') this.#emit({ type: 'damage', why: 'not-flv', skippedBytes: this.#end - this.#start });
      return true;
    }
    const dataOffset = u32(b, at + 5);
    const offset = dataOffset >= FILE_HEADER_BYTES && dataOffset <= MIN_BUFFER_BYTES ? dataOffset : FILE_HEADER_BYTES;
    if (this.#end - at < offset + TRAILER_BYTES) return false;
    const flags = b[at + 4]!;
    this.#emit({ type: 'header', hasAudio: (flags & 4) !== 0, hasVideo: (flags & 1) !== 0 });
    this.#start = at + offset + TRAILER_BYTES;
    this.#state = 'tag';
    return true;
  }

  /** An HTML or JSON error page instead of a stream. */
  #looksLikeText(): boolean {
    const first = this.#bytes[this.#start]!;
    return first === 0x3c || first === 0x7b;
  }

  #readTag(): boolean {
    const at = this.#start;
    if (this.#end - at < TAG_HEADER_BYTES) return false;
    if (!isTagHeader(this.#bytes, at)) return this.#startResync();
    const dataBytes = u24(this.#bytes, at + 1);
    const next = at + TAG_HEADER_BYTES + dataBytes + TRAILER_BYTES;
    if (this.#end < next) {
      if (this.#end - at < this.#suspectBytes && !this.#isEnding) return false;
      this.#suspectBytes *= 2;
      return this.#nextVerifiedTag(at + 1) !== null && this.#startResync();
    }
    if (u32(this.#bytes, next - TRAILER_BYTES) !== TAG_HEADER_BYTES + dataBytes) {
      // The trailer does not match: either only the trailer is wrong, which is harmless, or the size is wrong, in which case it spans whole
      // tags or no header follows.
      if (this.#end < next + TAG_HEADER_BYTES && !this.#isEnding) return false;
      if (!isTagHeader(this.#bytes, next) || this.#nextVerifiedTag(at + 1, next) !== null) return this.#startResync();
    }
    this.#start = next;
    this.#trailersScanned = next;
    this.#suspectBytes = SUSPECT_BYTES;
    this.#emitTag(at, dataBytes);
    return true;
  }

  #startResync(): true {
    this.#state = 'resync';
    this.#skipped += 1;
    this.#start += 1;
    this.#scanned = this.#trailersScanned = this.#start;
    return true;
  }

  /** Advances to a header whose trailer matches; within damaged data a header alone is no proof. */
  #resync(): boolean {
    const found = this.#nextVerifiedTag(this.#start);
    if (found !== null) {
      this.#skipped += found - this.#start;
      this.#start = this.#trailersScanned = found;
      this.#emit({ type: 'damage', why: 'bad-tag', skippedBytes: this.#skipped });
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
    return isTagHeader(this.#bytes, at) && at + TAG_HEADER_BYTES + u24(this.#bytes, at + 1) + TRAILER_BYTES > this.#end;
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
      if (size >= TAG_HEADER_BYTES && header >= from && isTagHeader(b, header) && u24(b, header + 1) === size - TAG_HEADER_BYTES) {
        // The next call examines it again with the same result.
        this.#trailersScanned = at;
        return header;
      }
    }
    this.#trailersScanned = at;
    return null;
  }

  #emitTag(at: number, dataBytes: number): void {
    const b = this.#bytes;
    const body = b.subarray(at + TAG_HEADER_BYTES, at + TAG_HEADER_BYTES + dataBytes);
    const timeMs = (u24(b, at + 4) | (b[at + 7]! << 24)) >>> 0;
    switch (b[at]!) {
      case AUDIO: {
        const tag = readAudioTag(body);
        this.#emit(tag.ok ? { type: 'audio', timeMs, tag: tag.value } : { type: 'damage', why: tag.why, skippedBytes: dataBytes });
        return;
      }
      case VIDEO: {
        const tag = readVideoTag(body);
        this.#emit(tag.ok ? { type: 'video', timeMs, tag: tag.value } : { type: 'damage', why: tag.why, skippedBytes: dataBytes });
        return;
      }
      case SCRIPT: {
        const script = readScript(body);
        this.#emit(script ? { type: 'script', timeMs, script } : { type: 'damage', why: 'bad-script', skippedBytes: dataBytes });
        return;
      }
      default:
        throw new Error('isTagHeader accepted a tag that is not audio, video or script');
    }
  }
}

/** Type audio, video or script, not encrypted, stream id 0, a sane size. */
function isTagHeader(b: Uint8Array, at: number): boolean {
  const type = b[at];
  if (type !== AUDIO && type !== VIDEO && type !== SCRIPT) return false;
  return b[at + 8] === 0 && b[at + 9] === 0 && b[at + 10] === 0 && u24(b, at + 1) <= MAX_TAG_BYTES;
}

const u24 = (b: Uint8Array, at: number): number => (b[at]! << 16) | (b[at + 1]! << 8) | b[at + 2]!;
const u32 = (b: Uint8Array, at: number): number => u24(b, at) * 256 + b[at + 3]!;
