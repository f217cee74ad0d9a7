import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import {
  duration,
  EXIT,
  flag,
  folder,
  integer,
  integers,
  oneOf,
  progressLine,
  runTool,
  someOf,
  startProgress,
  type Tool,
} from '../../../scripts/lib/command-line.ts';
import { CONFORMANCE } from '../../../src/wasm/cli/conformance.ts';
import { readVideo } from '../../../src/wasm/cli/containers.ts';
import { DECODE } from '../../../src/wasm/cli/decode.ts';
import { FUZZ } from '../../../src/wasm/cli/fuzz.ts';
import { SANITIZE } from '../../../src/wasm/cli/sanitize.ts';

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

test('an error of the tool itself keeps its stack', async () => {
  const error = new Error('a mistake');
  const tool = { ...TOOL, run: () => Promise.reject(error) };
  await expect(typed(tool as never, '')).rejects.toBe(error);
});

test.each([
  ['decode', DECODE],
  ['conformance', CONFORMANCE],
  ['fuzz:decode', FUZZ],
  ['sanitize', SANITIZE],
])('npm run %s -- --help names every option and does nothing else', async (name, tool) => {
  const { code, out } = await typed(tool as never, '--help');
  expect(code).toBe(EXIT.DONE);
  expect(out).toContain(`npm run ${name}`);
  for (const option of Object.keys(tool.options)) expect(out).toContain(`--${option}`);
});

test.each([
  ['decode', DECODE, 'README.md', 'README.md: neither a raw H265 stream, nor FLV, nor MP4'],
  ['decode', DECODE, 'no-such.265', 'no-such.265: no such file'],
  ['decode', DECODE, 'fixtures', 'fixtures is a folder, not a file'],
  ['decode', DECODE, '', 'which file? a path, or - for standard input'],
  ['decode', DECODE, 'fixtures/streams/stage-852x480-h264.flv', 'an FLV without H265: its pictures are h264'],
  ['decode', DECODE, 'fixtures/clips/ad.mp4', 'an MP4 without H265 that can be read'],
  ['conformance', CONFORMANCE, '--only zzz', 'no stream in fixtures/hevc has zzz in its name'],
  ['conformance', CONFORMANCE, 'fixtures/images', 'fixtures/images has neither a manifest.json nor an INDEX.tsv'],
  ['fuzz', FUZZ, '--cases foo', '--cases foo is not a whole number'],
])('%s with nothing to do reports it and fails', async (_name, tool, line, message) => {
  const { code, err } = await typed(tool as never, line);
  expect(err).toContain(message);
  expect(code).toBe(EXIT.NOTHING_DONE);
});

interface Manifest {
  readonly file: string;
  readonly md5: string;
}
const md5Of = (name: string): string =>
  (JSON.parse(readFileSync('fixtures/hevc/manifest.json', 'utf8')) as Manifest[]).find(({ file }) => file === name)!.md5;

test('a file decodes to the md5 in its manifest, including frame md5s', async () => {
  const { code, out } = await typed(DECODE as never, 'fixtures/hevc/main10.265 --json --once --frames --threads 2');
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

test('H265 in every form of FLV becomes Annex B with its parameter sets and its frame rate', async () => {
  for (const carriage of ['hvc1', 'id12']) {
    const video = readVideo(new Uint8Array(readFileSync(`fixtures/streams/sync-640x360-h265-${carriage}.flv`)));
    if (!video.ok) throw new Error(video.error.detail);
    expect(video.value).toMatchObject({ container: 'flv', damaged: 0, framesPerS: 25 });
    // VPS after a start code of four bytes.
    expect([...video.value.units[0]!.subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x40]);
  }
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

test('progress contains the remaining time, and is rare if lines cannot be overwritten', () => {
  expect(progressLine(25, 100, 10_000, 'x')).toBe('25 of 100, 25 %, 30 s left: x');
  expect(progressLine(0, 100, 0, '')).toBe('0 of 100, 0 %');
  expect([duration(1_400), duration(200_000), duration(8 * 3_600_000)]).toEqual(['1 s', '3 min', '8.0 h']);
  const lines: string[] = [];
  let nowMs = 0;
  const to = { isTTY: false, write: (line: string) => lines.push(line) } as unknown as NodeJS.WriteStream;
  const progress = startProgress(100, () => nowMs, to);
  for (let done = 0; done <= 100; done++, nowMs += 300) progress.at(done);
  progress.end();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^34 of 100, 34 %, \d+ s left\n$/);
});
