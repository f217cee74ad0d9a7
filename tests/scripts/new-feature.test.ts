import { expect, test } from 'vitest';
import { problemOf, withActions, withManifest } from '../../scripts/new-feature.ts';
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
  expect(paths.every((path) => path.startsWith('src/features/big-gift/') || path.startsWith('tests/features/big-gift/'))).toBe(true);
});

test('a new feature gets its row in the table of actions, and the other rows are kept', () => {
  const table = "import { rows } from './action-rows.ts';\n\nexport const ACTIONS = {\n  ad: rows<AdAction>({ skip: [{}] }),\n};\n";
  const next = withActions(table, 'big-gift');
  expect(next).toContain("import type { BigGiftAction } from '../../src/features/big-gift/rules.ts';");
  expect(next).toContain(
    "  ad: rows<AdAction>({ skip: [{}] }),\n  'big-gift': rows<BigGiftAction>({ close: [{}] }, { messages: [['common-notice', { content: 'c' }]] }),\n};\n",
  );
});
