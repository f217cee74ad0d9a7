import { expect, test } from 'vitest';
import { problemOf } from '../../scripts/new-feature.ts';
import { filesOf } from '../../scripts/new-feature-files.ts';

test('a feature’s name is lower-case words with hyphens, which the path of a call may have, and unique', () => {
  expect(problemOf('song-orders', () => false)).toBeNull();
  for (const folder of ['src/features/song-orders', 'tests/features/song-orders'])
    expect(problemOf('song-orders', (path) => path === folder)).toBe(`${folder} exists`);
  for (const bad of ['', 'Songs', '../x', 'a--b', '-a', '1a', 'a b', 'pk-2', 'a'.repeat(41)])
    expect(
      problemOf(bad, () => false),
      bad,
    ).toContain('no feature name');
});

test('a new feature has each half, and each file is in its folder or its tests’', () => {
  const files = filesOf('quiz-round');
  const paths = Object.keys(files);
  for (const half of ['feature.ts', 'rules.ts', 'room.ts', 'panel.tsx', 'text.zh-CN.ts', 'text.en.ts'])
    expect(paths).toContain(`src/features/quiz-round/${half}`);
  expect(paths).toContain('tests/features/quiz-round/wires.ts');
  expect(paths.every((path) => path.startsWith('src/features/quiz-round/') || path.startsWith('tests/features/quiz-round/'))).toBe(true);
  expect(files['src/features/quiz-round/rules.ts']).toContain('export const quizRoundMachine');
});

test('the wires of a new feature have a row for what its room half counts', () => {
  const files = filesOf('quiz-round');
  expect(files['src/features/quiz-round/room.ts']).toContain("room.count('notices', 1)");
  expect(files['tests/features/quiz-round/wires.ts']).toContain("counts: [{ type: 'count' }, 'notices', 1]");
});
