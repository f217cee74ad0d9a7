/**
 * FLV demuxer for any chunking of the bytes, one byte at a time included. Damage is skipped to the next good tag and reported, never thrown.
 * Source: Adobe Flash Video File Format 10.1, annex E; HEVC by codec id 12 (widespread extension) and by Enhanced RTMP v1/v2 (`hvc1`).
 */
import { readAudioTag, readVideoTag, type AudioTag, type TagDamage, type VideoTag } from './flv-tags.ts';
import { readScript, type ScriptData } from './amf0.ts';

/** A 4K key picture at the highest bit rate that a room carries stays below; a larger size is a damaged header. */
const MAX_TAG_BYTES = 8 * 1024 * 1024;

const FILE_HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const MIN_BUFFER_BYTES = 64 * 1024;
/** A tag that is still not whole after this much is suspected of a damaged size, and again at each doubling. */
const SUSPECT_BYTES = 128 * 1024;

const AUDIO = 8;
const VIDEO = 9;
const SCRIPT = 18;

/** What a stream is made of, in the order of the bytes. Times are the tag's own, 32-bit milliseconds; see Timeline for the rest. */
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
  /** A resync: in front of this position no tag can start that may still become whole. */
  #scanned = 0;
  /** Trailers in front of this position have been examined. Each position is examined once, however the bytes are cut into chunks. */
  #trailersScanned = 0;
  #suspectBytes = SUSPECT_BYTES;
  /** Nothing will complete what is incomplete. */
  #isEnding = false;
  readonly #emit: (event: FlvEvent) => void;

  /** `emit` runs inside push(). Payloads are copies: the receiver may transfer them. */
  constructor(emit: (event: FlvEvent) => void) {
    this.#emit = emit;
  }

  /** False once the bytes proved not to be FLV at all: nothing more will come. */
  push(chunk: Uint8Array): boolean {
    this.#append(chunk);
    while (this.#step());
    return this.#state !== 'refused';
  }

  /** The connection ended: what is left is an unfinished tag, or one whose size is damaged and hides good ones. */
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
      // A quarter stays free: what is kept moves once in so many bytes, not with each byte of a buffer that is almost full.
      while (capacity * 0.75 < kept + chunk.length) capacity *= 2;
      // A burst may have grown the buffer; give the memory back once a quarter is enough.
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

  /** One header, tag or resync; false when more bytes are needed. */
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
      // Joined in the middle (a relay that does not send the header again): only a verifiable tag is trusted.
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
      // The trailer disagrees: either it is wrong, which harms nobody, or the size is, and then whole tags stand inside or no header follows.
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

  /** Goes forward to a header whose trailer agrees with it; nothing less is proof in the middle of damage. */
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
    // What may still become a whole tag is kept, and everything behind it: at most the largest tag.
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
   * Where the first tag begins whose trailer is there and agrees with it, or null. A trailer says how far back its header is, so that each
   * position costs one comparison; going by headers, damage that is made of headers would cost a search for each of them.
   */
  #nextVerifiedTag(from: number, end = this.#end): number | null {
    const b = this.#bytes;
    let at = Math.max(this.#trailersScanned, from + TAG_HEADER_BYTES);
    for (; at + TRAILER_BYTES <= end; at++) {
      const size = u32(b, at);
      const header = at - size;
      if (size >= TAG_HEADER_BYTES && header >= from && isTagHeader(b, header) && u24(b, header + 1) === size - TAG_HEADER_BYTES) {
        // The next call examines it again, with the same answer.
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
        throw new Error('a tag header lets only the three types through');
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
