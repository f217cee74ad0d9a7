import type { Slot } from '../../core/feature.ts';
import type { RegionHost } from '../../core/room/stage.ts';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { useFeatureNames } from '../room-context.ts';

/** Separate chunks, because the first picture needs no feature; the first bundle contains no manifest. */
const Slotted = latePart(
  ({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) => `slot-${slot}`,
  async () => import('./FeaturePanel.tsx'),
);
const Dock = latePart('dock', async () => import('./Dock.tsx'));

const useAny = (): boolean => useFeatureNames(() => true) !== '';

export const FeatureSlot = ({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) => useAny() && <Slotted slot={slot} />;

/** Docked features over the picture. */
export const FeatureDock = () => useAny() && <Dock />;

/** The feature that occupies the stage. */
export const StageFeature = latePart('slot-stage', async () => ({ default: (await import('./FeaturePanel.tsx')).FeaturePanel }));

/** The regions in which the layers over the picture are drawn. */
export const StageRegions = latePart(
  ({ host }: { readonly host: RegionHost }) => `regions-${host}`,
  async () => import('../stage/StageRegion.tsx'),
);
