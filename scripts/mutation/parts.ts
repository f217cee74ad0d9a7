import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../suite/tool.ts';

/** Default targets: rules and wiring, without drawing and generated code. */
export const ALL_PARTS: readonly string[] = [
  'src/features/*/{room,rules*}.ts',
  'src/workers/{room,socket,stats}/**/*.ts',
  'src/core/**/*.ts',
  'src/wire/*.ts',
  'src/player/**/*.ts',
];
/** Worker entries run only in a browser and are covered by end-to-end tests. */
export const NEVER: readonly string[] = ['!src/**/generated/**', '!src/**/*.d.ts', '!src/workers/*/worker.ts'];

/** Stryker's patterns for paths of the repository: a file, a folder, or a pattern. */
export const patternsOf = (paths: readonly string[]): readonly string[] => [
  ...(paths.length === 0 ? ALL_PARTS : paths.map((path) => (isFolder(path) ? `${path.replace(/\/$/, '')}/**/*.ts` : path))),
  ...NEVER,
];

const isFolder = (path: string): boolean => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory();

/** All tests of the socket worker except the flood of 150,000 messages, which takes seconds for each mutant. */
const SOCKET_TESTS = 'tests/workers/socket/**/!(flood).test.ts';

/** Tests of each part, the first matching row, because running every test for each mutant would take days. */
const TESTS: readonly (readonly [part: RegExp, tests: readonly string[]])[] = [
  [
    /^src\/features\/([^/*]+)\//,
    [
      'tests/wires/{messages,actions,room-events,counts,snapshots}.test.ts',
      'tests/features/{bounds,machines}.test.ts',
      'tests/features/$1',
    ],
  ],
  [/^src\/features\//, ['tests/wires', 'tests/features']],
  [/^src\/workers\/stats/, ['tests/wires', 'tests/workers/stats']],
  [/^src\/workers\/socket/, ['tests/wires', SOCKET_TESTS]],
  [
    /^src\/workers\/room/,
    ['tests/workers/room', 'tests/wires/{room-events,room-openings,room-reactions,contexts,feature-context}.test.ts'],
  ],
  [/^src\/core\/room\/(chat|feature|layout|people|stage|start)/, ['tests/core/room/$1']],
  [/^src\/core\/room/, ['tests/core/room', 'tests/workers/room']],
  [/^src\/core\/reports/, ['tests/core/reports', 'tests/workers/stats', 'tests/wires/contexts.test.ts']],
  [/^src\/core\/socket/, ['tests/core/socket', SOCKET_TESTS]],
  [/^src\/core\/(cache|frames|p2p)/, ['tests/core/$1']],
  [/^src\/core/, ['tests/core', 'tests/page', 'tests/workers/room']],
  [/^src\/wire/, ['tests/wire', 'tests/wires/numbers.test.ts']],
  [/^src\/player\/rules\/(clock|decoding|messages)/, ['tests/player/rules/$1']],
  [/^src\/player\/rules/, ['tests/player/rules', 'tests/workers/room']],
  [/^src\/player\/kinds/, ['tests/player/kinds', 'tests/browser/{video-element,mpegts,player-registry,h265}.test.ts']],
  [/^src\/player\/package/, ['tests/player/package', 'tests/browser/player-element.test.ts']],
  [/^src\/player\/(player|decoding|memory)\./, ['tests/player/*.test.ts', 'tests/workers/room']],
  [/^src\/player/, ['tests/player', 'tests/ui']],
];
const ALL_TESTS: readonly string[] = [
  'tests/core',
  'tests/features',
  'tests/page',
  'tests/player',
  'tests/ui',
  'tests/wire',
  'tests/wires',
  'tests/workers',
];

export function testsOf(paths: readonly string[]): readonly string[] {
  const tests = paths.flatMap((path) => {
    const [part, files] = TESTS.find(([prefix]) => prefix.test(path)) ?? [/^/, ALL_TESTS];
    const name = part.exec(path)?.[1] ?? '';
    return files.map((file) => file.replace('$1', name));
  });
  return [...new Set(paths.length === 0 ? ALL_TESTS : tests)];
}

/** Features of the paths, for the tests in tests/wires; empty if a path is not inside the folder of one feature. */
export function featuresOf(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => /^src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? null);
  return names.includes(null) ? [] : [...new Set(names as readonly string[])];
}
