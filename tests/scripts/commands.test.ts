/** Commands as they are typed: their exit codes, and sentences instead of stacks if something is missing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NO_BROWSER } from '../../scripts/suite/browser.ts';
import { freePort } from '../../scripts/suite/free-port.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

/** Working directory of the commands, so that none can write into the repository. */
const folder = mkdtempSync(join(tmpdir(), 'footlight-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const A_FILE = join(ROOT, 'package.json');
const NO_FOLDER = `${A_FILE} is a file, not a folder\n`;
/** A machine without any other program. */
const EMPTY = { PATH: '/nowhere' };

function typed(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = EMPTY) {
  const how = script.endsWith('.js') ? [] : [join(ROOT, 'node_modules/tsx/dist/cli.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...how, join(ROOT, script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

test.each([
  ['fixtures:hevc', 'scripts/fixtures-hevc/main.ts', 'x265', 'hevc'],
  ['fixtures:range', 'scripts/fixtures-hevc/range.ts', 'x265', 'hevc-range'],
  ['fixtures:syntax', 'scripts/fixtures-hevc/generate/main.ts', 'ffmpeg', 'hevc-syntax'],
  ['fixtures:heic', 'scripts/fixtures-hevc/decoded/heic.ts', 'ffmpeg', 'heic'],
  ['fuzz:syntax', 'scripts/fixtures-hevc/generate/differential.ts', 'ffmpeg', 'hevc-syntax'],
])(
  'npm run %s names the program that is not installed, keeps the manifest, and leaves no temporary folder',
  (name, script, program, fixtures) => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const manifest = join(folder, 'fixtures', fixtures, 'manifest.json');
    mkdirSync(join(folder, 'fixtures', fixtures), { recursive: true });
    writeFileSync(manifest, '[{"file":"kept.265"}]');
    const { status, stderr } = typed(script, [], { ...EMPTY, TMPDIR: temporary });
    expect(stderr).toBe(`${program} is not installed\nnpm run ${name} -- --help says what there is\n`);
    expect(status).toBe(2);
    expect(readFileSync(manifest, 'utf8')).toBe('[{"file":"kept.265"}]');
    expect(readdirSync(temporary).filter((name) => name.startsWith('footlight-'))).toEqual([]);
  },
);

// On other systems a browser has a fixed path, which no variable hides.
test.skipIf(process.platform !== 'linux').each([
  ['players', 'scripts/players/main.ts', []],
  ['streams', 'scripts/streams/main.ts', []],
  ['pack:player', 'scripts/pack-player.ts', ['--test']],
  ['pack:hevc', 'scripts/pack-hevc.ts', ['--test']],
  ['screenshot', 'scripts/screenshot.ts', []],
  ['e2e', 'scripts/suite/e2e.ts', []],
])('npm run %s says before any other work that there is no browser', (name, script, args) => {
  const { status, stdout, stderr } = typed(script, args, {
    ...EMPTY,
    PLAYWRIGHT_BROWSERS_PATH: '/nowhere',
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  });
  expect(stderr).toBe(`${NO_BROWSER}\nnpm run ${name} -- --help says what there is\n`);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test.each([
  ['proto', 'scripts/proto/main.ts', 'src/wire/generated'],
  ['format', 'scripts/format.ts', 'clang-format'],
  ['players', 'scripts/players/main.ts', '--rows'],
  ['wasm:kernels', 'tests/wasm/kernels/write.ts', '--help'],
  ['bench:race', 'benchmarks/decode/race.ts', '--only'],
  ['example', 'examples/backend/start.js', '--rtmp'],
])('npm run %s -- --help prints the options, and nothing else is done or needed', (name, script, option) => {
  const { status, stdout, stderr } = typed(script, ['--help']);
  expect(stderr).toBe('');
  expect(stdout).toContain(`npm run ${name} --`);
  expect(stdout).toContain(option);
  expect(status).toBe(0);
});

test.each([
  [
    'a screenshot of one state among the pictures of the README',
    'scripts/screenshot.ts',
    ['--only', 'shop'],
    EMPTY,
    2,
    '--only, --folder, --language and --theme need --all-states\nnpm run screenshot -- --help says what there is\n',
  ],
  [
    'a browser that is not there',
    'scripts/screenshot.ts',
    [],
    { ...EMPTY, FOOTLIGHT_BROWSER: '/nowhere/chrome' },
    2,
    'FOOTLIGHT_BROWSER or CHROME_PATH names /nowhere/chrome, which is not there\nnpm run screenshot -- --help says what there is\n',
  ],
  [
    'a file to change that does not exist',
    'scripts/mutate.ts',
    ['src/core/none.ts'],
    EMPTY,
    2,
    'src/core/none.ts: no such file or folder\nnpm run mutate -- --help says what there is\n',
  ],
  [
    'a sample of a pattern',
    'scripts/mutate.ts',
    ['src/core/*.ts', '--one-of', '5'],
    EMPTY,
    2,
    '--one-of needs files or folders, not a pattern\nnpm run mutate -- --help says what there is\n',
  ],
  [
    'a feature whose name has a space',
    'scripts/new-feature.ts',
    ['song', 'orders'],
    EMPTY,
    2,
    '"song orders" is no feature name: lower-case words without digits, with hyphens between, for example song-orders\n',
  ],
  ['a file as the folder of fixtures', 'scripts/fixtures/main.ts', ['--into', A_FILE], EMPTY, 2, NO_FOLDER],
  ['a file as the folder of streams', 'scripts/fixtures-hevc/generate/differential.ts', ['--keep', A_FILE], EMPTY, 2, NO_FOLDER],
  ['a file as the folder of pictures', 'scripts/screenshot.ts', ['--all-states', '--folder', A_FILE], EMPTY, 2, NO_FOLDER],
  ['a folder for modules without its name', 'src/wasm/build.mjs', ['--out'], EMPTY, 2, 'Builds the decoder'],
  ['an unknown option of the example', 'examples/backend/start.js', ['--prot', '1'], EMPTY, 1, "Unknown option '--prot'"],
])('%s is refused by a sentence', (_what, script, args, env, status, sentence) => {
  const typedIn = typed(script, args, env);
  expect(typedIn.stderr.startsWith(sentence), typedIn.stderr).toBe(true);
  expect(typedIn.stderr).not.toContain('    at ');
  expect(typedIn.status).toBe(status);
});

// On Windows the working directory of npm may be a link.
test.each(['src/wasm/cli/decode.ts', 'scripts/new-feature.ts', 'scripts/proto/main.ts', 'benchmarks/decode/decoders.ts'])(
  '%s runs when its path contains a link',
  (script) => {
    const link = mkdtempSync(join(folder, 'link-'));
    symlinkSync(ROOT, join(link, 'to'), 'junction');
    const run = spawnSync(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(link, 'to', script), '--help'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.stdout).toContain('npm run ');
  },
);

test('npm run verify:backend reports why a backend cannot be reached', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const { status, stderr } = typed('scripts/verify-backend.ts', [url]);
  expect(stderr).toMatch(/^http:\S+: fetch failed, connect ECONNREFUSED 127\.0\.0\.1:\d+\n.*--help says what there is\n$/);
  expect(status).toBe(2);
});
