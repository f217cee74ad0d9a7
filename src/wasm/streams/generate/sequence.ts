/** The order of the pictures of a stream: access points, leading and trailing pictures, sub-layers, references (H.265 7.4.2.2, 8.1.3, 8.3). */
import type { Choices, Rng } from './choices.ts';
import { sortSet } from './slice-header.ts';
import { lsbOf, NAL, type DpbSizes, type LongTermEntry, type PicturePlan, type ShortTermEntry } from './types.ts';

// The DPB of annex C, as needed for valid sps_max_… values of a given order of pictures.

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
function fitDpb(pictures: readonly PicturePlan[], c: Choices, rng: Rng): DpbSizes {
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

type Kind = 'irap' | 'trail' | 'radl' | 'rasl';

interface Draft {
  poc: number;
  tid: number;
  kind: Kind;
  nalType: number;
  /** NoRaslOutputFlag of its IRAP picture, or itself. */
  starts: boolean;
  eosBefore: boolean;
  noOutputOfPriorPics: boolean;
  output: boolean;
  /** POCs kept: used by this picture, or only by later ones. */
  references: { poc: number; used: boolean; long: boolean }[];
  /** Number of the CVS. */
  cvs: number;
}

export interface PlannedPicture extends PicturePlan {
  readonly eosBefore: boolean;
}

const BLA = [NAL.BLA_W_LP, NAL.BLA_W_RADL, NAL.BLA_N_LP] as const;
const IDR = [NAL.IDR_W_RADL, NAL.IDR_N_LP] as const;

/** Decoding order of the pictures, with their POC, sub-layer and kind. */
function draftOrder(c: Choices, rng: Rng): Draft[] {
  const order: Draft[] = [];
  let top = 0; // highest POC of the CVS
  let cvs = 0;
  const add = (poc: number, tid: number, kind: Kind, rest: Partial<Draft> = {}) => {
    top = Math.max(top, poc);
    const none = { nalType: 0, starts: false, eosBefore: false, noOutputOfPriorPics: false, output: true, references: [] };
    order.push({ poc, tid, kind, cvs, ...none, ...rest });
  };
  const accessPoint = () => {
    const first = order.length === 0;
    const nalType = rng.pick([...IDR, NAL.CRA, ...(first && half(rng) ? [] : BLA), NAL.CRA]);
    const eosBefore = !first && c.priorPicturesDropped && rng.chance(0.4);
    const starts = first || eosBefore || nalType !== NAL.CRA;
    const leads = nalType === NAL.IDR_N_LP || nalType === NAL.BLA_N_LP ? 0 : rng.roll(4);
    let poc = top + 1 + leads + rng.roll(2);
    if (starts) {
      cvs++;
      poc = nalType === NAL.IDR_W_RADL || nalType === NAL.IDR_N_LP ? 0 : rng.roll(2 ** c.log2PocLsb);
      top = -Infinity;
    }
    const noOutputOfPriorPics = starts && (first || c.priorPicturesDropped) && rng.chance(0.3);
    add(poc, 0, 'irap', { nalType, starts, eosBefore, noOutputOfPriorPics });
    // RASL pictures come before RADL pictures in output order, in any order of decoding.
    const onlyRadl = nalType === NAL.IDR_W_RADL || nalType === NAL.BLA_W_RADL;
    const radl = onlyRadl ? leads : rng.roll(leads + 1);
    const leading = Array.from({ length: leads }, (_, i) => i);
    for (const i of shuffle(leading, rng)) add(poc - leads + i, rng.roll(c.subLayers), i < leads - radl ? 'rasl' : 'radl', { starts });
  };
  const run = () => {
    const length = rng.range(1, c.runMax);
    const base = top;
    const last = base + length + (rng.chance(0.1) ? 1 : 0);
    add(last, 0, 'trail');
    const inner = Array.from({ length: length - 1 }, (_, i) => base + 1 + i);
    for (const poc of half(rng) ? shuffle(inner, rng) : inner) add(poc, rng.roll(c.subLayers), 'trail');
  };
  accessPoint();
  while (order.length < c.pictures) {
    if (rng.chance(c.irap)) accessPoint();
    else run();
  }
  const firstTrail = order.findIndex(({ kind }) => kind === 'trail');
  return order.slice(0, Math.max(c.pictures, firstTrail));
}

const half = (rng: Rng) => rng.chance(0.5);

function shuffle<T>(items: readonly T[], rng: Rng): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(rng.roll(rest.length), 1)[0]!);
}

/** Chooses which earlier pictures each picture keeps and uses. */
function drawReferences(order: readonly Draft[], c: Choices, rng: Rng): void {
  let kept: { draft: Draft; long: boolean }[] = [];
  let irap = order[0]!;
  let irapAt = 0;
  order.forEach((now, at) => {
    if (now.kind === 'irap') {
      irap = now;
      irapAt = at;
      if (now.starts) kept = [];
    }
    const sameTrail = (draft: Draft) => order.indexOf(draft) >= irapAt && (draft === irap || draft.kind === 'trail');
    if (now.kind === 'trail') kept = kept.filter(({ draft }) => sameTrail(draft));
    // delta_poc_msb_cycle_lt cannot be negative.
    kept = kept.filter(({ draft, long }) => !(long && draft.poc > now.poc) && !rng.chance(0.12));
    while (kept.length > c.references) kept.splice(rng.roll(kept.length), 1);
    for (const one of kept) if (c.longTerm && one.draft.poc < now.poc && rng.chance(0.2)) one.long = true;
    const mayUse = ({ draft }: { draft: Draft }) => {
      if (now.kind === 'irap' || draft.tid > now.tid) return false;
      if (now.kind === 'radl') return draft === irap || (draft.kind === 'radl' && order.indexOf(draft) > irapAt);
      if (now.kind === 'rasl') return draft.kind !== 'radl' || order.indexOf(draft) < irapAt;
      return true;
    };
    const usable = kept.filter(mayUse);
    const used = new Set(usable.filter(() => rng.chance(0.75)));
    if (used.size === 0 && usable.length > 0 && !rng.chance(0.05)) used.add(rng.pick(usable));
    now.references = kept.map((one) => ({ poc: one.draft.poc, used: used.has(one), long: one.long }));
    if (c.phantoms && rng.chance(0.3) && now.nalType !== NAL.IDR_W_RADL && now.nalType !== NAL.IDR_N_LP) {
      // Kept for later pictures, but never decoded: decoders must not treat it as missing (8.3.2).
      const poc = now.poc - rng.range(40, 60);
      if (!now.references.some((one) => one.poc === poc) && now.references.length < 14)
        now.references.push({ poc, used: false, long: false });
    }
    if (now.kind === 'rasl' && now.starts) {
      // References pictures before the access point; it is not decoded, so any value is valid.
      now.references.push({ poc: irap.poc - rng.range(10, 12), used: true, long: false });
      return;
    }
    kept.push({ draft: now, long: false });
  });
}

/** Whether a later picture of the same sub-layer uses it: it is then not a sub-layer non-reference picture. */
function isNeeded(order: readonly Draft[], at: number): boolean {
  const { poc, tid, cvs } = order[at]!;
  return order.some(
    (later, i) => i > at && later.cvs === cvs && later.tid === tid && later.references.some((r) => r.used && r.poc === poc),
  );
}

/** Up-switching points, 7.4.2.2: from `at` on, pictures of sub-layers `tid` and above use none of these from before it. */
function switching(order: readonly Draft[], at: number): { tsa: boolean; stsa: boolean } {
  const now = order[at]!;
  const tidOf = new Map(order.slice(0, at).filter(({ cvs }) => cvs === now.cvs).map(({ poc, tid }) => [poc, tid])); // oxfmt-ignore
  const next = order.findIndex((later, i) => i > at && later.kind === 'irap');
  const users = order.slice(at, next < 0 ? order.length : next);
  const uses = (user: Draft, test: (tid: number) => boolean) => user.references.some(({ poc }) => tidOf.has(poc) && test(tidOf.get(poc)!)); // oxfmt-ignore
  return {
    tsa: !users.some((user) => user.tid >= now.tid && uses(user, (tid) => tid >= now.tid)),
    stsa: !users.some((user) => user.tid === now.tid && uses(user, (tid) => tid === now.tid)),
  };
}

function assignTypes(order: readonly Draft[], rng: Rng): void {
  order.forEach((now, at) => {
    if (now.kind === 'irap') return;
    const reference = isNeeded(order, at) || half(rng) ? 1 : 0;
    let base: number = now.kind === 'radl' ? NAL.RADL_N : now.kind === 'rasl' ? NAL.RASL_N : NAL.TRAIL_N;
    if (now.kind === 'trail' && now.tid > 0) {
      const { tsa, stsa } = switching(order, at);
      base = rng.pick([NAL.TRAIL_N, ...(tsa ? [NAL.TSA_N] : []), ...(stsa ? [NAL.STSA_N] : [])]);
    }
    now.nalType = base + reference;
  });
}

/** Minimum number of bits with which every POC can be derived from its LSB (8.3.1), and no short-term delta is too large. */
function pocBits(order: readonly Draft[]): number {
  let bits = 4;
  let previous = 0;
  for (const { poc, starts, kind, tid, nalType } of order) {
    if (kind === 'irap' && starts) while (poc >= 2 ** bits) bits++;
    else while (Math.abs(poc - previous) >= 2 ** (bits - 1)) bits++;
    const reference = nalType >= NAL.BLA_W_LP || nalType % 2 === 1;
    if (tid === 0 && kind !== 'radl' && kind !== 'rasl' && reference) previous = poc;
  }
  return bits;
}

export type Plan = Readonly<ReturnType<typeof planSequence>>;

export function planSequence(c: Choices, rng: Rng) {
  const order = draftOrder(c, rng);
  drawReferences(order, c, rng);
  assignTypes(order, rng);
  for (const draft of order) if (rng.chance(0.12)) draft.output = false;
  const log2PocLsb = Math.max(c.log2PocLsb, pocBits(order));
  const lsbs = 2 ** log2PocLsb;
  const lsb = (poc: number) => lsbOf(poc, log2PocLsb);
  const longTermSets = c.longTerm && half(rng) ? Array.from({ length: rng.range(1, 32) }, () => ({ lsb: rng.roll(half(rng) ? 8 : lsbs), used: half(rng) })) : []; // oxfmt-ignore

  const pictures = order.map((now, at): PlannedPicture => {
    const earlier = order.slice(0, at).filter(({ cvs }) => cvs === now.cvs);
    const drawn = now.references
      .filter(({ long }) => long)
      .map(({ poc, used }): LongTermEntry => {
        const ambiguous =
          (!c.longTermOwnLsb && lsb(poc) === lsb(now.poc)) || earlier.some((other) => other.poc !== poc && lsb(other.poc) === lsb(poc));
        const listed = longTermSets.findIndex((set) => set.lsb === lsb(poc) && set.used === used);
        const spsIndex = listed >= 0 && rng.chance(0.8) ? listed : undefined;
        return { poc, used, msbPresent: ambiguous || half(rng), spsIndex };
      });
    const noGaps = !c.longTermMsbGaps && drawn.some(({ spsIndex, msbPresent }) => spsIndex !== undefined && msbPresent);
    const longTerm = drawn.map((entry) => (noGaps && entry.spsIndex === undefined ? { ...entry, msbPresent: true } : entry));
    const shortTerm = sortSet(now.references.filter(({ long }) => !long).map(({ poc, used }): ShortTermEntry => ({ delta: poc - now.poc, used }))); // oxfmt-ignore
    const curr = (negative: boolean) => shortTerm.filter(({ delta, used }) => used && delta < 0 === negative).map(({ delta }) => now.poc + delta); // oxfmt-ignore
    const { poc, tid: temporalId, nalType, noOutputOfPriorPics, output, eosBefore } = now;
    const own = { poc, temporalId, nalType, noOutputOfPriorPics, output, eosBefore, shortTerm, longTerm };
    return {
      ...own,
      startsSequence: now.kind === 'irap' && now.starts,
      before: curr(true),
      after: curr(false),
      longCurr: longTerm.filter(({ used }) => used).map((entry) => entry.poc),
      temporalMvp: c.temporalMvp && rng.chance(0.8),
      skipped: now.kind === 'rasl' && now.starts,
    };
  });
  const temporalNesting = c.subLayers === 1 || order.every(({ tid, kind }, at) => tid === 0 || kind === 'irap' || switching(order, at).tsa);
  return { pictures, log2PocLsb, dpb: fitDpb(pictures, c, rng), temporalNesting, longTermSets };
}
