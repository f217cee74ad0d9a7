import type { Slot } from '../../core/feature.ts';
import type { RegionHost } from '../../core/room/stage/stage-regions.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { late } from '../overlays/late.ts';
import { useFeatureNames } from '../room-context.ts';

/** Separate chunks, because the first picture needs no feature; the first bundle contains no manifest. */
const lateSlot = late(() => import('./FeaturePanel.tsx'));
const lateStage = late(async () => ({ default: (await import('./FeaturePanel.tsx')).FeaturePanel }));
const lateDock = late(() => import('./Dock.tsx'));
const lateRegions = late(() => import('../stage/StageRegion.tsx'));

const useAny = (): boolean => useFeatureNames(() => true) !== '';

export function FeatureSlot({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) {
  return useAny() && <FeatureBoundary name={`slot-${slot}`}>{() => <lateSlot.Part slot={slot} />}</FeatureBoundary>;
}

/** The feature that occupies the stage. */
export function StageFeature({ name }: { readonly name: string }) {
  return <FeatureBoundary name="slot-stage">{() => <lateStage.Part name={name} place="slot" />}</FeatureBoundary>;
}

/** Docked features over the picture. */
export function FeatureDock() {
  return useAny() && <FeatureBoundary name="dock">{() => <lateDock.Part />}</FeatureBoundary>;
}

/** The regions in which the layers over the picture are drawn. */
export function StageRegions({ host }: { readonly host: RegionHost }) {
  return <FeatureBoundary name={`regions-${host}`}>{() => <lateRegions.Part host={host} />}</FeatureBoundary>;
}
