import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

test('a copy without git has the files that git would track, and none that .gitignore names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-copy-'));
  copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  const made = [
    'dist-playground/a.js',
    'src/wire/generated/b.js',
    'src/wasm/types/c.d.ts',
    'examples/backend/.data/d',
    'e.log',
    'f.tsbuildinfo',
  ];
  const installed = ['node_modules/g.js', 'examples/backend/node_modules/h.js', '.cache/i'];
  const kept = ['docs/dist/j.md', 'src/k.ts'];
  for (const file of [...made, ...installed, ...kept]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  expect(repositoryFiles(folder)).toEqual(['.gitignore', ...kept]);
  rmSync(folder, { recursive: true });
});
