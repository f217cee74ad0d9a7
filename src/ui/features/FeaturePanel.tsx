import { type ComponentType, createElement, lazy, type LazyExoticComponent, memo, useCallback } from 'react';

import type { DockPlace } from '../../core/room/feature/dock.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { useFeature, useRoomContext } from '../room-context.ts';
import { type Language, useLanguage, useText } from '../text/text.ts';
import css from './FeaturePanel.module.css';
import type { PanelProps } from './panel.ts';
import { loadPanel } from './panel-loader.tsx';

/** Panels with their texts, by feature and language; cached, so that switching back to a language is immediate. */
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
