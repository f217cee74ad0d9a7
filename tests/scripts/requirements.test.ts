import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';
import { clauseProblems, CLAUSES, problemOfClause, titlesOf } from '../../scripts/requirements/clauses/check.ts';
import { REQUIREMENTS } from '../../scripts/requirements/rows.ts';
import { featureFoldersByRow, rowsOfTitles, testFilesByRow } from '../../scripts/requirements/tests.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

const rows = REQUIREMENTS.flatMap((group) => group.rows);
/** Rows of the specification: P1 to P13, P20 to P31, P40 to P42; S1 to S10, S20 to S24, S30 to S37. */
const ROW_RANGES = { P: [1, 13, 20, 31, 40, 42], S: [1, 10, 20, 24, 30, 37] } as const;

test('the requirements contain every row of the specification once, in order', () => {
  const expected = Object.entries(ROW_RANGES).flatMap(([letter, bounds]) =>
    [0, 2, 4].flatMap((at) => {
      const first = bounds[at] ?? 0;
      return Array.from({ length: (bounds[at + 1] ?? 0) - first + 1 }, (_, index) => `${letter}${first + index}`);
    }),
  );
  expect(rows.map(({ row }) => row)).toEqual(expected);
});

test('a row with a place in the code is proved by a test, and titles and manifests name only existing rows', () => {
  const tests = testFilesByRow();
  const features = featureFoldersByRow();
  const lives = rows.filter(({ row, where }) => where.length > 0 || features.has(row));
  expect(lives.filter(({ row }) => !tests.has(row)).map(({ row }) => row)).toEqual([]);
  expect([...tests.keys(), ...features.keys()].filter((row) => !rows.some((known) => known.row === row))).toEqual([]);
});

test('rows are read from the beginning of a title, several and templates included', () => {
  expect([...rowsOfTitles("test('P22 h265 is removed', …); test('P4 P20 two rows', …); test(`S1 ${name} of a template`, …);")]).toEqual([
    'P22',
    'P4',
    'P20',
    'S1',
  ]);
  expect([...rowsOfTitles("test('what P22 says', …); const a = 'P2P_ERROR'; 'S'; 'P22'")]).toEqual([]);
});

test('rows cited in comments of the sources are rows of the requirements', () => {
  const cited = repositoryFiles()
    .filter((file) => /^(src|mocks|scripts)\/.*\.(ts|tsx)$/.test(file) && !file.includes('/generated/'))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<![\w'])[PS]\d{1,2}(?=[,:;)]| \()/g)].map(([row]) => row));
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter((row) => !rows.some((known) => known.row === row))).toEqual([]);
});

test('every row of the room and player specification is split into clauses, each with its file and its test', () => {
  expect(clauseProblems(rows.map(({ row }) => row))).toEqual([]);
  expect(Object.values(CLAUSES).flat().length).toBeGreaterThan(140);
});

test('a clause whose file or test is missing is named, and so is a row without clauses', () => {
  const clause = { says: 'it waits', rule: 'src/a.ts', test: 'tests/a.test.ts', title: 'it waits' };
  const files: Readonly<Record<string, string>> = { 'src/a.ts': '', 'tests/a.test.ts': "test('P1 P2 it waits so long', () => {});" };
  const read = (path: string): string | null => files[path] ?? null;
  expect(problemOfClause(clause, read)).toBeNull();
  expect(problemOfClause({ ...clause, rule: 'src/b.ts' }, read)).toContain('the missing rule file src/b.ts');
  expect(problemOfClause({ ...clause, test: 'tests/b.test.ts' }, read)).toContain('the missing test file tests/b.test.ts');
  expect(problemOfClause({ ...clause, title: 'it goes' }, read)).toContain('"it waits" has no test');
  const row = 'P99';
  expect(clauseProblems([row])).toContain(`${row} has no clauses`);
  expect(clauseProblems(['S1'])).not.toContain('S1 has no clauses');
  expect(titlesOf("it waits; test('no row', () => {})")).toEqual([]);
});
