/**
 * coding_tree_unit() and below, H.265 7.3.8.2 to 7.3.8.10: draws a CTU at random and writes it, keeping the state on which the syntax
 * depends.
 */
import { type CabacEncoder, CTX } from './bits.ts';
import type { Rng } from './choices.ts';
import { type ChromaMode, writeChromaMode, writeIntraModes, writePredictionUnits, writeSao } from './prediction-units.ts';
import { writeResidual } from './residual.ts';
import type { Pps, Slice, Sps, Weights } from './parameters.ts';
import { chromaShifts } from './types.ts';

export type PartMode = '2Nx2N' | '2NxN' | 'Nx2N' | 'NxN' | '2NxnU' | '2NxnD' | 'nLx2N' | 'nRx2N';

/** Properties of neighbours, per 4x4 block of the picture. */
type PictureState = ReturnType<typeof newPictureState>;

export function newPictureState(width: number, height: number) {
  const stride = Math.ceil(width / 64) * 16;
  const size = stride * Math.ceil(height / 64) * 16;
  return { stride, skip: new Uint8Array(size), depth: new Uint8Array(size), mode: new Uint8Array(size).fill(1) };
}

export interface CtuInput {
  readonly c: CabacEncoder;
  /** Position in luma samples. */
  readonly x0: number;
  readonly y0: number;
  readonly sps: Sps;
  readonly pps: Pps;
  readonly slice: Slice;
  readonly state: PictureState;
  readonly weights: Weights;
  readonly rng: Rng;
  /** Whether the CTB at the left or above is in the same slice and tile. */
  readonly leftAvailable: boolean;
  readonly aboveAvailable: boolean;
}

interface CodingUnit {
  readonly intra: boolean;
  readonly part: PartMode;
  readonly bypass: boolean;
  /** Of the four quarters; equal without NxN. */
  readonly lumaModes: readonly number[];
  /** Of the four quarters; they differ only in 4:4:4. */
  readonly chromaModes: readonly ChromaMode[];
  readonly maxDepth: number;
}

export class CtuWriter {
  readonly #in: CtuInput;
  /** IsCuQpDeltaCoded */
  #qpCoded = false;
  /** IsCuChromaQpOffsetCoded */
  #chromaQpCoded = false;

  constructor(input: CtuInput) {
    this.#in = input;
  }

  write(): void {
    if (this.#in.slice.saoLuma || this.#in.slice.saoChroma) writeSao(this.#in.c, this.#in);
    this.#quadtree(this.#in.x0, this.#in.y0, this.#in.sps.log2Ctb, 0);
  }

  #leftOf(x: number): boolean {
    return x > this.#in.x0 || this.#in.leftAvailable;
  }

  #above(y: number): boolean {
    return y > this.#in.y0 || this.#in.aboveAvailable;
  }

  #quadtree(x: number, y: number, log2: number, depth: number): void {
    const { sps, pps, state, rng, weights } = this.#in;
    const size = 1 << log2;
    const inside = x + size <= sps.width && y + size <= sps.height;
    let split = log2 > sps.log2MinCb;
    if (split && inside) {
      split = rng.chance(weights.split);
      const at = (y >> 2) * state.stride + (x >> 2);
      const deeper = (there: boolean, i: number) => (there && state.depth[i]! > depth ? 1 : 0);
      this.#in.c.bin(CTX.splitCu + deeper(this.#leftOf(x), at - 1) + deeper(this.#above(y), at - state.stride), split);
    }
    if (pps.cuQpDeltaDepth !== undefined && log2 >= sps.log2Ctb - pps.cuQpDeltaDepth) this.#qpCoded = false;
    const list = pps.range?.chromaQpList;
    if (list && log2 >= sps.log2Ctb - list.depth) this.#chromaQpCoded = false;
    if (!split) {
      this.#codingUnit(x, y, log2, depth);
      return;
    }
    for (let i = 0; i < 4; i++) {
      const [cx, cy] = [x + (i & 1) * (size >> 1), y + (i >> 1) * (size >> 1)];
      if (cx < sps.width && cy < sps.height) this.#quadtree(cx, cy, log2 - 1, depth + 1);
    }
  }

  #fill(map: Uint8Array, x: number, y: number, size: number, value: number): void {
    const { stride } = this.#in.state;
    for (let row = y >> 2; row < (y + size) >> 2; row++) map.fill(value, row * stride + (x >> 2), row * stride + ((x + size) >> 2));
  }

  #codingUnit(x: number, y: number, log2: number, depth: number): void {
    const { sps, pps, slice, state, rng, weights } = this.#in;
    const c = this.#in.c;
    const size = 1 << log2;
    const bypass = pps.transquantBypass && rng.chance(weights.bypass);
    if (pps.transquantBypass) c.bin(CTX.transquantBypass, bypass);
    let skip = false;
    if (slice.type !== 'I') {
      skip = rng.chance(weights.skip);
      const at = (y >> 2) * state.stride + (x >> 2);
      const left = this.#leftOf(x) ? state.skip[at - 1]! : 0;
      const above = this.#above(y) ? state.skip[at - state.stride]! : 0;
      c.bin(CTX.skip + left + above, skip);
    }
    this.#fill(state.skip, x, y, size, skip ? 1 : 0);
    this.#fill(state.depth, x, y, size, depth);
    this.#fill(state.mode, x, y, size, 1);
    if (skip) {
      writePredictionUnits(c, { log2, part: '2Nx2N', skip: true, depth }, slice, weights.inter, rng);
      return;
    }
    const intra = slice.type === 'I' || rng.chance(weights.intra);
    if (slice.type !== 'I') c.bin(CTX.predMode, intra);
    const part = this.#partMode(log2, intra);
    let coded = true;
    let lumaModes: readonly number[] = [1, 1, 1, 1];
    let chromaModes: readonly ChromaMode[] = [0, 1, 2, 3].map(() => ({ mode: 1, isLuma: false }));
    if (intra) {
      const { pcm } = sps;
      if (part === '2Nx2N' && pcm && log2 >= pcm.log2Min && log2 <= pcm.log2Max) {
        const isPcm = rng.chance(weights.pcm);
        c.terminate(isPcm);
        if (isPcm) {
          this.#pcmSamples(size, pcm.depthLuma, pcm.depthChroma);
          return;
        }
      }
      lumaModes = writeIntraModes(c, { x, y, size, split: part === 'NxN', ctbY: this.#in.y0 }, state, rng, (px) => this.#leftOf(px));
      const parts = sps.chroma === 0 ? [] : sps.chroma === 3 && part === 'NxN' ? lumaModes : lumaModes.slice(0, 1);
      const written = parts.map((luma) => writeChromaMode(c, luma, sps.chroma === 2, rng));
      if (written.length > 0) chromaModes = [0, 1, 2, 3].map((i) => written[i] ?? written[0]!);
    } else {
      const merged = writePredictionUnits(c, { log2, part, skip: false, depth }, slice, weights.inter, rng);
      if (!(part === '2Nx2N' && merged)) {
        coded = rng.chance(weights.rootCbf);
        c.bin(CTX.rqtRootCbf, coded);
      }
    }
    if (!coded) return;
    const maxDepth = intra ? sps.depthIntra + (part === 'NxN' ? 1 : 0) : sps.depthInter;
    this.#transformTree({ intra, part, bypass, lumaModes, chromaModes, maxDepth }, x, y, log2, 0, 0, [1, 1]);
  }

  /** Draws and writes part_mode, 9.3.3.7. */
  #partMode(log2: number, intra: boolean): PartMode {
    const { sps, rng, weights } = this.#in;
    const c = this.#in.c;
    const smallest = log2 === sps.log2MinCb;
    if (intra) {
      if (!smallest) return '2Nx2N';
      const split = rng.chance(weights.quarter);
      c.bin(CTX.partMode, !split);
      return split ? 'NxN' : '2Nx2N';
    }
    const modes: PartMode[] = ['2NxN', 'Nx2N'];
    if (smallest && log2 > 3) modes.push('NxN');
    if (!smallest && sps.amp) modes.push('2NxnU', '2NxnD', 'nLx2N', 'nRx2N');
    const part = rng.chance(weights.inter.whole) ? '2Nx2N' : rng.pick(modes);
    c.bin(CTX.partMode, part === '2Nx2N');
    if (part === '2Nx2N') return part;
    const horizontal = part.startsWith('2N');
    c.bin(CTX.partMode + 1, horizontal);
    if (smallest) {
      if (!horizontal && log2 > 3) c.bin(CTX.partMode + 2, part === 'Nx2N');
    } else if (sps.amp) {
      const symmetric = part === '2NxN' || part === 'Nx2N';
      c.bin(CTX.partMode + 3, symmetric);
      if (!symmetric) c.bypass(part === '2NxnD' || part === 'nRx2N');
    }
    return part;
  }

  #pcmSamples(size: number, depthLuma: number, depthChroma: number): void {
    const { rng } = this.#in;
    const base = rng.roll(256);
    this.#in.c.raw((bits) => {
      const [across, down] = chromaShifts(this.#in.sps.chroma);
      const chroma = this.#in.sps.chroma === 0 ? 0 : 2 * ((size * size) >> (across + down));
      for (let i = 0; i < size * size + chroma; i++) {
        const depth = i < size * size ? depthLuma : depthChroma;
        bits.u(depth, (base + rng.roll(40)) % 2 ** depth);
      }
    });
  }

  #transformTree(
    cu: CodingUnit,
    x: number,
    y: number,
    log2: number,
    depth: number,
    quarter: number,
    /** cbf_cb and cbf_cr of the parent: one bit for each block, two in 4:2:2. */
    parent: readonly [number, number],
  ): void {
    const { sps, rng, weights } = this.#in;
    const c = this.#in.c;
    const intraSplit = cu.intra && cu.part === 'NxN' && depth === 0;
    let split: boolean;
    if (log2 <= sps.log2MaxTb && log2 > sps.log2MinTb && depth < cu.maxDepth && !intraSplit) {
      split = rng.chance(weights.transformSplit);
      c.bin(CTX.splitTransform + 5 - log2, split);
    } else {
      const interSplit = sps.depthInter === 0 && !cu.intra && cu.part !== '2Nx2N' && depth === 0;
      split = log2 > sps.log2MaxTb || intraSplit || interSplit;
    }
    const chroma: [number, number] = [0, 0];
    if (sps.chroma > 0 && (log2 > 2 || sps.chroma === 3)) {
      const context = depth === 4 ? CTX.cbfChroma4 : CTX.cbfChroma + depth;
      for (const i of [0, 1] as const) {
        if (parent[i] === 0) continue;
        for (let block = 0; block < (sps.chroma === 2 && (!split || log2 === 3) ? 2 : 1); block++) {
          const coded = rng.chance(weights.cbf);
          c.bin(context, coded);
          if (coded) chroma[i] |= 1 << block;
        }
      }
    } else if (sps.chroma > 0) [chroma[0], chroma[1]] = parent;
    if (split) {
      const half = 1 << (log2 - 1);
      for (let i = 0; i < 4; i++) {
        const [cx, cy] = [x + (i & 1) * half, y + (i >> 1) * half];
        this.#transformTree(cu, cx, cy, log2 - 1, depth + 1, depth === 0 ? i : quarter, chroma);
      }
      return;
    }
    let luma = true;
    if (cu.intra || depth !== 0 || chroma[0] + chroma[1] > 0) {
      luma = rng.chance(weights.cbf);
      c.bin(CTX.cbfLuma + (depth === 0 ? 1 : 0), luma);
    }
    this.#transformUnit(cu, x, y, log2, quarter, luma, chroma);
  }

  #transformUnit(
    cu: CodingUnit,
    x: number,
    y: number,
    log2: number,
    quarter: number,
    luma: boolean,
    chroma: readonly [number, number],
  ): void {
    const { sps, pps, slice } = this.#in;
    const anyChroma = chroma[0] + chroma[1] > 0;
    if (!luma && !anyChroma) return;
    if (pps.cuQpDeltaDepth !== undefined && !this.#qpCoded) this.#cuQpDelta();
    if (slice.cuChromaQpOffset && anyChroma && !cu.bypass && !this.#chromaQpCoded) this.#chromaQpOffset();
    if (luma) this.#residual(cu, log2, 0, cu.lumaModes[quarter]!);
    if (sps.chroma === 0) return;
    const last = log2 === 2 && (x & 4) !== 0 && (y & 4) !== 0;
    if (sps.chroma !== 3 && log2 === 2 && !last) return;
    const { mode, isLuma } = cu.chromaModes[sps.chroma === 3 ? quarter : 0]!;
    const crossComponent = pps.range?.crossComponent && luma && (!cu.intra || isLuma);
    for (const i of [0, 1] as const) {
      if (crossComponent) this.#crossComponent(i);
      for (let bits = chroma[i]; bits > 0; bits >>= 1)
        if (bits & 1) this.#residual(cu, sps.chroma === 3 ? log2 : Math.max(2, log2 - 1), i + 1, mode);
    }
  }

  /** cross_comp_pred(), 7.3.8.12 */
  #crossComponent(plane: 0 | 1): void {
    const { rng } = this.#in;
    const log2Plus1 = rng.roll(5);
    this.#in.c.unary(log2Plus1, 4, (bin) => CTX.resScaleAbs + 4 * plane + bin);
    if (log2Plus1 > 0) this.#in.c.bin(CTX.resScaleSign + plane, rng.chance(0.5));
  }

  /** chroma_qp_offset(), 7.3.8.14 */
  #chromaQpOffset(): void {
    const { pps, rng } = this.#in;
    const count = pps.range!.chromaQpList!.offsets.length;
    const on = rng.chance(0.6);
    this.#in.c.bin(CTX.chromaQpOffsetFlag, on);
    this.#chromaQpCoded = true;
    if (!on) return;
    this.#in.c.unary(rng.roll(count), count - 1, () => CTX.chromaQpOffsetIdx);
  }

  #residual(cu: CodingUnit, log2: number, plane: number, mode: number): void {
    const { sps, pps, weights, rng } = this.#in;
    const directional = cu.intra && (log2 === 2 || (log2 === 3 && (plane === 0 || sps.chroma === 3)));
    const scanIdx = !directional ? 0 : mode >= 6 && mode <= 14 ? 2 : mode >= 22 && mode <= 30 ? 1 : 0;
    const range = sps.range && pps.range && { ...sps.range, log2MaxTransformSkip: pps.range.log2MaxTransformSkip };
    const { bypass, intra } = cu;
    const { transformSkip: transformSkipAllowed, signHiding } = pps;
    const block = { log2, plane, scanIdx, bypass, transformSkipAllowed, signHiding, intra, mode, range };
    writeResidual(this.#in.c, block, weights.residual, rng);
  }

  /** cu_qp_delta_abs and its sign, 9.3.3.8; the range is that of 7.4.9.14. */
  #cuQpDelta(): void {
    const { sps, weights, rng } = this.#in;
    const half = 3 * (sps.depthLuma - 8);
    let delta = 0;
    if (rng.chance(weights.qpDelta)) delta = weights.qpWild ? rng.range(-26 - half, 25 + half) : rng.range(-3, 3);
    const size = Math.abs(delta);
    this.#in.c.unary(size, 5, (bin) => CTX.cuQpDelta + (bin > 0 ? 1 : 0));
    if (size >= 5) this.#in.c.expGolomb(0, size - 5);
    if (size > 0) this.#in.c.bypass(delta < 0);
    this.#qpCoded = true;
  }
}
