import { readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';

/**
 * Imports go in one direction. The first row whose `from` matches a file determines its allowed imports; paths are from the repository's
 * root. `typeOnly` targets are allowed only by `import type`; `lazily` ones also by `import()`, so that they are a separate chunk.
 */
const RULES: readonly { from: RegExp; may: readonly RegExp[]; typeOnly?: readonly RegExp[]; lazily?: readonly RegExp[] }[] = [
  // Messages keep the registry's types: the rules use types of the wire, never its code. The room's rules about the player use the types of
  // the player's rules.
  { from: /^src\/core\//, may: [/^src\/(core|player\/rules)\//], typeOnly: [/^src\/wire\/(registry|message-row|bodies)\.ts$/] },
  // The registry is composed of the rows of the core and of the features.
  { from: /^src\/wire\/registry\.ts$/, may: [/^src\/wire\//, /^src\/features\/[a-z-]+\/messages\.ts$/] },
  { from: /^src\/wire\/all-families\.ts$/, may: [/^src\/(wire|core)\//] },
  // The player does not depend on room, chat or reports: of the core it uses only top-level files. Its rules are pure, like the core.
  { from: /^src\/player\/rules\//, may: [/^src\/player\/rules\//, /^src\/core\/[a-z-]+\.ts$/] },
  {
    from: /^src\/player\//,
    // If a worker cannot draw, the page draws with the render worker's code, through one entry.
    lazily: [/^src\/workers\/render\/start-renderer\.ts$/],
    // The worklet is imported only by address (`?worker&url`), because it runs on the audio thread.
    may: [/^src\/(player|page|shared-memory)\//, /^src\/core\/[a-z-]+\.ts$/, /^src\/workers\/audio\/worklet\.ts$/],
    typeOnly: [/^src\/workers\/(stream|decode|render|flv)\/api\.ts$/],
  },
  { from: /^src\/page\//, may: [/^src\/page\//, /^src\/core\/[a-z-]+\.ts$/] },
  { from: /^src\/(wire|shared-memory)\//, may: [/^src\/(wire|shared-memory|core)\//] },
  {
    from: /^src\/features\/([a-z-]+)\/messages\.ts$/,
    may: [/^src\/wire\/message-row\.ts$/],
  },
  // File names of a feature determine the thread: rules are pure, room.ts belongs to the room worker, panels and texts to the page.
  {
    from: /^src\/features\/index\.ts$/,
    may: [/^src\/core\/feature\.ts$/],
  },
  { from: /^src\/features\/[a-z-]+\/feature\.ts$/, may: [/^src\/core\/feature\.ts$/] },
  {
    from: /^src\/features\/([a-z-]+)\/rules[a-z-]*\.ts$/,
    may: [/^src\/(core|player\/rules)\//, /^src\/features\/$1\/rules[a-z-]*\.ts$/],
    typeOnly: [/^src\/wire\/(registry|bodies)\.ts$/],
  },
  {
    from: /^src\/features\/([a-z-]+)\/room[a-z-]*\.ts$/,
    may: [
      /^src\/(core|wire|player\/rules)\//,
      /^src\/workers\/room\/features\/(?:feature-api|feature-effects|order-feature|fandom-switches)\.ts$/,
      /^src\/features\/$1\/(?:rules|room)[a-z-]*\.ts$/,
    ],
  },
  {
    from: /^src\/features\/([a-z-]+)\/text\.[a-zA-Z-]+\.ts$/,
    may: [/^src\/features\/$1\/text\.zh-CN\.ts$/, /^src\/ui\/text\/(?:counted|numbers)\.ts$/],
    typeOnly: [/^src\/core\//],
  },
  {
    from: /^src\/features\/([a-z-]+)\/(?:[a-z-]+\.tsx|page-[a-z-]+\.ts)$/,
    may: [
      /^src\/(core|player|page\/(?!spawn))\//,
      /^src\/ui\/(?!session|room-workers|main|shell|App|supervisor)/,
      /^src\/features\/$1\/(?:[a-z-]+\.tsx|page-[a-z-]+\.ts|rules[a-z-]*\.ts|[a-z-]+\.module\.css)$/,
    ],
    typeOnly: [/^src\/features\/$1\/text\.zh-CN\.ts$/],
  },
  { from: /^src\/workers\/(boot|platform)\.ts$/, may: [/^src\/core\//] },
  {
    from: /^src\/workers\/room\/worker\.ts$/,
    may: [/^src\/features\/index\.ts$/, /^src\/core\//, /^src\/workers\/(room\/|boot\.ts|platform\.ts)/],
  },
  // The code of a family is loaded for its first message.
  {
    from: /^src\/workers\/socket\/families\.ts$/,
    may: [/^src\/(core|wire)\//],
  },
  // The two drawing threads share only the WebGL set-up.
  {
    from: /^src\/workers\/(render|effects)\//,
    may: [/^src\/(core|shared-memory|player\/rules)\//, /^src\/workers\/(boot|webgl)\.ts$/, /^src\/workers\/$1\//, /^src\/wasm\/glue\//],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  // Uses only browser interfaces.
  { from: /^src\/workers\/webgl\.ts$/, may: [] },
  {
    from: /^src\/workers\/([a-z]+)\//,
    may: [
      /^src\/(core|wire|shared-memory|player\/rules)\//,
      /^src\/workers\/(boot|platform)\.ts$/,
      /^src\/workers\/$1\//,
      /^src\/wasm\/glue\//,
    ],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  {
    from: /^src\/ui\//,
    may: [/^src\/(ui|player|page|core)\//, /^src\/features\/index\.ts$/],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  // The command line reads FLV with the room's demuxer.
  { from: /^src\/wasm\/cli\//, may: [/^src\/wasm\//, /^scripts\/lib\//, /^src\/core\//, /^src\/workers\/stream\/flv\.ts$/] },
  // A separate package without product code; its command line uses the product's Result.
  { from: /^src\/wasm\/glue\//, may: [/^src\/wasm\/glue\//] },
  { from: /^src\/wasm\//, may: [/^src\/wasm\//, /^src\/core\//] },
  // A page that uses the player through its package, in the room's design.
  {
    from: /^src\/player-page\//,
    may: [
      /^src\/player-page\//,
      /^src\/player\/package\/index\.ts$/,
      /^src\/core\/script-policy\.ts$/,
      /^src\/ui\/(icons\/|tools\/|text\/text\.ts$|page\/clipboard\.ts$|tokens\.css$|base\.css$)/,
    ],
  },
  // The playground uses the decoder, in the room's design.
  {
    from: /^src\/playground\//,
    may: [
      /^src\/playground\//,
      /^src\/wasm\/glue\//,
      /^src\/(core|player\/rules)\//,
      /^src\/ui\/(icons\/|tools\/|text\/text\.ts$|tokens\.css$|base\.css$)/,
    ],
  },
];

/** The only entries to the mock: one `import()` each, behind the build flag. */
const MOCK_ENTRIES = [/^src\/ui\/(?:session|shell)\.tsx?$/, /^src\/workers\/socket\/worker\.ts$/];

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
  // Only the mock loads the mock half of a feature.
  const mockHalf = /^src\/features\/([a-z-]+)\/mock[a-z-]*\.ts$/.exec(file);
  if (mockHalf !== null) {
    const mayImport = new RegExp(
      `^(?:mocks/(?:scenario|sessions/(?:session|session-orders|session-people|session-script)|backend/(?:faults|feature-backend|json))|src/features/${mockHalf[1]}/mock[a-z-]*)\\.ts$|^src/core/`,
    );
    return mayImport.test(target) ? undefined : `${file} imports ${target}`;
  }
  if (target.startsWith('mocks/')) {
    if (isDynamic && MOCK_ENTRIES.some((entry) => entry.test(file))) return undefined;
    if (isType && file.startsWith('src/ui/')) return undefined;
    return `${file} imports ${target}: nothing of the product imports the mock`;
  }
  for (const rule of RULES) {
    const match = rule.from.exec(file);
    if (!match) continue;
    const allows = (pattern: RegExp): boolean => new RegExp(pattern.source.replaceAll('$1', match[1] ?? '$^')).test(target);
    if (rule.may.some(allows)) return undefined;
    if (isType && [...(rule.typeOnly ?? []), ...(rule.lazily ?? [])].some(allows)) return undefined;
    if (isDynamic && rule.lazily?.some(allows)) return undefined;
    return `${file} imports ${target}${isType ? ' (type)' : ''}`;
  }
  return undefined;
}

const sources = repositoryFiles().filter((file) => /^src\/.*\.(ts|tsx)$/.test(file));

test('no file of src violates the import rules', () => {
  const breaches = sources
    .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
    .map(breach)
    .filter(Boolean);
  expect(sources.length).toBeGreaterThan(5);
  expect(breaches).toEqual([]);
});

test('an import that violates the rules is found, and an allowed one is not reported', () => {
  const see = (file: string, source: string): (string | undefined)[] => importsOf(file, source).map(breach);
  expect(see('src/core/x.ts', `import { a } from '../wire/frame.ts';`)).toEqual(['src/core/x.ts imports src/wire/frame.ts']);
  expect(see('src/core/room/x.ts', `import type { A } from '../../wire/registry.ts';`)).toEqual([undefined]);
  expect(see('src/core/room/x.ts', `import { a } from '../../wire/registry.ts';`)[0]).toContain('registry.ts');
  expect(see('src/workers/room/x.ts', `import { a } from '../socket/worker.ts';`)[0]).toContain('src/workers/socket/worker.ts');
  expect(see('src/workers/room/x.ts', `import type { A } from '../socket/api.ts';`)).toEqual([undefined]);
  expect(see('src/workers/room/x.ts', `import { A } from '../socket/api.ts';`)[0]).toContain('api.ts');
  expect(see('src/workers/room/x.ts', `import { a } from './effects.ts';`)).toEqual([undefined]);
  expect(see('src/workers/effects/x.ts', `import { a } from '../webgl.ts';`)).toEqual([undefined]);
  expect(see('src/workers/effects/x.ts', `import { a } from '../render/webgl-painter.ts';`)[0]).toContain('webgl-painter.ts');
  expect(see('src/workers/room/x.ts', `import { a } from '../webgl.ts';`)[0]).toContain('webgl.ts');
  expect(see('src/workers/webgl.ts', `import { a } from '../core/result.ts';`)[0]).toContain('result.ts');
  expect(see('src/ui/a.tsx', `import { a } from '../../mocks/page.ts';`)[0]).toContain('the mock');
  expect(see('src/wasm/glue/x.ts', `import { ok } from '../../core/result.ts';`)[0]).toContain('src/core/result.ts');
  expect(see('src/playground/x.ts', `import { a } from '../ui/session.ts';`)[0]).toContain('src/ui/session.ts');
  const entry = '../../workers/render/start-renderer.ts';
  expect(see('src/player/kinds/x.ts', `await import('${entry}');`)).toEqual([undefined]);
  expect(see('src/player/kinds/x.ts', `import { a } from '${entry}';`)[0]).toContain('start-renderer.ts');
  expect(see('src/ui/session.ts', `await import('../../mocks/page.ts');`)).toEqual([undefined]);
});

test('the player imports nothing of room, chat and reports, and its rules nothing of a thread', () => {
  const see = (file: string, source: string): (string | undefined)[] => importsOf(file, source).map(breach);
  for (const file of ['src/player/x.ts', 'src/player/rules/x.ts']) {
    for (const target of [
      'core/room/view',
      'core/socket/batch',
      'core/reports/pull',
      'core/p2p/sharing',
      'wire/http',
      'ui/session',
      'workers/room/api',
    ]) {
      const path = `${'../'.repeat(file.split('/').length - 2)}${target}.ts`;
      expect(see(file, `import { a } from '${path}';`)[0]).toContain(target);
      expect(see(file, `import type { A } from '${path}';`)[0]).toContain(target);
    }
  }
  expect(see('src/player/x.ts', `import { a } from '../core/machine.ts';`)).toEqual([undefined]);
  expect(see('src/player/rules/x.ts', `import { a } from '../output.ts';`)[0]).toContain('src/player/output.ts');
  expect(see('src/player/rules/x.ts', `import { a } from '../../page/spawn.ts';`)[0]).toContain('src/page/spawn.ts');
  expect(see('src/core/room/x.ts', `import { a } from '../../player/output.ts';`)[0]).toContain('src/player/output.ts');
  expect(see('src/workers/room/x.ts', `import { a } from '../../player/output.ts';`)[0]).toContain('src/player/output.ts');
});

test('a violation inside a feature is found by the file’s name', () => {
  const see = (file: string, source: string): (string | undefined)[] => importsOf(file, source).map(breach);
  const here = 'src/features/gifts';
  expect(see(`${here}/rules.ts`, `import { a } from './rules-combo.ts';`)).toEqual([undefined]);
  expect(see(`${here}/rules.ts`, `import { a } from './room.ts';`)[0]).toContain('room.ts');
  expect(see(`${here}/rules.ts`, `import { a } from '../../wire/http.ts';`)[0]).toContain('http.ts');
  expect(see(`${here}/room.ts`, `import { a } from '../../workers/room/features/feature-api.ts';`)).toEqual([undefined]);
  expect(see(`${here}/room.ts`, `import { a } from '../../workers/room/screen.ts';`)[0]).toContain('screen.ts');
  expect(see(`${here}/room.ts`, `import { a } from './panel.tsx';`)[0]).toContain('panel.tsx');
  expect(see(`${here}/room.ts`, `import { a } from '../ad/rules.ts';`)[0]).toContain('ad/rules.ts');
  expect(see(`${here}/panel.tsx`, `import { Icon } from '../../ui/icons/Icon.tsx';`)).toEqual([undefined]);
  expect(see(`${here}/panel.tsx`, `import { a } from './room.ts';`)[0]).toContain('room.ts');
  expect(see(`${here}/panel.tsx`, `import { a } from '../../ui/session.ts';`)[0]).toContain('session.ts');
  expect(see(`${here}/panel.tsx`, `import { a } from '../ad/panel.tsx';`)[0]).toContain('ad/panel.tsx');
  expect(see(`${here}/feature.ts`, `import { a } from './rules.ts';`)[0]).toContain('rules.ts');
  expect(see(`${here}/text.en.ts`, `import { a } from './rules.ts';`)[0]).toContain('rules.ts');
  expect(see(`${here}/mock.ts`, `import { a } from '../../../mocks/sessions/session.ts';`)).toEqual([undefined]);
  expect(see(`${here}/mock.ts`, `import { a } from '../../../mocks/page.ts';`)[0]).toContain('mocks/page.ts');
  expect(see(`${here}/room.ts`, `import { a } from './mock.ts';`)[0]).toContain('mock.ts');
  expect(see('src/ui/a.tsx', `import { a } from '../features/gifts/panel.tsx';`)[0]).toContain('panel.tsx');
  expect(see('src/core/a.ts', `import { a } from '../features/gifts/rules.ts';`)[0]).toContain('rules.ts');
});
