import { expect, test } from 'vitest';
import { problemOf, withManifest } from '../../scripts/new-feature.ts';
import { camel, filesOf } from '../../scripts/new-feature-files.ts';

test('a feature’s name is lower-case words with hyphens, and unique', () => {
  expect(problemOf('song-orders', () => false)).toBeNull();
  expect(problemOf('song-orders', () => true)).toContain('exists');
  for (const bad of ['', 'Songs', '../x', 'a--b', '-a', '1a', 'a b'])
    expect(
      problemOf(bad, () => false),
      bad,
    ).toContain('no feature name');
});

test('its line is added to the list in alphabetical order', () => {
  const list = "export { ad } from './ad/feature.ts';\nexport { mounts } from './mounts/feature.ts';\n";
  expect(withManifest(list, 'big-gift').split('\n')[1]).toBe("export { bigGift } from './big-gift/feature.ts';");
  expect(camel('pk-2-round')).toBe('pk2Round');
});

test('a new feature has each half, and each file is in its folder or its tests’', () => {
  const paths = Object.keys(filesOf('big-gift'));
  for (const half of ['feature.ts', 'rules.ts', 'room.ts', 'panel.tsx', 'text.zh-CN.ts', 'text.en.ts'])
    expect(paths).toContain(`src/features/big-gift/${half}`);
  expect(paths).toContain('tests/features/big-gift/wires.ts');
  expect(paths.every((path) => path.startsWith('src/features/big-gift/') || path.startsWith('tests/features/big-gift/'))).toBe(true);
});
