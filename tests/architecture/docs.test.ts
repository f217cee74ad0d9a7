import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { readDomains } from '../../src/core/frames/origin.ts';
import { readServices } from '../../src/core/services.ts';

const files = repositoryFiles();
const PAGES = files.filter((file) => /^(docs\/[^/]*|[A-Z]+|benchmarks\/README)\.md$/.test(file));

/** A path from the root, anywhere in a page: in backticks, in a tree, in a command. */
const FROM_ROOT = /(?<![\w/.-])(?:src|tests|mocks|scripts|docs|benchmarks|fixtures)\/[\w./-]*\w/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
const COMMAND = /npm run ([\w:-]+)/g;
/** A file name in backticks, such as `dpb.c` or `glue/build.ts`: the end of some file's path. */
const FILE_NAME = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|c|h|css|md|proto|nvmrc))`/g;

/** Generated files, and paths with a placeholder NAME. */
const MADE = /^src\/wasm\/(lib|types)|\bNAME\b/;

const missingIn = (page: string, text: string): readonly string[] => {
  const fromRoot = [...text.matchAll(FROM_ROOT)].map(([path]) => path).filter((path) => !MADE.test(path) && !existsSync(join(ROOT, path)));
  const links = [...text.matchAll(LINK)]
    .map(([, path = '']) => normalize(join(dirname(page), path)))
    .filter((path) => !existsSync(join(ROOT, path)));
  const names = [...text.matchAll(FILE_NAME)].map(([, name = '']) => name);
  const unknown = names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  const commands = [...text.matchAll(COMMAND)].map(([, name = '']) => name).filter((name) => !(name in packageJson.scripts));
  return [...fromRoot, ...links, ...unknown, ...commands.map((name) => `npm run ${name}`)];
};

test('every path, link, file name and command in the documents exists', () => {
  expect(PAGES).toContain('docs/architecture.md');
  expect(PAGES).toContain('README.md');
  const missing = PAGES.flatMap((page) => missingIn(page, readFileSync(join(ROOT, page), 'utf8')).map((what) => `${page}: ${what}`));
  expect(missing).toEqual([]);
});

test('the page of the commands lists every script of package.json', () => {
  const listed = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8');
  const isListed = (name: string): boolean => new RegExp(`\\bnpm (?:run )?${name}(?![\\w:-])`).test(listed);
  expect(Object.keys(packageJson.scripts).filter((name) => !isListed(name))).toEqual([]);
});

test('the services setting in deploy.md has every field, each with a valid value', () => {
  const [, text = ''] = /```json\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8')) ?? [];
  const { services, problems } = readServices(text, 'https://room.test');
  expect([...problems, ...readDomains(services.frameDomains).problems]).toEqual([]);
  expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(Object.keys(services).toSorted());
});

test('a missing path, link, file name or command is found', () => {
  expect(missingIn('docs/a.md', 'see `src/core/none.ts`')).toContain('src/core/none.ts');
  expect(missingIn('docs/a.md', 'see [this](none.md)')).toEqual(['docs/none.md']);
  expect(missingIn('docs/a.md', 'see `none.c`')).toEqual(['none.c']);
  expect(missingIn('docs/a.md', '`npm run none`')).toEqual(['npm run none']);
  expect(missingIn('docs/a.md', '`src/player/base/machine.ts`, [deploy](deploy.md), `dpb.c`, `npm run check`')).toEqual([]);
});

test('the table of threads in architecture.md lists the entry file of every worker', () => {
  const [, table = ''] = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('| thread | entry file | owns | lifetime |');
  const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/`(src\/(?:player\/)?workers\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(listed.toSorted()).toEqual(files.filter((file) => /^src\/(?:player\/)?workers\/\w+\/work(er|let)\.ts$/.test(file)).toSorted());
});

interface Way {
  readonly title: string;
  readonly said: { readonly files: number; readonly changes: number };
  readonly files: readonly string[];
  readonly threads: readonly string[];
}

/** Parses the data paths: `### title`, a line with the numbers, a bold line per thread, a numbered line per file. */
function readWays(text: string): readonly Way[] {
  const [, sections = ''] = text.split(/^## Six data paths$/m);
  return sections
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const figures = /^(\d+) files, (\d+) thread changes\.$/m.exec(section);
      return {
        title: section.slice(0, section.indexOf('\n')),
        said: { files: Number(figures?.[1]), changes: Number(figures?.[2]) },
        files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
        threads: [...section.matchAll(/^\*\*([a-z ]+)\*\*/gm)].map(([, thread = '']) => thread),
      };
    });
}

test('the numbers of the six data paths match their lists', () => {
  const ways = readWays(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'));
  expect(ways.map(({ title }) => title)).toEqual([
    'Push frame to chat row',
    'Stall to switch and report',
    'FLV byte to picture',
    'Click to effect',
    'Gift to screen',
    'Live info to first frame',
  ]);
  for (const { title, said, files: listed, threads } of ways) {
    expect(new Set(listed).size, `${title}: a file is listed once`).toBe(listed.length);
    expect(said, title).toEqual({ files: listed.length, changes: threads.length - 1 });
  }
});

test('neighbours on one thread of a data path belong to that thread', () => {
  const FOLDERS: Readonly<Record<string, RegExp>> = {
    page: /^src\/(ui|player|core|features)\//,
    'room worker': /^src\/(workers\/room|core|player\/(base|rules)|features|wire)\//,
    'socket worker': /^src\/(workers\/(socket\/|platform\.ts)|core|wire)/,
    'stats worker': /^src\/(workers\/stats|core)\//,
    'stream worker': /^src\/player\/(workers\/stream|base|rules|flv)\//,
    'decode worker': /^src\/(player\/(workers\/decode|base|rules|flv|shared-memory)|wasm)\//,
    'render worker': /^src\/player\/(workers\/render|base|rules|shared-memory)\//,
  };
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, sections = ''] = text.split(/^## Six data paths$/m);
  let thread = '';
  const strangers = sections.split('\n').flatMap((line) => {
    thread = /^\*\*([a-z ]+)\*\*/.exec(line)?.[1] ?? thread;
    const file = /^\d+\. `([^`]+)`/.exec(line)?.[1];
    return file !== undefined && FOLDERS[thread]?.test(file) !== true ? [`${file} on the ${thread}`] : [];
  });
  expect(strangers).toEqual([]);
});

test('the bounds and machines in architecture.md exist in the named files', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rows = (from: string): readonly (readonly string[])[] =>
    (text.split(from)[1]?.split(/\n\n/)[0] ?? '').split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const codes = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const sourceOf = (cell = ''): string =>
    codes(cell)
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n');
  const bounds = rows('| what | bound | file |\n| --- | --- | --- |\n');
  expect(bounds.length).toBeGreaterThan(10);
  const astray = bounds.flatMap(([, , bound, file]) => codes(bound).filter((name) => !sourceOf(file).includes(name)));
  const machines = rows('| machine | file | executed by |\n| --- | --- | --- |\n').filter(([, , file]) =>
    /^src\/(core|player)\//.test(codes(file)[0] ?? ''),
  );
  expect(machines.length).toBeGreaterThan(5);
  const unnamed = machines
    .filter(([, , file]) => codes(file).every((path) => path.endsWith('.ts')))
    .filter(([, name = '', file]) => !sourceOf(file).includes(`name: '${name.replace(/,.*/, '')}'`));
  expect([...astray, ...unnamed.map(([, name]) => name)]).toEqual([]);
});

// docs/requirements.md, the test titles and the comments name the same rows.

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const REQUIREMENTS = read('docs/requirements.md');
const ROWS = [...REQUIREMENTS.matchAll(/^\| ([PS]\d+) \|.*\| `([^`]+)` \|[^|]*\|$/gm)].map(([, row = '', file = '']) => ({ row, file }));
const NAMES = ROWS.map(({ row }) => row);
/** Rows of the specification: P1 to P13, P20 to P31, P40 to P42; S1 to S10, S20 to S24, S30 to S37. */
const RANGES = { P: [1, 13, 20, 31, 40, 42], S: [1, 10, 20, 24, 30, 37] } as const;

/** Rows at the beginning of a test's title: `'P4 P20 resolution policy …'`. */
const titleRows = (source: string): readonly string[] =>
  [...source.matchAll(/['"`]((?:[PS]\d{1,2} )+)/g)].flatMap(([, rows = '']) => rows.trim().split(' '));

test('the page contains every row once, in order, in at most 25 kB, with a file that exists', () => {
  const expected = Object.entries(RANGES).flatMap(([letter, bounds]) =>
    [0, 2, 4].flatMap((at) => Array.from({ length: bounds[at + 1]! - bounds[at]! + 1 }, (_, index) => `${letter}${bounds[at]! + index}`)),
  );
  expect(NAMES).toEqual(expected);
  expect(ROWS.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(Buffer.byteLength(REQUIREMENTS)).toBeLessThan(25_000);
});

test('every row is in the title of a test, and titles name only rows of the page', () => {
  const named = new Set(files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).flatMap((file) => titleRows(read(file))));
  expect(NAMES.filter((row) => !named.has(row))).toEqual([]);
  expect([...named].filter((row) => !NAMES.includes(row))).toEqual([]);
});

test('rows cited in comments of the sources are rows of the page', () => {
  const cited = files
    .filter((file) => /^(src|mocks|scripts)\/.*\.(ts|tsx)$/.test(file) && !file.includes('/generated/'))
    .flatMap((file) => [...read(file).matchAll(/(?<![\w'])[PS]\d{1,2}(?=[,:;)]| \()/g)].map(([row]) => row));
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter((row) => !NAMES.includes(row))).toEqual([]);
});
