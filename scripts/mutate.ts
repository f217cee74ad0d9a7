/**
 * `npm run mutate -- PATH…`: Stryker changes the code in a copy of the repository, one place at a time, and the unit tests of that part
 * have to fail. Results are written to docs/mutation.json.
 */
import { existsSync, readFileSync, rmSync, writeFileSync, statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { EXIT, integer, isMain, runTool as runCommand, UsageError, type Tool } from './lib/command-line.ts';
import { ROOT, runTool } from './lib/tool.ts';

// Results of `npm run mutate`, by file and summed by folder: docs/mutation.json.

/** Counted statuses of Stryker's report; the others (ignored with a reason, not compiled) are not counted. */
const KILLED = ['Killed', 'Timeout'];
const ALIVE = ['Survived', 'NoCoverage'];

interface Figures {
  readonly killed: number;
  readonly alive: number;
  /** The file's mutants were sampled: one in so many lines. Absent: all of them. */
  readonly oneOf?: number;
}
/** The used members of Stryker's report. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}
interface Summary {
  /** In percent, to one decimal. */
  readonly score: number;
  readonly folders: Readonly<Record<string, Figures & { readonly score: number }>>;
  readonly files: Readonly<Record<string, Figures>>;
}

export function figuresOf({ files }: Report, oneOf = 1): Summary['files'] {
  const count = (mutants: Report['files'][string]['mutants'], statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  return Object.fromEntries(
    Object.entries(files).map(([path, { mutants }]) => [
      path,
      { killed: count(mutants, KILLED), alive: count(mutants, ALIVE), ...(oneOf > 1 && { oneOf }) },
    ]),
  );
}

/** All features count as one folder of the summary. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')).replace(/^src\/features\/.+/, 'src/features/*');

const scoreOf = ({ killed, alive }: Figures): number => Math.round((1_000 * killed) / Math.max(1, killed + alive)) / 10;

/** A sampled file counts with the mutants that it stands for. */
const sum = (all: readonly Figures[]): Figures => ({
  killed: all.reduce((total, { killed, oneOf = 1 }) => total + killed * oneOf, 0),
  alive: all.reduce((total, { alive, oneOf = 1 }) => total + alive * oneOf, 0),
});

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** `before` with the files of a run replaced; deleted files are removed. */
export function summaryOf(before: Summary['files'], run: Summary['files'], exists: (path: string) => boolean): Summary {
  const files = sorted(Object.entries({ ...before, ...run }).filter(([path]) => exists(path)));
  const folders = new Map<string, Figures[]>();
  for (const [path, figures] of Object.entries(files)) folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), figures]);
  return {
    score: scoreOf(sum(Object.values(files))),
    folders: sorted([...folders].map(([folder, all]) => [folder, { score: scoreOf(sum(all)), ...sum(all) }] as const)),
    files,
  };
}

/** Minimum score in percent: the rules of the room, and the rest. */
const leastOf = (folder: string): number => (/^src\/(?:core|features|wire|workers)\b/.test(folder) ? 85 : 80);

/** Folders below their minimum score, as text. */
export const tooLow = ({ folders }: Summary): readonly string[] =>
  Object.entries(folders).flatMap(([folder, { score }]) =>
    score < leastOf(folder) ? [`${folder}: ${score} %, at least ${leastOf(folder)} % are needed`] : [],
  );

/** Lines of a block: a statement with its conditions is seldom longer. */
const BLOCK_LINES = 8;

/** The same blocks in every run. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

/**
 * Ranges of lines in Stryker's form, one block in `oneOf`, chosen by path and line. A mutant that is longer than its block is not tried: mostly
 * the removal of a whole function, which nearly every test notices.
 */
function blocksOf(path: string, lines: number, oneOf: number): readonly string[] {
  const starts = Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, at) => at * BLOCK_LINES + 1);
  return starts
    .filter((start) => hashOf(`${path}:${start}`) % oneOf === 0)
    .map((start) => `${path}:${start}-${Math.min(lines, start + BLOCK_LINES - 1)}`);
}

const filesOf = (path: string): readonly string[] =>
  statSync(join(ROOT, path)).isDirectory()
    ? readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${path.replace(/\/$/, '')}/${file}`)
        .toSorted()
    : [path];

/** The sampled ranges of files and folders. */
const samplesOf = (paths: readonly string[], oneOf: number): readonly string[] =>
  paths.flatMap(filesOf).flatMap((file) => blocksOf(file, readFileSync(join(ROOT, file), 'utf8').split('\n').length, oneOf));

/** Default targets: rules and wiring, without drawing and generated code. */
const ALL_PARTS: readonly string[] = [
  'src/features/*/{room,rules}*.ts',
  'src/workers/{room,socket,stats}/**/*.ts',
  'src/core/**/*.ts',
  'src/wire/*.ts',
  'src/player/**/*.ts',
];
/** Worker entries run only in a browser and are covered by end-to-end tests. */
const NEVER: readonly string[] = ['!src/**/generated/**', '!src/**/*.d.ts', '!src/workers/*/worker.ts'];

/** Stryker's patterns for paths of the repository: a file, a folder, or a pattern. */
const patternsOf = (paths: readonly string[]): readonly string[] => [
  ...(paths.length === 0 ? ALL_PARTS : paths.map((path) => (isFolder(path) ? `${path.replace(/\/$/, '')}/**/*.ts` : path))),
  ...NEVER,
];

const isFolder = (path: string): boolean => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory();

/** All tests of the socket worker except the flood, which takes seconds for each mutant. */
const SOCKET_TESTS = 'tests/workers/socket/**/!(flood).test.ts';

/** Tests of each part, the first matching row, because running every test for each mutant would take days. */
const TESTS: readonly (readonly [part: RegExp, tests: readonly string[]])[] = [
  [
    /^src\/features\/([^/*]+)\//,
    ['tests/wires/actions.test.ts', 'tests/features/{bounds,machines,plays}.test.ts', 'tests/features/$1', 'tests/spec'],
  ],
  [/^src\/features\//, ['tests/wires', 'tests/features']],
  [/^src\/workers\/stats/, ['tests/wires/contexts.test.ts', 'tests/workers/stats', 'tests/spec']],
  [/^src\/workers\/socket/, ['tests/wires', SOCKET_TESTS, 'tests/spec/document-2.test.ts']],
  [/^src\/workers\/room/, ['tests/workers/room', 'tests/spec', 'tests/wires/{actions,contexts,manifests}.test.ts']],
  [/^src\/workers\/(cache|effects)/, ['tests/workers/$1']],
  [/^src\/core\/room\/chat/, ['tests/core/room/chat', 'tests/workers/room/clients']],
  [/^src\/core\/room\/layout/, ['tests/core/room/layout', 'tests/spec/document-1.test.ts']],
  [/^src\/core\/room\/(feature|people|stage)/, ['tests/core/room/$1']],
  [/^src\/core\/room\/start/, ['tests/core/room/start', 'tests/workers/room', 'tests/ui/start.test.ts', 'tests/spec/document-1.test.ts']],
  [/^src\/core\/room/, ['tests/core/room', 'tests/workers/room']],
  [/^src\/core\/reports/, ['tests/core/reports', 'tests/workers/stats', 'tests/wires/contexts.test.ts']],
  [/^src\/core\/socket/, ['tests/core/socket', SOCKET_TESTS]],
  [/^src\/core\/(cache|frames)/, ['tests/core/$1', 'tests/{features,workers}/$1']],
  [/^src\/core\/p2p/, ['tests/core/p2p']],
  [/^src\/core/, ['tests/core', 'src/player/tests/page', 'tests/workers/room', 'tests/spec']],
  [/^src\/wire/, ['tests/wire', 'tests/wires/manifests.test.ts']],
  [/^src\/player\/rules\/(clock|decoding|messages)/, ['src/player/tests/rules/$1']],
  [/^src\/player\/rules/, ['src/player/tests/rules', 'tests/workers/room', 'tests/spec/document-1.test.ts']],
  [/^src\/player\/kinds/, ['src/player/tests/kinds']],
  [/^src\/player\/package/, ['src/player/tests/package', 'src/player/tests/browser/player-element.test.ts']],
  [/^src\/player\/(player|decoding|memory)\./, ['src/player/tests/*.test.ts', 'tests/workers/room']],
  [/^src\/player/, ['src/player/tests', 'tests/ui']],
];
const ALL_TESTS: readonly string[] = [
  'tests/core',
  'tests/features',
  'src/player/tests/page',
  'src/player/tests',
  'tests/ui',
  'tests/wire',
  'tests/wires',
  'tests/workers',
];

function testsOf(paths: readonly string[]): readonly string[] {
  const tests = paths.flatMap((path) => {
    const [part, files] = TESTS.find(([prefix]) => prefix.test(path)) ?? [/^/, ALL_TESTS];
    const name = part.exec(path)?.[1] ?? '';
    return files.map((file) => file.replace('$1', name));
  });
  return [...new Set(paths.length === 0 ? ALL_TESTS : tests)];
}

/** Features of the paths, for the tests in tests/wires; empty if a path is not inside the folder of one feature. */
function featuresOf(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => /^src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? null);
  return names.includes(null) ? [] : [...new Set(names as readonly string[])];
}

const REPORT = join(ROOT, '.cache/stryker/mutation.json');
const SUMMARY = join(ROOT, 'docs/mutation.json');

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const OPTIONS = {
  'one-of': integer('only the mutants of one block of lines in so many; the summary says so', 1, 1, 50),
} as const;

const MUTATE: Tool<typeof OPTIONS> = {
  name: 'npm run mutate --',
  takes: '[PATH…]',
  about: `Changes the code in a copy, one place at a time, and runs the tests that have to notice; prints what none noticed.\nPATH: a file, a folder or a pattern, for example src/features/gifts/room.ts. Without one, which takes hours:\n  ${ALL_PARTS.join('\n  ')}`,
  options: OPTIONS,
  wordsMax: 100,
  run({ 'one-of': oneOf }, paths) {
    const patterns = paths.filter((path) => /[*{:]/.test(path));
    if (oneOf > 1 && (paths.length === 0 || patterns.length > 0)) throw new UsageError('--one-of needs files or folders, not a pattern');
    const missing = paths.filter((path) => !patterns.includes(path) && !existsSync(join(ROOT, path)));
    if (missing.length > 0) throw new UsageError(`${missing.join(', ')}: no such file or folder`);
    const samples = oneOf > 1 ? samplesOf(paths, oneOf) : null;
    if (samples?.length === 0) throw new UsageError(`no line of ${paths.join(', ')} is in the sample`);
    const features = featuresOf(paths);
    const env = { FOOTLIGHT_MUTATION_TESTS: testsOf(paths).join(' '), ...(features.length > 0 && { FOOTLIGHT_WIRES: features.join(',') }) };
    // Without a file to change Stryker leaves the report of an earlier run.
    rmSync(REPORT, { force: true });
    if (!runTool('stryker run', ['--mutate', (samples === null ? patternsOf(paths) : [...samples, ...NEVER]).join(',')], env))
      return EXIT.NOTHING_DONE;
    if (!existsSync(REPORT)) throw new UsageError(`no file matches ${paths.join(', ')}`);
    const before = existsSync(SUMMARY) ? (read(SUMMARY) as Summary).files : {};
    const run = figuresOf(read(REPORT) as Report, oneOf);
    const summary = summaryOf(before, run, (path) => existsSync(join(ROOT, path)));
    writeFileSync(SUMMARY, `${JSON.stringify(summary, null, 2)}\n`);
    runTool('oxfmt docs/mutation.json');
    const low = tooLow(summaryOf({}, run, () => true));
    for (const line of low) console.error(line);
    return low.length === 0 ? EXIT.DONE : EXIT.WRONG;
  },
};

if (isMain(import.meta.url)) process.exitCode = await runCommand(MUTATE, process.argv.slice(2));
