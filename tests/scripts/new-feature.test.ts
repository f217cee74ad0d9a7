import { expect, test } from 'vitest';
import { problemOf } from '../../scripts/new-feature.ts';
import { filesOf } from '../../scripts/new-feature-files.ts';

test('a feature’s name is lower-case words with hyphens, and unique', () => {
  expect(problemOf('song-orders', () => false)).toBeNull();
  for (const folder of ['src/features/song-orders', 'tests/features/song-orders'])
    expect(problemOf('song-orders', (path) => path === folder)).toBe(`${folder} exists`);
  for (const bad of ['', 'Songs', '../x', 'a--b', '-a', '1a', 'a b'])
    expect(
      problemOf(bad, () => false),
      bad,
    ).toContain('no feature name');
});

test('a new feature has each half, and each file is in its folder or its tests’', () => {
  const files = filesOf('pk-2-round');
  const paths = Object.keys(files);
  for (const half of ['feature.ts', 'rules.ts', 'room.ts', 'panel.tsx', 'text.zh-CN.ts', 'text.en.ts'])
    expect(paths).toContain(`src/features/pk-2-round/${half}`);
  expect(paths).toContain('tests/features/pk-2-round/wires.ts');
  expect(paths.every((path) => path.startsWith('src/features/pk-2-round/') || path.startsWith('tests/features/pk-2-round/'))).toBe(true);
  expect(files['src/features/pk-2-round/rules.ts']).toContain('export const pk2RoundMachine');
});
