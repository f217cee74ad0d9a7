import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedIds, NOT_JUDGED, readEndToEnd, readRun, runFile, testsMade, vitestResults } from '../../../scripts/suite/test-results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: unknown): void => writeFileSync(path, JSON.stringify(content));

type Status = 'expected' | 'unexpected' | 'skipped' | 'flaky' | 'not judged';
const annotationsOf = (status: Status): readonly { type: string; description: string }[] => {
  if (status === 'skipped') return [{ type: 'skip', description: 'no Firefox' }];
  return status === 'not judged' ? [{ type: NOT_JUDGED, description: '1.0 cores' }] : [];
};
const playwright = (tests: Readonly<Record<string, Status>>, errors: readonly { message: string }[] = []): object => ({
  errors,
  suites: [
    {
      suites: [
        {
          specs: Object.entries(tests).map(([title, status]) => ({
            id: `id of ${title}`,
            title,
            tests: [
              {
                status: status === 'not judged' ? 'unexpected' : status,
                annotations: annotationsOf(status),
                results: [{ errors: status === 'unexpected' ? [{ message: '\u001b[31mexpected 1\u001b[0m\n\ncame 2' }] : [] }],
              },
            ],
          })),
        },
      ],
    },
  ],
});
const NONE = { passed: 0, notes: [], skipped: [], repeated: [], notJudged: [], failed: [] };

test('for a repeated test the last result counts: passed by its second attempt, or failed with its error', () => {
  write(runFile(folder, 0), playwright({ a: 'unexpected', b: 'unexpected', c: 'expected', d: 'skipped' }));
  write(runFile(folder, 1), playwright({ e: 'flaky', f: 'expected', g: 'unexpected' }));
  write(runFile(folder, 2), playwright({ a: 'expected', b: 'unexpected', g: 'expected' }));
  expect(failedIds(readRun(runFile(folder, 0))!)).toEqual(['id of a', 'id of b']);
  expect(readEndToEnd(folder)).toEqual({
    ...NONE,
    passed: 5,
    skipped: ['d: no Firefox'],
    repeated: ['a', 'e', 'g'],
    failed: ['b\n    expected 1\n    came 2'],
  });
});

test('a figure that a busy machine missed is not judged: it has its reading and does not fail the run', () => {
  write(runFile(folder, 0), playwright({ a: 'not judged', b: 'not judged', c: 'not judged' }));
  expect(failedIds(readRun(runFile(folder, 0))!)).toEqual(['id of a', 'id of b', 'id of c']);
  // In the repetition `a` missed its figure on an idle machine, `b` passed, and `c` was disturbed again.
  write(runFile(folder, 1), playwright({ a: 'unexpected', b: 'expected', c: 'not judged' }));
  expect(readEndToEnd(folder)).toEqual({
    ...NONE,
    passed: 1,
    repeated: ['b'],
    notJudged: ['c: 1.0 cores'],
    failed: ['a\n    expected 1\n    came 2'],
  });
});

test('a run with an error outside of its tests is a failure although each of its tests passed', () => {
  write(runFile(folder, 0), playwright({ a: 'expected' }, [{ message: 'the server did not start' }]));
  expect(readEndToEnd(folder)).toEqual({ ...NONE, passed: 1, failed: ['the run itself\n    the server did not start'] });
});

test('without any run there are no tests; skipped ones are not counted', () => {
  expect(readEndToEnd(folder)).toEqual(NONE);
  expect(readRun(runFile(folder, 0))).toBeNull();
  write(runFile(folder, 0), playwright({ a: 'skipped' }));
  expect(testsMade(readRun(runFile(folder, 0))!)).toBe(0);
  write(runFile(folder, 0), playwright({ a: 'expected', b: 'unexpected', c: 'flaky', d: 'skipped' }));
  expect(testsMade(readRun(runFile(folder, 0))!)).toBe(3);
});

test('an unreadable file of unit tests is a failure, and a test with the error of an earlier attempt was repeated', () => {
  const path = join(folder, 'unit.json');
  write(path, {
    testResults: [
      { name: 'broken.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
      {
        name: 'good.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a', failureMessages: [] },
          { status: 'passed', fullName: 'b', failureMessages: ['once'] },
          { status: 'failed', fullName: 'c', failureMessages: ['expected 1 to be 2'] },
          { status: 'skipped', fullName: 'd' },
        ],
      },
    ],
  });
  expect(vitestResults(path)).toEqual({
    passed: 2,
    notes: [],
    skipped: ['d'],
    repeated: ['b'],
    notJudged: [],
    failed: ['c\n    expected 1 to be 2', 'broken.test.ts\n    SyntaxError'],
  });
});
