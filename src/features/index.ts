/** The manifest of every folder; the rest of a feature is loaded when it is woken. */
import type { FeatureManifest } from '../core/feature.ts';

const MANIFESTS = import.meta.glob<FeatureManifest>('./*/feature.ts', { eager: true, import: 'manifest' });

export const FEATURES: readonly FeatureManifest[] = Object.values(MANIFESTS);

export const isFeature = (name: string): boolean => FEATURES.some((feature) => feature.name === name);

/** Name for a person; features without an entry or a place in the dock have a title. */
export function nameOfFeature(name: string, language: 'zh-CN' | 'en'): string {
  const { title, entry, dock } = FEATURES.find((feature) => feature.name === name) ?? {};
  return (title ?? dock?.title ?? entry?.label)?.[language] ?? name;
}
