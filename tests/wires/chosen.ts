import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';
import { FEATURES } from '../../src/features/index.ts';
import type { FeatureWires } from './feature-wires.ts';

/** Names of features, separated by commas: `npm run mutate` mutates one feature at a time and runs only its tests. */
const wanted = process.env['FOOTLIGHT_WIRES']?.split(',');

/** The features whose wires are tested; by default all of them. */
export const CHOSEN = wanted === undefined ? FEATURES : FEATURES.filter(({ name }) => wanted.includes(name));

const FILES = import.meta.glob<FeatureWires>('../features/*/wires.ts', { eager: true, import: 'wires' });

export function wiresOf(feature: string): FeatureWires {
  const wires = FILES[`../features/${feature}/wires.ts`];
  if (wires === undefined) throw new Error(`tests/features/${feature}/wires.ts is missing`);
  return wires;
}

/** Compares the lines with a table beside the tests of the feature. */
export async function expectTable(feature: string, table: 'messages' | 'actions' | 'room-events', lines: readonly string[]): Promise<void> {
  const path = join(ROOT, 'tests/features', feature, `${table}.txt`);
  if (!existsSync(path)) throw new Error(`${path} is missing: write it by \`npx vitest run --project unit tests/wires -u\` and read it`);
  await expect(lines.join('\n')).toMatchFileSnapshot(path);
}
