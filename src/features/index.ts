/**
 * All features of the room, one line each: removing a line and its folder removes the feature. Contains manifests only; the rest of a
 * feature is loaded when it is woken.
 */
import type { FeatureManifest } from '../core/feature.ts';
import * as manifests from './manifests.ts';

export const FEATURES: readonly FeatureManifest[] = Object.values(manifests);
