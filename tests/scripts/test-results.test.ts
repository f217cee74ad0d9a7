import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  afterRepeat,
  endToEndFile,
  endToEndResults,
  isWorthARepeat,
  MAX_REPEATED,
  testsMade,
  vitestResults,
} from '../../scripts/test-results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: unknown): void => writeFileSync(path, JSON.stringify(content));

type Status = 'expected' | 'unexpected' | 'skipped' | 'flaky';
const playwright = (tests: Readonly<Record<string, Status>>, errors: readonly { message: string }[] = []): object => ({
  errors,
  suites: [
    {
      suites: [
        {
          specs: Object.entries(tests).map(([title, status]) => ({
            title,
            tests: [
              {
                status,
                annotations: status === 'skipped' ? [{ type: 'skip', description: 'no Firefox' }] : [],
                results: [{ errors: status === 'unexpected' ? [{ message: '\u001b[31mexpected 1\u001b[0m\n\ncame 2' }] : [] }],
              },
            ],
          })),
        },
      ],
    },
  ],
});

test('what failed beside others and passed alone is repeated, what fails again has failed, with its error', () => {
  write(endToEndFile(folder, 'parallel'), playwright({ a: 'unexpected', b: 'unexpected', c: 'expected', d: 'skipped' }));
  write(endToEndFile(folder, 'measured'), playwright({ e: 'flaky', f: 'expected' }));
  expect(isWorthARepeat({ skipped: [], repeated: [], failed: endToEndResults(folder).failed })).toBe(true);
  write(endToEndFile(folder, 'alone'), playwright({ a: 'expected', b: 'unexpected' }));
  expect(endToEndResults(folder)).toEqual({
    skipped: ['d: no Firefox'],
    repeated: ['a', 'e'],
    failed: ['b\n    expected 1\n    came 2'],
  });
});

test('a run that failed itself, or that fails everywhere, is not made again', () => {
  write(endToEndFile(folder, 'parallel'), playwright({ a: 'expected' }, [{ message: 'the server did not start' }]));
  const broken = endToEndResults(folder);
  expect(broken.failed).toHaveLength(1);
  expect(isWorthARepeat(broken)).toBe(false);
  const many = Array.from({ length: MAX_REPEATED + 1 }, (_, index) => `test ${index}`);
  expect(isWorthARepeat({ skipped: [], repeated: [], failed: many })).toBe(false);
  expect(isWorthARepeat({ skipped: [], repeated: [], failed: [] })).toBe(false);
});

test('without a second run the first one counts, and without any there are no tests', () => {
  const first = { skipped: [], repeated: [], failed: ['a'] };
  expect(afterRepeat(first, null)).toBe(first);
  expect(endToEndResults(folder)).toEqual({ skipped: [], repeated: [], failed: [] });
});

test('tests that were made are counted, and a run that was left out, or is not there, has none', () => {
  const path = endToEndFile(folder, 'chosen');
  expect(testsMade(path)).toBe(0);
  write(path, playwright({ a: 'skipped' }));
  expect(testsMade(path)).toBe(0);
  write(path, playwright({ a: 'expected', b: 'unexpected', c: 'flaky', d: 'skipped' }));
  expect(testsMade(path)).toBe(3);
});

test('a file of unit tests that cannot be read is a failure, and a test with the error of an earlier try was repeated', () => {
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
    skipped: ['d'],
    repeated: ['b'],
    failed: ['c\n    expected 1 to be 2', 'broken.test.ts\n    SyntaxError'],
  });
});
