import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MOCK_DEPENDENCIES, ROOM_DEPENDENCIES } from '../../scripts/build/optimized-dependencies.ts';
import { repositoryFiles } from '../../scripts/repository-files.ts';

/** Non-type imports: `import … from 'name'`, `export … from 'name'` and `import('name')`. */
const IMPORT = /\b(?:import|export)\s+(?!type\b)(?:[^'"()]*?\sfrom\s+)?'([^'.][^']*)'|\bimport\(\s*'([^'.][^']*)'/g;

const importedBy = (folder: RegExp): string[] => {
  const files = repositoryFiles().filter((file) => folder.test(file) && /\.tsx?$/.test(file) && !file.includes('/generated/'));
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? ''));
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).toSorted();
};

test('every dependency that the page or a worker imports is bundled before the first page, so that no page reloads itself', () => {
  // The JSX runtime is imported by the compiler.
  const imported = [...importedBy(/^src\/(?!wasm\/)/), 'react/jsx-dev-runtime'];
  expect(imported.toSorted()).toEqual([...ROOM_DEPENDENCIES].toSorted());
});

test('every dependency of the mock backend is pre-bundled', () => {
  const own = importedBy(/^mocks\/(?!origin\/|vite-plugin)/).filter((name) => !(ROOM_DEPENDENCIES as readonly string[]).includes(name));
  expect(own).toEqual([...MOCK_DEPENDENCIES].toSorted());
});
