import { readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';

/** Tools of the whole tree, which the laboratories of the decoder and of the player use as well. */
const TOOLS = /^(?:scripts|benchmarks\/(?:measure|room))\//;

/**
 * Imports go in one direction. The first row whose `from` matches a file determines its allowed imports; paths are from the repository's
 * root. `typeOnly` targets are allowed only by `import type`; `lazily` ones also by `import()`, so that they are a separate chunk.
 */
const RULES: readonly { from: RegExp; may: readonly RegExp[]; typeOnly?: readonly RegExp[]; lazily?: readonly RegExp[] }[] = [
  // Three houses: room -> player -> hevc, never back. Tests, tools and pages of a house stand above its product and use the tools of the tree.
  { from: /^src\/wasm\/glue\//, may: [/^src\/wasm\/glue\//] },
  { from: /^src\/wasm\/playground\//, may: [/^src\/wasm\/(playground|glue|debug)\//, /^src\/design\//] },
  { from: /^src\/wasm\//, may: [/^src\/wasm\//, TOOLS] },
  // Looks and small parts that the pages of all three houses share.
  { from: /^src\/design\//, may: [/^src\/design\//] },
  // The player: the base and the rules are pure; shared memory is only layouts; the page and the workers meet in types and addresses.
  { from: /^src\/player\/base\//, may: [/^src\/player\/base\//] },
  { from: /^src\/player\/rules\//, may: [/^src\/player\/(rules|base|flv)\//, /^src\/wasm\/glue\/colour\.ts$/] },
  { from: /^src\/player\/flv\//, may: [/^src\/player\/(flv|base|rules)\//, /^src\/wasm\/glue\//] },
  { from: /^src\/player\/shared-memory\//, may: [/^src\/player\/(shared-memory|base)\//] },
  { from: /^src\/player\/page\//, may: [/^src\/player\/(page|base)\//] },
  // Uses only browser interfaces.
  { from: /^src\/player\/workers\/webgl\.ts$/, may: [] },
  { from: /^src\/player\/workers\/boot\.ts$/, may: [/^src\/player\/base\//, /^src\/design\/script-policy\.ts$/] },
  {
    from: /^src\/player\/workers\/render\//,
    may: [/^src\/player\/(base|rules|shared-memory|workers\/render)\//, /^src\/player\/workers\/(boot|webgl)\.ts$/, /^src\/wasm\/glue\//],
    typeOnly: [/^src\/player\/workers\/[a-z]+\/api\.ts$/],
  },
  {
    from: /^src\/player\/workers\/([a-z]+)\//,
    may: [/^src\/player\/(base|rules|flv|shared-memory|workers\/$1)\//, /^src\/player\/workers\/boot\.ts$/, /^src\/wasm\/glue\//],
    typeOnly: [/^src\/player\/workers\/[a-z]+\/api\.ts$/],
  },
  {
    from: /^src\/player\/player-page\//,
    may: [/^src\/player\/player-page\//, /^src\/player\/package\/index\.ts$/, /^src\/design\//],
  },
  // The laboratories of the player, which use the recordings and the servers of the offline room.
  { from: /^src\/player\/(tests|packing|streams)\//, may: [/^src\/(player|wasm)\//, TOOLS, /^mocks\/(recordings|origin)\//] },
  {
    from: /^src\/player\//,
    // If a worker cannot draw, the page draws with the render worker's code, through one entry.
    lazily: [/^src\/player\/workers\/render\/start-renderer\.ts$/],
    // The worklet is imported only by address (`?worker&url`), because it runs on the audio thread.
    may: [
      /^src\/player\/(?!workers|tests|packing|streams|player-page)/,
      /^src\/player\/workers\/audio\/worklet\.ts$/,
      /^src\/wasm\/glue\//,
    ],
    typeOnly: [/^src\/player\/workers\/(stream|decode|render)\/api\.ts$/],
  },
  // The room. Messages keep the registry's types: the rules use types of the wire, never its code.
  {
    from: /^src\/core\//,
    may: [/^src\/core\//, /^src\/player\/(base|rules)\//],
    typeOnly: [/^src\/wire\/(registry|message-row|body)\.ts$/],
  },
  // The registry is composed of the rows of the core and of the features.
  { from: /^src\/wire\/registry\.ts$/, may: [/^src\/wire\//, /^src\/features\/[a-z-]+\/messages\.ts$/] },
  { from: /^src\/wire\//, may: [/^src\/(wire|core|player\/base)\//] },
  { from: /^src\/features\/([a-z-]+)\/messages\.ts$/, may: [/^src\/wire\/message-row\.ts$/] },
  // File names of a feature determine the thread: rules are pure, room.ts runs in the room worker, panels and texts on the page. A panel
  // uses constants and pure functions of its room.ts; the rest of it is removed from the page's build.
  { from: /^src\/features\/index\.ts$/, may: [/^src\/core\/feature\.ts$/] },
  // Rules of features that the page applies before the room worker runs.
  {
    from: /^src\/features\/before-live\.ts$/,
    may: [/^src\/core\/room\/start\/start-up\.ts$/, /^src\/features\/[a-z-]+\/rules-before-live\.ts$/],
  },
  { from: /^src\/features\/[a-z-]+\/feature\.ts$/, may: [/^src\/core\/feature\.ts$/] },
  {
    from: /^src\/features\/([a-z-]+)\/rules[a-z-]*\.ts$/,
    may: [/^src\/(core|player\/base|player\/rules)\//, /^src\/features\/$1\/rules[a-z-]*\.ts$/],
    typeOnly: [/^src\/wire\/(registry|body)\.ts$/, /^src\/features\/$1\/room\.ts$/],
  },
  {
    from: /^src\/features\/([a-z-]+)\/room[a-z-]*\.ts$/,
    may: [
      /^src\/(core|wire|player\/base|player\/rules)\//,
      /^src\/workers\/room\/features\/(?:feature-api|feature-effects|shared-machines|fandom-switches)\.ts$/,
      /^src\/features\/$1\/(?:rules|room)[a-z-]*\.ts$/,
    ],
  },
  {
    from: /^src\/features\/[a-z-]+\/text\.ts$/,
    may: [/^src\/ui\/text\/(?:counted|numbers)\.ts$/],
    typeOnly: [/^src\/core\//, /^src\/ui\/features\/panel\.ts$/],
  },
  {
    from: /^src\/features\/([a-z-]+)\/(?:[a-z-]+\.tsx|page-[a-z-]+\.ts)$/,
    may: [
      /^src\/(core|design)\//,
      /^src\/player\/(?!workers|tests|packing|streams|player-page|page\/spawn)/,
      /^src\/ui\/(?!session|room-workers|main|shell|App|supervisor)/,
      /^src\/features\/$1\/(?:[a-z-]+\.tsx|page-[a-z-]+\.ts|(?:rules|room)[a-z-]*\.ts|[a-z-]+\.module\.css)$/,
    ],
    typeOnly: [/^src\/features\/$1\/text\.ts$/],
  },
  { from: /^src\/workers\/platform\.ts$/, may: [/^src\/(core|player\/base)\//] },
  {
    from: /^src\/workers\/room\/worker\.ts$/,
    may: [
      /^src\/features\/index\.ts$/,
      /^src\/(core|player\/base)\//,
      /^src\/workers\/(room\/|platform\.ts)/,
      /^src\/player\/workers\/boot\.ts$/,
    ],
  },
  {
    from: /^src\/workers\/([a-z]+)\//,
    may: [
      /^src\/(core|wire|player\/base|player\/rules)\//,
      /^src\/workers\/platform\.ts$/,
      /^src\/workers\/$1\//,
      // The effects worker reads MP4 by the decoder's container code and shares the set-up of WebGL with the render worker.
      /^src\/wasm\/glue\/containers\//,
      /^src\/player\/workers\/(boot|webgl)\.ts$/,
    ],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  {
    from: /^src\/ui\//,
    may: [
      /^src\/(ui|core|design)\//,
      /^src\/player\/(?!workers|tests|packing|streams|player-page)/,
      /^src\/features\/(?:index|before-live)\.ts$/,
    ],
    typeOnly: [/^src\/workers\/[a-z]+\/api\.ts$/],
  },
  // Tests and tools of the room use every product. Tools, benchmarks and mocks never use a test, except for its seeded random and clock.
  { from: /^mocks\/(?:origin\/|vite-plugin)/, may: [/^(?:mocks|src|scripts)\//] },
  { from: /^mocks\//, may: [/^(?:mocks|src)\//] },
  { from: /^(?:scripts|benchmarks)\//, may: [/^(?!tests\/)/] },
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
  const mockPart = /^src\/features\/([a-z-]+)\/mock[a-z-]*\.ts$/.exec(file);
  if (mockPart !== null) {
    const mayImport = new RegExp(
      `^(?:mocks/(?:scenario|sessions/(?:session|session-orders|session-script)|backend/(?:faults|feature-backend|json|people))|src/features/${mockPart[1]}/mock[a-z-]*)\\.ts$|^src/(?:core|player/base)/`,
    );
    return mayImport.test(target) ? undefined : `${file} imports ${target}`;
  }
  if (target.startsWith('mocks/') && /^src\/(?!player\/(?:tests|packing|streams)\/)/.test(file)) {
    if (isDynamic && MOCK_ENTRIES.some((entry) => entry.test(file))) return undefined;
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

const sources = repositoryFiles().filter((file) => /^(?:src|scripts|benchmarks|mocks)\/.*\.(ts|tsx)$/.test(file));

test('no file of the tree violates the import rules', () => {
  const breaches = sources
    .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
    .map(breach)
    .filter(Boolean);
  expect(sources.length).toBeGreaterThan(5);
  expect(breaches).toEqual([]);
});

/** The import of a file, as it is written there, and the target that a breach names; absent: the import is allowed. */
type Example = [file: string, specifier: string, found?: string | undefined, form?: 'type' | 'lazy' | undefined];
const EXAMPLES: readonly Example[] = [
  ['src/core/x.ts', '../wire/frame.ts', 'src/wire/frame.ts'],
  ['src/core/room/x.ts', '../../wire/registry.ts', undefined, 'type'],
  ['src/core/room/x.ts', '../../wire/registry.ts', 'registry.ts'],
  ['src/core/room/x.ts', '../../player/page-player.ts', 'src/player/page-player.ts'],
  ['src/core/a.ts', '../features/gifts/rules.ts', 'rules.ts'],
  ['src/workers/room/x.ts', '../socket/worker.ts', 'src/workers/socket/worker.ts'],
  ['src/workers/room/x.ts', '../socket/api.ts', undefined, 'type'],
  ['src/workers/room/x.ts', '../socket/api.ts', 'api.ts'],
  ['src/workers/room/x.ts', './effects.ts'],
  ['src/workers/room/x.ts', '../../player/page-player.ts', 'src/player/page-player.ts'],
  ['src/workers/effects/x.ts', '../../player/workers/webgl.ts'],
  ['src/workers/effects/x.ts', '../../player/workers/render/webgl-painter.ts', 'webgl-painter.ts'],
  ['src/ui/a.tsx', '../../mocks/page.ts', 'the mock'],
  ['src/ui/session.ts', '../../mocks/page.ts', undefined, 'lazy'],
  ['src/ui/a.tsx', '../features/gifts/panel.tsx', 'panel.tsx'],
  ['src/wasm/glue/x.ts', '../../player/base/result.ts', 'src/player/base/result.ts'],
  ['src/wasm/playground/x.ts', '../../ui/session.ts', 'src/ui/session.ts'],
  // The player imports nothing of room, chat and reports, and its rules nothing of a thread.
  ['src/player/workers/webgl.ts', '../base/result.ts', 'result.ts'],
  ['src/player/kinds/x.ts', '../workers/render/start-renderer.ts', undefined, 'lazy'],
  ['src/player/kinds/x.ts', '../workers/render/start-renderer.ts', 'start-renderer.ts'],
  ['src/player/x.ts', './base/machine.ts'],
  ['src/player/rules/x.ts', '../page-player.ts', 'src/player/page-player.ts'],
  ['src/player/rules/x.ts', '../page/spawn.ts', 'src/player/page/spawn.ts'],
  ...['core/services', 'core/room/view', 'core/socket/batch', 'core/reports/pull', 'core/p2p/sharing', 'wire/http', 'ui/session'].flatMap(
    (target) =>
      [undefined, 'type' as const].flatMap((form): Example[] => [
        ['src/player/x.ts', `../${target}.ts`, target, form],
        ['src/player/rules/x.ts', `../../${target}.ts`, target, form],
      ]),
  ),
  ['src/player/x.ts', '../workers/room/api.ts', 'workers/room/api', 'type'],
  // The name of a file in a feature determines its thread.
  ['src/features/gifts/rules.ts', './rules-combo.ts'],
  ['src/features/gifts/rules.ts', './room.ts', 'room.ts'],
  ['src/features/gifts/rules.ts', '../../wire/http.ts', 'http.ts'],
  ['src/features/gifts/room.ts', '../../workers/room/features/feature-api.ts'],
  ['src/features/gifts/room.ts', '../../workers/room/room-base.ts', 'room-base.ts'],
  ['src/features/gifts/room.ts', './panel.tsx', 'panel.tsx'],
  ['src/features/gifts/room.ts', './mock.ts', 'mock.ts'],
  ['src/features/gifts/room.ts', '../ad/rules.ts', 'ad/rules.ts'],
  ['src/features/gifts/panel.tsx', '../../design/icons/Icon.tsx'],
  ['src/features/gifts/panel.tsx', './room.ts'],
  ['src/features/gifts/panel.tsx', '../../workers/room/features/feature-api.ts', 'feature-api.ts'],
  ['src/features/gifts/panel.tsx', '../../ui/session.ts', 'session.ts'],
  ['src/features/gifts/panel.tsx', '../ad/panel.tsx', 'ad/panel.tsx'],
  ['src/features/gifts/feature.ts', './rules.ts', 'rules.ts'],
  ['src/features/gifts/text.ts', './rules.ts', 'rules.ts'],
  ['src/features/gifts/mock.ts', '../../../mocks/sessions/session.ts'],
  ['src/features/gifts/mock.ts', '../../../mocks/page.ts', 'mocks/page.ts'],
];

test.each<Example>(EXAMPLES)('of %s the import of %s is judged by the rules', (file, specifier, found, form) => {
  const source = form === 'lazy' ? `await import('${specifier}');` : `import ${form === 'type' ? 'type ' : ''}{ a } from '${specifier}';`;
  expect(importsOf(file, source).map(breach)).toEqual([found === undefined ? undefined : (expect.stringContaining(found) as unknown)]);
});
