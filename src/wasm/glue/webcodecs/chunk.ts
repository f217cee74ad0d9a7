/** Compressed pictures in the form of WebCodecs, and a replacement for EncodedVideoChunk where it is missing (Node, old browsers). */
import { copyInto, splitAnnexB, splitLengthPrefixed, viewOf } from '../access-units.ts';

/** Input of HevcVideoDecoder.decode(); an EncodedVideoChunk is one. */
export interface HevcChunk {
  readonly type: 'key' | 'delta';
  /** Microseconds. */
  readonly timestamp: number;
  readonly duration: number | null;
  readonly byteLength: number;
  copyTo(destination: Uint8Array): void;
}

export interface EncodedHevcChunkInit {
  readonly type: 'key' | 'delta';
  readonly timestamp: number;
  readonly duration?: number;
  readonly data: ArrayBufferLike | ArrayBufferView;
}

/** EncodedVideoChunk for platforms without it. The bytes are copied. */
export class EncodedHevcChunk implements HevcChunk {
  readonly type: 'key' | 'delta';
  readonly timestamp: number;
  readonly duration: number | null;
  readonly byteLength: number;
  readonly #bytes: Uint8Array;

  constructor({ type, timestamp, duration, data }: EncodedHevcChunkInit) {
    if (type !== 'key' && type !== 'delta') throw new TypeError(`type is ${String(type)}`);
    if (!Number.isFinite(timestamp)) throw new TypeError(`timestamp is ${String(timestamp)}`);
    this.#bytes = new Uint8Array(viewOf(data)); // Not slice(): a Buffer of Node would share its memory.
    this.type = type;
    this.timestamp = Math.trunc(timestamp);
    this.duration = duration === undefined ? null : Math.trunc(duration);
    this.byteLength = this.#bytes.length;
  }

  copyTo(destination: ArrayBufferLike | ArrayBufferView): void {
    copyInto(destination, this.#bytes);
  }
}

/** A TypeError for what is no chunk. Its class is not checked: a chunk may be of another realm, or of a platform without EncodedVideoChunk. */
export function checkChunk(chunk: unknown): asserts chunk is HevcChunk {
  const { type, timestamp, byteLength, copyTo } = Object(chunk) as Partial<HevcChunk>;
  const isChunk = (type === 'key' || type === 'delta') && Number.isFinite(timestamp) && Number.isFinite(byteLength);
  if (!isChunk || typeof copyTo !== 'function') throw new TypeError('the chunk is not an EncodedVideoChunk');
}

/** Table 7-1: coded slices are 0 to 31; 16 to 23 start a random access point (IRAP). */
const FIRST_NON_VCL = 32;
const isRandomAccess = (type: number): boolean => type >= 16 && type <= 23;

/** Kind of the first slice of an access unit. */
export function pictureKind(unit: Uint8Array, lengthBytes: number | 'annexb'): 'key' | 'delta' | 'none' {
  const nals = lengthBytes === 'annexb' ? splitAnnexB(unit) : splitLengthPrefixed(unit, lengthBytes);
  for (const nal of nals) {
    const type = (nal[0]! >> 1) & 63;
    const layerId = ((nal[0]! & 1) << 5) | ((nal[1] ?? 0) >> 3);
    if (type < FIRST_NON_VCL && layerId === 0 && nal.length > 2) return isRandomAccess(type) ? 'key' : 'delta';
  }
  return 'none';
}
