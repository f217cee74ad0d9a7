import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const TEXT = /\.(ts|tsx|css|html|c|h|mjs|json|md|proto|sh)$|\.ci\/run$/;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      TEXT.test(file) &&
      !/package-lock\.json|\/generated\/|^fixtures\//.test(file) &&
      statSync(file, { throwIfNoEntry: false }) !== undefined,
  );

/** Longer files need a reason, said here. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'src/workers/room/room.ts': 'the one owner of the room: every effect, fact and action is answered in one place',
};
const MAX_LINES = 500;

test('text files are tidy: no tabs, no trailing blanks, no invisible characters, a final newline', () => {
  const untidy = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const faults = [
      /\t/.test(text) && 'a tab',
      /[ \t]+$/m.test(text) && !file.endsWith('.md') && 'trailing blanks',
      /[\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/.test(text) && 'an invisible character',
      text !== '' && !text.endsWith('\n') && 'no final newline',
    ].filter(Boolean);
    return faults.map((fault) => `${file}: ${String(fault)}`);
  });
  expect(untidy).toEqual([]);
});

test('no source file over 500 lines without a reason', () => {
  const long = files
    .filter((file) => /^(src|mocks|scripts|benchmarks)\/.*\.(ts|tsx|css|mjs)$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > MAX_LINES && !(file in LONG_FILES));
  expect(long).toEqual([]);
});
