/** The DPB of annex C, as needed for valid sps_max_… values of a given order of pictures. */
import type { Choices } from './choices.ts';
import type { Rng } from './rng.ts';
import { NAL, type PicturePlan } from './types.ts';

export interface DpbSizes {
  readonly maxDecPicBuffering: number;
  readonly maxNumReorder: number;
  readonly latencyPlus1: number;
}

const DPB_MAX = 16;

interface Stored {
  readonly poc: number;
  reference: boolean;
  waiting: boolean;
  latency: number;
}

/** C.5.2.2 to C.5.2.4: the pictures in output order, or undefined if the DPB overflows. */
export function bump(pictures: readonly PicturePlan[], sizes: DpbSizes): number[] | undefined {
  const out: number[] = [];
  let dpb: Stored[] = [];
  const latencyMax = sizes.latencyPlus1 > 0 ? sizes.maxNumReorder + sizes.latencyPlus1 - 1 : Infinity;
  const overLimits = () =>
    dpb.filter(({ waiting }) => waiting).length > sizes.maxNumReorder ||
    dpb.some(({ waiting, latency }) => waiting && latency >= latencyMax);
  const output = () => {
    const waiting = dpb.filter((one) => one.waiting);
    if (waiting.length === 0) return false;
    const first = waiting.reduce((a, b) => (b.poc < a.poc ? b : a));
    first.waiting = false;
    out.push(first.poc);
    dpb = dpb.filter((one) => one.reference || one.waiting);
    return true;
  };
  for (const picture of pictures) {
    if (picture.skipped) continue;
    if (picture.startsSequence) {
      // NoOutputOfPriorPicsFlag is inferred for a CRA picture (after an end of sequence), C.5.2.2.
      if (!picture.noOutputOfPriorPics && picture.nalType !== NAL.CRA) while (output()) continue;
      dpb = [];
    } else {
      const kept = new Set([...picture.shortTerm.map(({ delta }) => picture.poc + delta), ...picture.longTerm.map(({ poc }) => poc)]);
      for (const one of dpb) one.reference = kept.has(one.poc);
      dpb = dpb.filter((one) => one.reference || one.waiting);
      while (overLimits() || dpb.length >= sizes.maxDecPicBuffering) if (!output()) return undefined;
    }
    if (picture.output) for (const one of dpb) if (one.waiting && one.poc > picture.poc) one.latency++;
    dpb.push({ poc: picture.poc, reference: true, waiting: picture.output, latency: 0 });
    while (overLimits()) if (!output()) break;
  }
  while (output()) continue;
  return out;
}

/** Valid values, minimal ones if requested; both are maxima over the stream. */
export function fitDpb(pictures: readonly PicturePlan[], c: Choices, rng: Rng): DpbSizes {
  const unlimited = { maxDecPicBuffering: Infinity, maxNumReorder: Infinity, latencyPlus1: 0 };
  const wanted = JSON.stringify(bump(pictures, unlimited));
  const holds = (sizes: DpbSizes) => JSON.stringify(bump(pictures, sizes)) === wanted;
  const entries = Math.max(...pictures.map(({ shortTerm, longTerm }) => shortTerm.length + longTerm.length));
  const least = (test: (n: number) => boolean, from: number) => {
    for (let n = from; n < DPB_MAX; n++) if (test(n)) return n;
    return DPB_MAX;
  };
  const size = c.tightDpb ? least((n) => holds({ ...unlimited, maxDecPicBuffering: n }), Math.max(1, entries + 1)) : DPB_MAX;
  const exact = least((n) => holds({ ...unlimited, maxDecPicBuffering: size, maxNumReorder: n }), 0);
  const reorder = Math.min(size - 1, exact + (c.tightDpb ? 0 : rng.roll(3)));
  const latencies = [0, 1, 2, 3, 5, 8].filter((latencyPlus1) => holds({ maxDecPicBuffering: size, maxNumReorder: reorder, latencyPlus1 }));
  return { maxDecPicBuffering: size, maxNumReorder: reorder, latencyPlus1: latencies.length > 0 ? rng.pick(latencies) : 0 };
}
