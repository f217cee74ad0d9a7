/**
 * Every feature with a `row` from its start to its settlement: what is displayed, what the viewer does, and the result. The texts are
 * the features' own, so that each row holds in both languages. `feature-visits.spec.ts` runs the rows; a unit test compares them with the
 * registry.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VisitRow } from './feature-row.ts';

const FEATURES = join(import.meta.dirname, '../features');

export type FeatureRow = VisitRow & { readonly feature: string };

async function rowsOf(feature: string): Promise<readonly FeatureRow[]> {
  const path = join(FEATURES, feature, 'rows.ts');
  if (!existsSync(path)) return [];
  const { row } = (await import(pathToFileURL(path).href)) as { readonly row?: VisitRow };
  return row === undefined ? [] : [{ feature, ...row }];
}

/** Features with lasting states first: the events of the others may be over before a page that was just opened is checked. */
export const FEATURE_ROWS = (await Promise.all(readdirSync(FEATURES).map(rowsOf)))
  .flat()
  .sort((a, b) => Number(a.late === 'missed') - Number(b.late === 'missed'));
