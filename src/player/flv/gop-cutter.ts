/** Groups of pictures of a repaired stream, each with all that a player needs to start with it. */
import { joinBytes } from '../base/bounded-read.ts';
import type { Gop } from '../rules/kept-ring.ts';
import { AUDIO, FILE_HEADER_BYTES, TAG_HEADER_BYTES, TRAILER_BYTES, u24, VIDEO } from './packets.ts';
import type { FlvEvent } from './reader.ts';
import { FlvRewriter } from './rewrite.ts';

/** A longer or larger group is left out: no player could start near a position in it. */
export const MAX_GOP_MS = 20_000;
export const MAX_GOP_BYTES = 16 * 1024 * 1024;
/** Sound without pictures is cut at this interval, in ms. */
const SOUND_MS = 2_000;

const AAC = 10;
const ENHANCED_AUDIO = 9;
const ENHANCED_VIDEO = 0x80;
const KEYFRAME = 1;

type Tag = 'config' | 'keyframe' | 'frame';

/** FrameType and PacketType of a video tag, in the legacy form and in that of Enhanced RTMP. */
function videoTag(first: number, second: number): Tag {
  const isConfig = (first & ENHANCED_VIDEO) === 0 ? second === 0 : (first & 15) === 0;
  return isConfig ? 'config' : ((first >> 4) & 7) === KEYFRAME ? 'keyframe' : 'frame';
}

function audioTag(first: number, second: number): Tag {
  const format = first >> 4;
  return (format === AAC && second === 0) || (format === ENHANCED_AUDIO && (first & 15) === 0) ? 'config' : 'frame';
}

/** Cuts at keyframes, or at intervals if the stream has no pictures. Pure. */
export class GopCutter {
  readonly #emit: (gop: Gop) => void;
  #fileHeader: Uint8Array = new Uint8Array();
  readonly #configs: Record<number, Uint8Array> = {};
  #hasVideo = false;
  /** The group that is being read: null before a keyframe. */
  #open: { readonly head: Uint8Array<ArrayBuffer>; readonly tags: Uint8Array[]; bytes: number; readonly startMs: number } | null = null;

  constructor(emit: (gop: Gop) => void) {
    this.#emit = emit;
  }

  /** Complete tags in order, as `FlvRewriter` writes them. The bytes are kept, not copied. */
  push(bytes: Uint8Array): void {
    let at = 0;
    // A file header begins a stream with other tracks.
    if (bytes[0] === 0x46) {
      at = FILE_HEADER_BYTES + TRAILER_BYTES;
      this.#fileHeader = bytes.slice(0, at);
      this.#hasVideo = (bytes[4]! & 1) === 1;
      for (const type of [AUDIO, VIDEO]) delete this.#configs[type];
      this.#open = null;
    }
    while (at + TAG_HEADER_BYTES < bytes.length) {
      const end = at + TAG_HEADER_BYTES + u24(bytes, at + 1) + TRAILER_BYTES;
      this.#onTag(bytes.subarray(at, end));
      at = end;
    }
  }

  #onTag(tag: Uint8Array): void {
    const type = tag[0]!;
    if (type !== AUDIO && type !== VIDEO) return;
    const [first = 0, second = 0] = tag.subarray(TAG_HEADER_BYTES, TAG_HEADER_BYTES + 2);
    const is = type === VIDEO ? videoTag(first, second) : audioTag(first, second);
    const timeMs = ((tag[7]! << 24) | u24(tag, 4)) >>> 0;
    if (is === 'config') this.#configs[type] = tag.slice();
    else if (is === 'keyframe' || (!this.#hasVideo && timeMs - (this.#open?.startMs ?? -SOUND_MS) >= SOUND_MS)) this.#cut(timeMs);
    const open = this.#open;
    if (open === null) return;
    open.tags.push(tag);
    open.bytes += tag.length;
    if (open.bytes > MAX_GOP_BYTES) this.#open = null;
  }

  #cut(nowMs: number): void {
    const open = this.#open;
    const durationMs = nowMs - (open?.startMs ?? Number.NaN);
    if (open !== null && durationMs > 0 && durationMs <= MAX_GOP_MS)
      this.#emit({ head: open.head, bytes: joinBytes(open.tags, open.bytes), startMs: open.startMs, endMs: nowMs });
    const head = [this.#fileHeader, ...Object.values(this.#configs)];
    const headBytes = head.reduce((sum, { length }) => sum + length, 0);
    this.#open = { head: joinBytes(head, headBytes), tags: [], bytes: 0, startMs: nowMs };
  }
}

/** For the parts of a stream as a reader returns them, so that its bytes are read once. `nowMs`: monotonic. */
export function cutRead(emit: (gop: Gop) => void): (event: FlvEvent, nowMs: number) => void {
  const cutter = new GopCutter(emit);
  const rewriter = new FlvRewriter({
    playsPicture: () => true,
    playsSound: () => true,
    soundOnly: false,
    emit: ({ type }) => {
      if (type === 'tracks-changed') rewriter.begin();
    },
  });
  return (event, nowMs) => {
    rewriter.push(event, nowMs);
    const written = rewriter.take();
    if (written !== null) cutter.push(written);
  };
}
