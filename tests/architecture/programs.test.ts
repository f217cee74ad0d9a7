/** Commands work on every system: Windows has no shell of Unix, and its npm is a script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

const START = /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'(npm|npx|sh|bash)[' ]/g;

test('npm is started by runNpm alone, and nothing by a shell of Unix', () => {
  const starts = repositoryFiles()
    .filter((file) => /^(?:scripts|benchmarks|tests|src\/wasm)\/.*\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(START)].map(([, program]) => `${file}: ${program}`));
  expect(starts).toEqual([]);
});
