import { type ComponentType, createElement, lazy, type LazyExoticComponent, memo, useCallback } from 'react';

import type { DockPlace } from '../../core/room/dock.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { useFeature, useRoomContext } from '../room-context.ts';
import { type Language, useLanguage, useText } from '../text/text.ts';
import css from './FeaturePanel.module.css';
import type { PanelProps } from './panel.ts';
import { loadPanel } from './panel-loader.tsx';

/** A panel with its words, by feature and language; made once, so that a language that comes back is there at once. */
const loaded = new Map<string, LazyExoticComponent<ComponentType<Omit<PanelProps<unknown, unknown, unknown>, 'words'>>>>();

function panelOf(name: string, language: Language) {
  const key = `${name} ${language}`;
  const known = loaded.get(key) ?? lazy(async () => ({ default: await loadPanel(name, language) }));
  loaded.set(key, known);
  return known;
}

interface FeaturePanelProps {
  readonly name: string;
  readonly place: DockPlace | 'slot';
}

/**
 * A feature in its place. A disabled feature renders a message, an empty one renders nothing. It renders again when its view changes, not
 * when a neighbour changes.
 */
export const FeaturePanel = memo(function FeaturePanel({ name, place }: FeaturePanelProps) {
  const feature = useFeature(name);
  const language = useLanguage();
  const { act: actOnRoom } = useRoomContext();
  const act = useCallback((action: unknown) => actOnRoom({ do: 'feature', feature: name, action }), [actOnRoom, name]);
  if (feature === undefined || feature.at === 'hidden') return null;
  if (feature.at === 'off') return feature.why === 'switched off by the remote config' ? null : <OffNotice name={name} />;
  return (
    <FeatureBoundary name={name} isFeature broken={<OffNotice name={name} />}>
      {createElement(panelOf(name, language), { view: feature.view, act, language, place })}
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
