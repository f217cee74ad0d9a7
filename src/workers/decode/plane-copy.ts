/** Copies a picture's planes one after the other, with aligned rows, for drawing from another memory than the decoder's. */
import type { Picture } from '../../wasm/glue/picture.ts';

const ALIGN_BYTES = 64;

export interface CopiedPlane {
  readonly offset: number;
  readonly strideBytes: number;
}

const strideOf = (rowBytes: number): number => Math.ceil(rowBytes / ALIGN_BYTES) * ALIGN_BYTES;

export const copyBytes = ({ planes, bytesPerSample }: Pick<Picture, 'planes' | 'bytesPerSample'>): number =>
  planes.reduce((sum, { width, height }) => sum + height * strideOf(width * bytesPerSample), 0);

/** `into` has `copyBytes` bytes from `at` on. */
export function copyPlanes(memory: ArrayBufferLike, picture: Picture, into: ArrayBufferLike, at: number): readonly CopiedPlane[] {
  let offset = at;
  return picture.planes.map((plane) => {
    const start = offset;
    const rowBytes = plane.width * picture.bytesPerSample;
    const strideBytes = strideOf(rowBytes);
    for (let y = 0; y < plane.height; y++, offset += strideBytes)
      new Uint8Array(into, offset, rowBytes).set(new Uint8Array(memory, plane.offset + y * plane.strideBytes, rowBytes));
    return { offset: start, strideBytes };
  });
}
