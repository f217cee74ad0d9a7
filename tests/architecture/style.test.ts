import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';

const TEXT = /\.(ts|tsx|css|html|c|h|mjs|json|md|proto|sh)$|\.ci\/run$/;
const files = repositoryFiles().filter((file) => TEXT.test(file) && !/package-lock\.json|\/generated\/|^fixtures\//.test(file));

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
