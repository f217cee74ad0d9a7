import { FEATURES } from '../../src/features/index.ts';
import type { FeatureWires } from './feature-wires.ts';

/** Names of features, separated by commas: `npm run mutate` mutates one feature at a time and runs only its tests. */
const wanted = globalThis.process?.env['FOOTLIGHT_WIRES']?.split(',');

/** The features whose wires are tested; by default all of them. */
export const CHOSEN = wanted === undefined ? FEATURES : FEATURES.filter(({ name }) => wanted.includes(name));

const FILES = import.meta.glob<FeatureWires>('../features/*/rows.ts', { eager: true, import: 'wires' });

export function wiresOf(feature: string): FeatureWires {
  const wires = FILES[`../features/${feature}/rows.ts`];
  if (wires === undefined) throw new Error(`tests/features/${feature}/rows.ts is missing`);
  return wires;
}
