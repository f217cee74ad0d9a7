import type { Change } from './changes.ts';

/** Changes of one file, which the same tests have to notice. */
export const inFile = (
  file: string,
  tests: readonly string[],
  changes: readonly Pick<Change, 'name' | 'find' | 'replace'>[],
): readonly Change[] => changes.map((change) => ({ ...change, file, tests }));
