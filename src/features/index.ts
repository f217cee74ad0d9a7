/** The manifest of every folder; the rest of a feature is loaded when it is woken. */
import type { FeatureManifest } from '../core/feature.ts';

const MANIFESTS = import.meta.glob<FeatureManifest>('./*/feature.ts', { eager: true, import: 'manifest' });

export const FEATURES: readonly FeatureManifest[] = Object.values(MANIFESTS);
