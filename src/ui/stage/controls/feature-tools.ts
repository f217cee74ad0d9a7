import { FEATURES } from '../../../features/index.ts';

/** Features with a key and a button of the player. */
export const FEATURE_TOOLS = FEATURES.flatMap(({ name, entry }) =>
  entry?.stageKey === undefined ? [] : [{ name, key: entry.stageKey, icon: entry.icon, label: entry.label }],
);
export type FeatureToolEntry = (typeof FEATURE_TOOLS)[number];
