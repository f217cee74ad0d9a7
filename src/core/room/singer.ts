import type { FeatureView } from '../feature.ts';

/** S36: how long a singer's turn lasts, as the service says it; the feature `singer` asks, the list of songs shows it. */
export interface SingerView {
  readonly durationS: number;
}

/** In seconds; null while it is not known. */
export function turnSeconds(singer: FeatureView | undefined): number | null {
  const view = singer?.at === 'shown' ? singer.view : null;
  return typeof view === 'object' && view !== null && 'durationS' in view && typeof view.durationS === 'number' ? view.durationS : null;
}
