import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFiles } from '../repository-files.ts';
import { ROOT } from '../suite/tool.ts';

/** A test's title begins with the rows that it proves: `'P22 h265 is removed'`, `'P4 P20 resolution policy'`. */
const TITLE_ROWS = /['"`]((?:[PS]\d{1,2} )+)/g;

export const rowsOfTitles = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(TITLE_ROWS)].flatMap(([, rows = '']) => rows.trim().split(' ')));

/** Test files by the row that they prove, in the order of their paths. */
export function testFilesByRow(): ReadonlyMap<string, readonly string[]> {
  const byRow = new Map<string, string[]>();
  for (const file of repositoryFiles().filter((path) => /^tests\/.*\.(test|spec)\.tsx?$/.test(path)))
    for (const row of rowsOfTitles(readFileSync(join(ROOT, file), 'utf8'))) byRow.set(row, [...(byRow.get(row) ?? []), file]);
  return byRow;
}

/** A feature's manifest begins its comment with its rows: `/** S30, S31: activities, links …`. */
const MANIFEST_ROWS = /^\/\*\* ((?:[PS]\d{1,2}(?:, )?)+): /m;

/** Feature folders by row. */
export function featureFoldersByRow(): ReadonlyMap<string, readonly string[]> {
  const byRow = new Map<string, string[]>();
  for (const file of repositoryFiles().filter((path) => /^src\/features\/[a-z-]+\/feature\.ts$/.test(path))) {
    const rows = MANIFEST_ROWS.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]?.split(', ') ?? [];
    for (const row of rows) byRow.set(row, [...(byRow.get(row) ?? []), dirname(file)]);
  }
  return byRow;
}
