/** sao(), H.265 7.3.8.3. */
import type { CabacEncoder } from './cabac.ts';
import type { CtuInput } from './coding-tree.ts';
import { CTX } from './contexts.ts';

export function writeSao(c: CabacEncoder, { sps, slice, weights, rng, leftAvailable, aboveAvailable }: CtuInput): void {
  for (const available of [leftAvailable, aboveAvailable]) {
    if (!available) continue;
    const merge = rng.chance(0.25);
    c.bin(CTX.saoMerge, merge);
    if (merge) return;
  }
  let chromaType = 0;
  for (const plane of [0, 1, 2]) {
    if (!(plane === 0 ? slice.saoLuma : slice.saoChroma)) continue;
    let type = chromaType;
    if (plane < 2) {
      type = rng.chance(weights.saoOff) ? 0 : 1 + rng.roll(2);
      c.bin(CTX.saoTypeIdx, type > 0);
      if (type > 0) c.bypass(type === 2);
      chromaType = type;
    }
    if (type === 0) continue;
    const most = (1 << (Math.min(plane === 0 ? sps.depthLuma : sps.depthChroma, 10) - 5)) - 1;
    const largest = Math.min(most, weights.saoMax);
    const offsets = [0, 1, 2, 3].map(() => (rng.chance(0.2) ? largest : rng.roll(largest + 1)));
    for (const offset of offsets) c.unaryBypass(offset, most);
    if (type === 1) {
      for (const offset of offsets) if (offset > 0) c.bypass(rng.chance(0.5));
      c.bypassBits(5, rng.roll(32));
    } else if (plane < 2) c.bypassBits(2, rng.roll(4));
  }
}
