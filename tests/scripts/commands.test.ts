/** Commands as they are typed: their exit codes, and sentences instead of stacks if something is missing. */
import { spawnSync, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { afterAll, expect, test, afterEach, vi } from 'vitest';
import { EXIT, flag, folder, integer, integers, oneOf, runTool, someOf, type Tool } from '../../scripts/lib/command-line.ts';
import { filesOf, problemOf } from '../../scripts/new-feature.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { NO_BROWSER } from '../../scripts/lib/browser.ts';
import { CONFORMANCE } from '../../src/wasm/cli/conformance.ts';
import { readVideo } from '../../src/wasm/cli/decode-stream.ts';
import { DECODE } from '../../src/wasm/cli/decode.ts';
import { FUZZ } from '../../src/wasm/cli/fuzz.ts';
import { readManifest } from '../../src/wasm/streams/folder.ts';

/** Working directory of the commands, so that none can write into the repository. */
const cwd = mkdtempSync(join(tmpdir(), 'footlight-commands-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const A_FILE = join(ROOT, 'package.json');
const NO_FOLDER = `${A_FILE} is a file, not a folder\n`;
/** A machine without any other program. */
const EMPTY = { PATH: '/nowhere' };

/** A subcommand is behind `--` already. */
const asTyped = (name: string): string => `npm run ${name}${name.includes(' -- ') ? '' : ' --'}`;

function spawned(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = EMPTY) {
  const how = script.endsWith('.js') ? [] : [join(ROOT, 'node_modules/tsx/dist/cli.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...how, join(ROOT, script), ...args], {
    cwd,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

test('a script whose program is not installed names it, keeps the manifest, and leaves no temporary folder', () => {
  const temporary = mkdtempSync(join(cwd, 'temporary-'));
  const manifest = join(cwd, 'src/wasm/fixtures/hevc/manifest.json');
  mkdirSync(dirname(manifest), { recursive: true });
  writeFileSync(manifest, '[{"file":"kept.265"}]');
  const { status, stderr } = spawned('src/wasm/streams/main.ts', [], { ...EMPTY, TMPDIR: temporary });
  expect(stderr).toBe('x265 is not installed\nnpm run wasm -- fixtures-hevc --help says what there is\n');
  expect(status).toBe(2);
  expect(readFileSync(manifest, 'utf8')).toBe('[{"file":"kept.265"}]');
  expect(readdirSync(temporary).filter((name) => name.startsWith('footlight-'))).toEqual([]);
});

// On other systems a browser has a fixed path, which no variable hides.
test.skipIf(process.platform !== 'linux').each([
  ['pack', 'scripts/pack.ts', ['player', '--test']],
  ['e2e', 'scripts/suite/test.ts', ['e2e']],
])('npm run %s says before any other work that there is no browser', (name, script, args) => {
  const { status, stdout, stderr } = spawned(script, args, {
    ...EMPTY,
    PLAYWRIGHT_BROWSERS_PATH: '/nowhere',
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  });
  expect(stderr).toBe(`${NO_BROWSER}\n${asTyped(name)} --help says what there is\n`);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test.each([
  ['readme -- proto', 'scripts/proto/main.ts', 'src/wire/generated'],
  ['example', 'examples/backend/start.js', '--rtmp'],
])('npm run %s -- --help prints the options, and nothing else is done or needed', (name, script, option) => {
  const { status, stdout, stderr } = spawned(script, ['--help']);
  expect(stderr).toBe('');
  expect(stdout).toContain(asTyped(name));
  expect(stdout).toContain(option);
  expect(status).toBe(0);
});

test.each([
  [
    'a sample of a pattern',
    'scripts/mutate.ts',
    ['src/core/*.ts', '--one-of', '5'],
    2,
    '--one-of needs files or folders, not a pattern\nnpm run mutate -- --help says what there is\n',
  ],
  [
    'a feature whose name has a space',
    'scripts/new-feature.ts',
    ['song', 'orders'],
    2,
    '"song orders" is no feature name: lower-case words without digits, with hyphens between, for example song-orders\n',
  ],
  ['a file as the folder of fixtures', 'scripts/fixtures/main.ts', ['--into', A_FILE], 2, NO_FOLDER],
  ['an unknown option of the example', 'examples/backend/start.js', ['--prot', '1'], 1, "Unknown option '--prot'"],
])('%s is refused by a sentence', (_what, script, args, status, sentence) => {
  const typedIn = spawned(script, args);
  expect(typedIn.stderr.startsWith(sentence), typedIn.stderr).toBe(true);
  expect(typedIn.stderr).not.toContain('    at ');
  expect(typedIn.status).toBe(status);
});

test('a new feature imports only files that exist, or its own', () => {
  const files = filesOf('song-of-the-day');
  const imports = Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to)),
  );
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((path) => !(path in files) && !existsSync(join(ROOT, path)))).toEqual([]);
});

test('npm run verify:backend reports why a backend cannot be reached', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const { status, stderr } = spawned('scripts/verify-backend.ts', [url]);
  expect(stderr).toMatch(/^http:\S+: fetch failed, connect ECONNREFUSED 127\.0\.0\.1:\d+\n.*--help says what there is\n$/);
  expect(status).toBe(2);
});

afterEach(() => vi.restoreAllMocks());

/** Output and exit code of a tool. */
async function typed(tool: Tool<never>, line: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [out, err]: string[][] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void out!.push(words.join(' ')));
  vi.spyOn(console, 'info').mockImplementation((...words: unknown[]) => void out!.push(words.join(' ')));
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void err!.push(words.join(' ')));
  const code = await runTool(tool, line === '' ? [] : line.split(' '));
  return { code, out: out!.join('\n'), err: err!.join('\n') };
}

const OPTIONS = {
  count: integer('how many', 5, 1, 9),
  sizes: integers('sizes', [1, 2], 1, 64),
  kind: oneOf('which', ['a', 'b']),
  kinds: someOf('which ones', ['a', 'b']),
  'dry-run': flag('nothing is done'),
  from: folder('where'),
} as const;
const seen: unknown[] = [];
const TOOL: Tool<typeof OPTIONS> = {
  name: 'tool',
  takes: '[...words]',
  about: 'Does something.',
  options: OPTIONS,
  wordsMax: 2,
  run(values, words) {
    seen.push({ ...values, words });
    return EXIT.DONE;
  },
};

test('values are parsed, and missing ones have their defaults', async () => {
  seen.length = 0;
  expect((await typed(TOOL as never, '')).code).toBe(EXIT.DONE);
  await typed(TOOL as never, 'x --count 7 --sizes 8,16 --kind b --kinds b --dry-run --from src -');
  expect(seen).toEqual([
    { count: 5, sizes: [1, 2], kind: undefined, kinds: ['a', 'b'], 'dry-run': false, from: undefined, words: [] },
    { count: 7, sizes: [8, 16], kind: 'b', kinds: ['b'], 'dry-run': true, from: 'src', words: ['x', '-'] },
  ]);
});

test.each([
  ['--count foo', '--count foo is not a whole number from 1 to 9'],
  ['--count 10', '--count 10 is not a whole number from 1 to 9'],
  ['--count', '--count needs a value'],
  ['--count 1 --count 2', '--count is given 2 times'],
  ['--sizes 1,x', '--sizes x is not a whole number from 1 to 64'],
  ['--kind c', '--kind c is none of a, b'],
  ['--kinds a,c', '--kinds c is none of a, b'],
  ['--dry-run=3', '--dry-run takes no value'],
  ['--from nowhere', 'nowhere: no such folder'],
  ['--from package.json', 'package.json is a file, not a folder'],
  ['--zzz', 'Unknown option `--zzz`'],
  ['a b c', 'c: one argument too many'],
])('%s is refused in one line, and nothing runs', async (line, message) => {
  seen.length = 0;
  expect(await typed(TOOL as never, line)).toEqual({ code: EXIT.NOTHING_DONE, out: '', err: `${message}\ntool --help says what there is` });
  expect(seen).toEqual([]);
});

const ABSENT = 'no-such-program';

test.each([
  ['a program that is not installed', () => execFileSync(ABSENT), 'no-such-program is not installed'],
  [
    'a folder that must not be written',
    () => {
      throw Object.assign(new Error("EACCES: permission denied, mkdir '/out'"), { code: 'EACCES', syscall: 'mkdir' });
    },
    "EACCES: permission denied, mkdir '/out'",
  ],
  [
    'a pipe whose reader has ended',
    () => {
      throw Object.assign(new Error('EPIPE: broken pipe, write'), { code: 'EPIPE', syscall: 'write' });
    },
    'EPIPE: broken pipe, write',
  ],
])('%s is reported in one line', async (_what, run, message) => {
  const tool = { ...TOOL, run: () => void run() };
  expect(await typed(tool as never, '')).toEqual({ code: EXIT.NOTHING_DONE, out: '', err: `${message}\ntool --help says what there is` });
});

test.each([
  ['decode', DECODE, 'README.md', 'README.md: neither a raw H265 stream, nor FLV, nor MP4'],
  ['decode', DECODE, 'no-such.265', 'no-such.265: no such file'],
  ['decode', DECODE, 'fixtures', 'fixtures is a folder, not a file'],
  ['decode', DECODE, '', 'which file? a path, or - for standard input'],
  ['decode', DECODE, 'fixtures/streams/stage-852x480-h264.flv', 'an FLV without H265: the video is H264, not HEVC'],
  ['decode', DECODE, 'fixtures/clips/ad.mp4', 'an MP4 without H265 that can be read'],
  ['conformance', CONFORMANCE, '--only zzz', 'no stream in src/wasm/fixtures/hevc has zzz in its name'],
  ['conformance', CONFORMANCE, 'fixtures/images', 'fixtures/images has neither a manifest.json nor an INDEX.tsv'],
  ['fuzz', FUZZ, '--cases foo', '--cases foo is not a whole number'],
])('%s with nothing to do reports it and fails', async (_name, tool, line, message) => {
  const { code, err } = await typed(tool as never, line);
  expect(err).toContain(message);
  expect(code).toBe(EXIT.NOTHING_DONE);
});

const md5Of = (name: string): string => readManifest('src/wasm/fixtures/hevc').find(({ file }) => file === name)!.md5;

test('a file decodes to the md5 in its manifest, including frame md5s', async () => {
  const { code, out } = await typed(DECODE as never, 'src/wasm/fixtures/hevc/main10.265 --json --once --frames --threads 2');
  const said = JSON.parse(out) as { md5: string; frames: number; frameMd5: string[]; container: string };
  expect(code).toBe(EXIT.DONE);
  expect(said.md5).toBe(md5Of('main10.265'));
  expect(said.container).toBe('annexb');
  expect(said.frameMd5).toHaveLength(said.frames);
});

test.each([
  ['stage-h265.mp4', 8, '6736846ee93a9f53705470636cca03f9'],
  ['stage-h265-fragments.mp4', 10, 'ff55e61ce212c05cf7bb2658e564d9ca'],
])('%s, H265 in MP4 in one table or in fragments, decodes to the pictures of ffmpeg 5.1', async (file, bitDepth, md5) => {
  const { code, out } = await typed(DECODE as never, `fixtures/clips/${file} --json --once`);
  expect(code).toBe(EXIT.DONE);
  expect(JSON.parse(out)).toMatchObject({ container: 'mp4', frames: 75, bitDepth, md5, framesPerS: 25 });
});

test('bytes of no known container are refused', async () => {
  const refused = async (bytes: Uint8Array): Promise<string> => {
    const video = readVideo(bytes);
    return video.ok ? 'read' : video.error.detail;
  };
  expect(await refused(new Uint8Array())).toContain('empty');
  expect(await refused(new Uint8Array(100))).toContain('neither');
  expect(await refused(Uint8Array.of(0, 0, 1, 0x40, 1, 0))).toContain('no coded picture');
  expect(await refused(new TextEncoder().encode('FLV and then something else'))).toContain('FLV without H265');
  expect(await refused(new TextEncoder().encode('....ftypisom and no more'))).toContain('MP4');
});

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
