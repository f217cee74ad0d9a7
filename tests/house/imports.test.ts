import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Imports run one way. First row whose `from` matches a file decides what it may import; paths are from the repository's root.
 * `typeOnly` targets may only be named by `import type`; `lazily` ones by `import()` besides, so that they are a chunk of their own.
 */
const RULES: readonly { from: RegExp; may: readonly RegExp[]; typeOnly?: readonly RegExp[]; lazily?: readonly RegExp[] }[] = [
  { from: /^src\/workers\/core\//, may: [/^src\/workers\/core\//] },
  { from: /^src\/workers\/(wire|shared)\//, may: [/^src\/workers\/(wire|shared|core)\//] },
  { from: /^src\/workers\/(spawn|boot)\.ts$/, may: [/^src\/workers\/core\//] },
  {
    from: /^src\/workers\/([a-z]+)\//,
    may: [/^src\/workers\/(core|wire|shared)\//, /^src\/workers\/boot\.ts$/, /^src\/workers\/$1\//, /^src\/wasm\/glue\//],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  {
    from: /^src\/ui\//,
    // Where no worker can draw, the page has the canvas and draws by the render worker's own code, through its one door.
    lazily: [/^src\/workers\/render\/attach\.ts$/],
    // The worklet is imported by address only (`?worker&url`): it runs on the audio thread.
    may: [/^src\/ui\//, /^src\/workers\/spawn\.ts$/, /^src\/workers\/(shared|core)\//, /^src\/workers\/audio\/worklet\.ts$/],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  { from: /^src\/wasm\//, may: [/^src\/wasm\//, /^src\/workers\/core\//] },
];

/** The only doors to the mock: an `import()` behind the build flag each. */
const MOCK_DOORS = [/^src\/ui\/(?:session|main)\.tsx?$/, /^src\/workers\/socket\/worker\.ts$/];

const IMPORT =
  /\bimport\s+(type\s+)?(?:[^'"()]*?\sfrom\s+)?['"](\.[^'"]+)['"]|\bexport\s+(type\s+)?[^'"()]*?\sfrom\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[4] ?? match[5] ?? '';
    return {
      file,
      target: normalize(`${dirname(file)}/${specifier}`).replace(/\?.*$/, ''),
      isType: match[1] !== undefined || match[3] !== undefined,
      isDynamic: match[5] !== undefined,
    };
  });
}

function breach({ file, target, isType, isDynamic }: Import): string | undefined {
  if (target.startsWith('mocks/')) {
    if (isDynamic && MOCK_DOORS.some((door) => door.test(file))) return undefined;
    if (isType && file.startsWith('src/ui/')) return undefined;
    return `${file} imports ${target}: nothing of the product imports the mock`;
  }
  for (const rule of RULES) {
    const match = rule.from.exec(file);
    if (!match) continue;
    const allows = (pattern: RegExp): boolean => new RegExp(pattern.source.replace('$1', match[1] ?? '$^')).test(target);
    if (rule.may.some(allows)) return undefined;
    if (isType && [...(rule.typeOnly ?? []), ...(rule.lazily ?? [])].some(allows)) return undefined;
    if (isDynamic && rule.lazily?.some(allows)) return undefined;
    return `${file} imports ${target}${isType ? ' (type)' : ''}`;
  }
  return undefined;
}

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx)$/.test(file));

test('imports run one way', () => {
  const breaches = sources
    .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
    .map(breach)
    .filter(Boolean);
  expect(sources.length).toBeGreaterThan(5);
  expect(breaches).toEqual([]);
});

test('a breach is seen', () => {
  const see = (file: string, source: string): (string | undefined)[] => importsOf(file, source).map(breach);
  expect(see('src/workers/core/x.ts', `import { a } from '../wire/frame.ts';`)).toEqual([
    'src/workers/core/x.ts imports src/workers/wire/frame.ts',
  ]);
  expect(see('src/workers/room/x.ts', `import { a } from '../socket/worker.ts';`)[0]).toContain('src/workers/socket/worker.ts');
  expect(see('src/workers/room/x.ts', `import type { A } from '../socket/api.ts';`)).toEqual([undefined]);
  expect(see('src/workers/room/x.ts', `import { A } from '../socket/api.ts';`)[0]).toContain('api.ts');
  expect(see('src/workers/room/x.ts', `import { a } from './effects.ts';`)).toEqual([undefined]);
  expect(see('src/ui/a.tsx', `import { a } from '../../mocks/page.ts';`)[0]).toContain('the mock');
  const door = '../../workers/render/attach.ts';
  expect(see('src/ui/players/x.ts', `await import('${door}');`)).toEqual([undefined]);
  expect(see('src/ui/players/x.ts', `import { a } from '${door}';`)[0]).toContain('attach.ts');
  expect(see('src/ui/session.ts', `await import('../../mocks/page.ts');`)).toEqual([undefined]);
});
