/** One sentence of a P row in the project's words: the file that contains its rule, and the test that proves it. */
export interface Clause {
  readonly says: string;
  readonly rule: string;
  readonly test: string;
  /** A part of the test's title. */
  readonly title: string;
}

export type ClauseRows = Readonly<Record<string, readonly Clause[]>>;

const TESTS = { core: 'tests/core', room: 'tests/workers/room', e2e: 'tests/e2e', features: 'tests/features' } as const;

/** `test` without its extension and with its folder's short name in front: `core/room/start/page`, `e2e/room`. */
export function clause(says: string, rule: string, test: string, title: string): Clause {
  const [first = '', ...rest] = test.split('/');
  const folder = Object.hasOwn(TESTS, first) ? TESTS[first as keyof typeof TESTS] : `tests/${first}`;
  const extension = first === 'e2e' ? 'spec.ts' : first === 'browser' && rest[0] === 'ui' ? 'test.tsx' : 'test.ts';
  return { says, rule: `src/${rule}`, test: `${folder}/${rest.join('/')}.${extension}`, title };
}
