/** The subject of each commit fits a line of a log. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';

/** The last commit before this rule. */
const BEFORE = 'b977a143a678795a6fbf371c122e9a7bd4d351e6';
const MAX_SUBJECT_CHARS = 72;

function subjects(): readonly string[] {
  const range = ['log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`];
  const { status, stdout } = spawnSync('git', range, { cwd: ROOT, encoding: 'utf8' });
  // A copy without the history has nothing to check.
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

test('the subject of a commit has at most 72 characters and is not a note to oneself', () => {
  expect(subjects().filter((subject) => subject.length > MAX_SUBJECT_CHARS || /^(?:wip|fixup!|squash!)/i.test(subject))).toEqual([]);
});
