import { memo, use, useCallback, useDeferredValue } from 'react';

import type { DockPlace } from '../../core/room/feature/dock.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { useFeature, useRoomContext } from '../room-context.ts';
import { type Language, useLanguage, useText } from '../text/text.ts';
import css from './FeaturePanel.module.css';
import type { PanelProps } from './panel.ts';
import { loadParts, type PanelParts } from './panel-loader.tsx';

/** Panels with their texts, by feature and language; cached, so that switching back to a language is immediate. */
const loaded = new Map<string, Promise<PanelParts>>();

function partsOf(name: string, language: Language): Promise<PanelParts> {
  const key = `${name} ${language}`;
  const known = loaded.get(key) ?? loadParts(name, language);
  loaded.set(key, known);
  return known;
}

type LoadedPanelProps = Omit<PanelProps<unknown, unknown, unknown>, 'words'> & { readonly name: string };

/**
 * Suspends until the panel is loaded. Another language changes only the texts: a panel that was mounted again would close the star's camera
 * and load embedded pages again.
 */
function LoadedPanel({ name, language, ...props }: LoadedPanelProps) {
  // The texts of the current language are shown until those of the new one are loaded.
  const shown = useDeferredValue(language);
  const { Panel, words } = use(partsOf(name, shown));
  return <Panel {...props} language={shown} words={words} />;
}

interface FeaturePanelProps {
  readonly name: string;
  readonly place: DockPlace | 'slot';
}

/**
 * A feature's panel in its slot. A disabled feature renders a message, an empty one renders nothing. It renders when its own view changes,
 * not when another feature's does.
 */
export const FeaturePanel = memo(function FeaturePanel({ name, place }: FeaturePanelProps) {
  const feature = useFeature(name);
  const language = useLanguage();
  const { act: actOnRoom } = useRoomContext();
  const act = useCallback((action: unknown) => actOnRoom({ type: 'feature', feature: name, action }), [actOnRoom, name]);
  if (feature === undefined || feature.name === 'hidden') return null;
  if (feature.name === 'off') return feature.why === 'switched off by the remote config' ? null : <OffNotice name={name} />;
  return (
    <FeatureBoundary name={name} isFeature broken={<OffNotice name={name} />}>
      <LoadedPanel name={name} view={feature.view} act={act} language={language} place={place} />
    </FeatureBoundary>
  );
});

function OffNotice({ name }: { readonly name: string }) {
  const text = useText();
  return (
    <p className={css.off} role="status" data-feature-off={name}>
      {text.featureOff}
    </p>
  );
}
