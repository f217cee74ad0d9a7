import type { Slot } from '../../core/feature.ts';
import { FEATURES } from '../../features/index.ts';
import { useFeatureNames } from '../room-context.ts';
import { FeaturePanel } from './FeaturePanel.tsx';

/** All running features of this slot, in the order of the list of features. Dock.tsx renders docked features. */
export default function FeatureSlot({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) {
  const running = useFeatureNames(() => true).split(' ');
  return FEATURES.filter(({ slot: own, dock, name }) => own === slot && dock === undefined && running.includes(name)).map(({ name }) => (
    <FeaturePanel key={name} name={name} place="slot" />
  ));
}
