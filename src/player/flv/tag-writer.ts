/** FLV tags and headers in one growing buffer. */
import { TAG_HEADER_BYTES, VIDEO } from './packets.ts';
import type { Picture } from './pictures.ts';

export const LEGACY = { h264: 7, h265: 12 } as const;
const FOURCC: Readonly<Record<string, string>> = { Opus: 'Opus', FLAC: 'fLaC' };

export class TagWriter {
  #out: Uint8Array;
  #length = 0;

  constructor(bytes = 64 * 1024) {
    this.#out = new Uint8Array(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#out.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  append(bytes: Uint8Array | readonly number[]): void {
    if (this.#length + bytes.length > this.#out.length) {
      const larger = new Uint8Array((this.#length + bytes.length) * 2);
      larger.set(this.#out.subarray(0, this.#length));
      this.#out = larger;
    }
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** `tag`: the picture's own if it passes, null if it is written again. */
  writePicture({ codec, compositionMs, timeMs: rawMs, data }: Picture, timeMs: number, isKey: boolean, tag: Uint8Array | null): void {
    const composition = [compositionMs >> 16, compositionMs >> 8, compositionMs].map((byte) => byte & 255);
    this.write(VIDEO, timeMs, { tag, timeMs: rawMs }, [(isKey ? 0x10 : 0x20) | LEGACY[codec], 1, ...composition], data);
  }

  /** A tag that is complete passes, with another time if it needs one; otherwise a tag of `head` and `data` is written. */
  write(
    type: number,
    timeMs: number,
    { tag, timeMs: rawMs }: { readonly tag: Uint8Array | null; readonly timeMs: number },
    head: readonly number[],
    data: Uint8Array | null,
  ): void {
    const at = this.#length;
    if (tag !== null) this.append(tag);
    else {
      const size = head.length + (data?.length ?? 0);
      const bytes = size + TAG_HEADER_BYTES;
      this.append([type, size >> 16, (size >> 8) & 255, size & 255, 0, 0, 0, 0, 0, 0, 0]);
      this.append(head);
      if (data !== null) this.append(data);
      this.append([0, bytes >> 16, (bytes >> 8) & 255, bytes & 255]);
    }
    if (tag !== null && timeMs === rawMs) return;
    const time = Math.max(0, Math.round(timeMs));
    this.#out.set([(time >> 16) & 255, (time >> 8) & 255, time & 255, (time >>> 24) & 255], at + 4);
  }
}

/** ExAudioTagHeader; null for a codec that has none here. */
export function soundHead(name: string, packetType: number): number[] | null {
  const fourcc = FOURCC[name];
  return fourcc === undefined ? null : [0x90 | packetType, ...Array.from(fourcc, (letter) => letter.charCodeAt(0))];
}
