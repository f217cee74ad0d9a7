import { lazy } from 'react';

import type { Slot } from '../../core/feature.ts';
import type { RegionHost } from '../../core/room/stage/stage-regions.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { useFeatureNames } from '../room-context.ts';

/** Separate chunks, because the first picture needs no feature; the first bundle contains no manifest. */
const LazySlot = lazy(() => import('./FeatureSlot.tsx'));
const LazyStage = lazy(() => import('./StageFeature.tsx'));
const LazyDock = lazy(() => import('./Dock.tsx'));
const LazyRegions = lazy(() => import('../stage/StageRegions.tsx'));

const useAny = (): boolean => useFeatureNames(() => true) !== '';

export function FeatureSlot({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) {
  return (
    useAny() && (
      <FeatureBoundary name={`slot-${slot}`}>
        <LazySlot slot={slot} />
      </FeatureBoundary>
    )
  );
}

/** The feature that occupies the stage. */
export function StageFeature({ name }: { readonly name: string }) {
  return (
    <FeatureBoundary name="slot-stage">
      <LazyStage name={name} />
    </FeatureBoundary>
  );
}

/** Docked features over the picture. */
export function FeatureDock() {
  return (
    useAny() && (
      <FeatureBoundary name="dock">
        <LazyDock />
      </FeatureBoundary>
    )
  );
}

/** The regions in which the layers over the picture are drawn. */
export function StageRegions({ host }: { readonly host: RegionHost }) {
  return (
    <FeatureBoundary name={`regions-${host}`}>
      <LazyRegions host={host} />
    </FeatureBoundary>
  );
}
