import { memo, use, useCallback, useDeferredValue } from 'react';
import { nameOfFeature, FEATURES } from '../../features/index.ts';
import type { DockPlace } from '../../core/room/feature/dock.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { useFeature, useRoomContext, useFeatureNames } from '../room-context.ts';
import { useLanguage, useText } from '../text/text.ts';
import css from './Dock.module.css';
import type { PanelProps } from './panel.ts';
import { ViewMadeContext } from './parts/Countdown.tsx';
import { roomTime } from './room-time.ts';
import { loadParts } from './panel-loader.tsx';
import type { Slot } from '../../core/feature.ts';

type LoadedPanelProps = Omit<PanelProps<unknown, unknown, unknown>, 'words'> & { readonly name: string };

/**
 * Suspends until the panel is loaded. Another language changes only the texts: a panel that was mounted again would close the star's camera
 * and load embedded pages again.
 */
function LoadedPanel({ name, language, ...props }: LoadedPanelProps) {
  // The texts of the current language are shown until those of the new one are loaded.
  const shown = useDeferredValue(language);
  const { Panel, words } = use(loadParts(name, shown));
  return <Panel {...props} language={shown} words={words} />;
}

interface FeaturePanelProps {
  readonly name: string;
  readonly place: DockPlace | 'slot';
}

/**
 * A feature's panel in its slot. A feature that has failed for good renders a message, an empty one renders nothing. It renders when its own view changes,
 * not when another feature's does.
 */
export const FeaturePanel = memo(function FeaturePanel({ name, place }: FeaturePanelProps) {
  const feature = useFeature(name);
  const language = useLanguage();
  const { act: actOnRoom } = useRoomContext();
  const act = useCallback((action: unknown) => actOnRoom({ type: 'feature', feature: name, action }), [actOnRoom, name]);
  const madeMs = useCallback(() => (feature === undefined ? performance.now() : roomTime.madeMs(feature)), [feature]);
  if (feature === undefined || feature.name === 'hidden') return null;
  if (feature.name === 'off') return feature.why === 'switched off by the remote config' ? null : <OffNotice name={name} />;
  return (
    <FeatureBoundary name={name} isFeature>
      {() => (
        <ViewMadeContext value={madeMs}>
          <LoadedPanel name={name} view={feature.view} act={act} language={language} place={place} />
        </ViewMadeContext>
      )}
    </FeatureBoundary>
  );
});

function OffNotice({ name }: { readonly name: string }) {
  const text = useText();
  return (
    <p className={css.off} role="status" data-feature-off={name}>
      {text.featureOff(nameOfFeature(name, useLanguage()))}
    </p>
  );
}

/** All running features of this slot, in the order of the list of features. Dock.tsx renders docked features. */
export default function FeatureSlot({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) {
  const running = useFeatureNames(() => true).split(' ');
  return FEATURES.filter(({ slot: own, dock, name }) => own === slot && dock === undefined && running.includes(name)).map(({ name }) => (
    <FeaturePanel key={name} name={name} place="slot" />
  ));
}
