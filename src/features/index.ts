/**
 * Every feature of the room, a line each: taking a line and its folder away takes the feature away. Manifests only; the rest of a feature
 * is loaded when it is woken.
 */
import type { FeatureManifest } from '../core/feature.ts';
import * as manifests from './manifests.ts';

export const FEATURES: readonly FeatureManifest[] = Object.values(manifests);
