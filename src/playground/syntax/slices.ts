/** The picture type of an access unit, from the first bits of its slice headers (7.3.6.1). */
import { unescape } from '../../wasm/glue/containers/annexb.ts';
import { BitReader } from './bit-reader.ts';

export type PictureType = 'I' | 'P' | 'B' | '?';

export interface UnitKind {
  readonly type: PictureType;
  readonly nalType: number;
  readonly slices: number;
}

const FIRST_NON_VCL = 32;
/** Enough bytes for first_slice_segment_in_pic_flag to slice_type. */
const HEAD_BYTES = 24;
const ORDER = ['B', 'P', 'I'] as const;

/** The type of a picture is that of its most general slice. `extraBits` by id of the PPS. */
export function unitKind(nals: Iterable<Uint8Array>, extraBits: ReadonlyMap<number, number>): UnitKind {
  let best = 3;
  let nalType = -1;
  let slices = 0;
  for (const nal of nals) {
    const type = (nal[0]! >> 1) & 63;
    if (type >= FIRST_NON_VCL || nal.length < 4) continue;
    slices++;
    if (nalType < 0) nalType = type;
    const bits = new BitReader(unescape(nal, HEAD_BYTES).subarray(2));
    // Later segments contain an address whose length depends on the SPS; the first segment is enough for nearly every stream.
    if (!bits.flag()) continue;
    if (type >= 16 && type <= 23) bits.skip(1);
    bits.skip(extraBits.get(bits.ue()) ?? 0);
    best = Math.min(best, bits.ue());
  }
  return { type: ORDER[best] ?? '?', nalType, slices };
}
