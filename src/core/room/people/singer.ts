import type { FeatureView } from '../../feature.ts';

/** S36: length of a singer's turn from the service; requested by the feature `singer`, shown in the list of songs. */
export interface SingerView {
  readonly durationS: number;
}

/** In seconds; null while unknown. */
export function turnSeconds(singer: FeatureView | undefined): number | null {
  const view = singer?.name === 'shown' ? singer.view : null;
  return typeof view === 'object' && view !== null && 'durationS' in view && typeof view.durationS === 'number' ? view.durationS : null;
}
