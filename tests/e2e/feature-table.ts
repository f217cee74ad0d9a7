/**
 * Every feature with a `visit.ts` from its start to its settlement: what is displayed, what the viewer does, and the result. The texts are
 * the features' own, so that each row holds in both languages. `feature-visits.spec.ts` runs the rows; a unit test compares them with the
 * registry.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VisitRow } from './feature-row.ts';

const FEATURES = join(import.meta.dirname, '../features');

export type FeatureRow = VisitRow & { readonly feature: string };

async function rowOf(feature: string, path: string): Promise<FeatureRow> {
  const { row } = (await import(pathToFileURL(path).href)) as { readonly row: VisitRow };
  return { feature, ...row };
}

/** Features with lasting states first: the events of the others may be over before a page that was just opened is checked. */
export const FEATURE_ROWS = (
  await Promise.all(
    readdirSync(FEATURES)
      .map((feature) => [feature, join(FEATURES, feature, 'visit.ts')] as const)
      .filter(([, path]) => existsSync(path))
      .map(([feature, path]) => rowOf(feature, path)),
  )
).sort((a, b) => Number(a.late === 'missed') - Number(b.late === 'missed'));
