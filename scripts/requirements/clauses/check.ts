import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../suite/tool.ts';
import type { Clause, ClauseRows } from './clause.ts';
import { PAGE_CLAUSES } from './page.ts';
import { PLAYER_CLAUSES } from './player.ts';
import { REPORT_CLAUSES } from './reports.ts';
import { STAGE_CLAUSES } from './stage.ts';
import { STREAM_CLAUSES } from './stream.ts';

export const CLAUSES: ClauseRows = { ...PAGE_CLAUSES, ...STAGE_CLAUSES, ...PLAYER_CLAUSES, ...STREAM_CLAUSES, ...REPORT_CLAUSES };

/** Rows that are split into clauses: the P rows. */
const hasClauses = (row: string): boolean => row.startsWith('P');

/** Text of a file of the repository, null if it does not exist. */
const textOf = (path: string): string | null => {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

/** Problem of one clause: its file or its test is missing. */
export function problemOfClause({ says, rule, test, title }: Clause, read: (path: string) => string | null = textOf): string | null {
  if (read(rule) === null) return `"${says}" names the missing rule file ${rule}`;
  const source = read(test);
  if (source === null) return `"${says}" names the missing test file ${test}`;
  const found = titlesOf(source).some((each) => each.includes(title));
  return found ? null : `"${says}" has no test: ${test} has no title with "${title}"`;
}

/** Test titles: strings that begin with rows, up to the end of their line. */
export const titlesOf = (source: string): readonly string[] =>
  [...source.matchAll(/['"`]((?:[PS]\d{1,2} )+[^\n]*)/g)].map(([, text = '']) => text);

/** Rows without clauses, and clauses without their file or test. */
export function clauseProblems(rows: readonly string[]): readonly string[] {
  const without = rows.filter((row) => hasClauses(row) && (CLAUSES[row] ?? []).length === 0).map((row) => `${row} has no clauses`);
  const unknown = Object.keys(CLAUSES)
    .filter((row) => !rows.includes(row))
    .map((row) => `${row} has clauses but is not a row`);
  const wrong = Object.entries(CLAUSES).flatMap(([row, clauses]) =>
    clauses.flatMap((one) => {
      const problem = problemOfClause(one);
      return problem === null ? [] : [`${row}: ${problem}`];
    }),
  );
  return [...without, ...unknown, ...wrong];
}
