/** Bundles the bare pages with the code of the measured revision. */
import { ensureOthers } from '../measure/others.ts';
import { bundle } from '../measure/pages.ts';
import type { BenchContext, Subject } from '../measure/benchmark.ts';

const OWN = ['mpegts', 'floor-h264', 'floor-h265', 'floor-h265-main'] as const;
const OTHERS = ['flvjs', 'xgplayer'] as const;

export interface BarePages {
  readonly folder: string;
  /** False if packages of other players could not be installed. */
  readonly hasOthers: boolean;
}

export async function bundleBarePages(context: BenchContext, subject: Subject): Promise<BarePages> {
  const hasOthers = !context.isComparison && ensureOthers(context);
  const names = [...OWN, ...(hasOthers ? OTHERS : [])];
  const folder = await bundle('room', subject, Object.fromEntries(names.map((name) => [name, `benchmarks/room/pages/${name}.ts`])));
  return { folder, hasOthers };
}
