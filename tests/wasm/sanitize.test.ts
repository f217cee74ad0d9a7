import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EXIT } from '../../scripts/lib/command-line.ts';

/** Windows does not run the programs of these tests. */
const NO_SHELL = process.platform === 'win32';

const dirs: string[] = [];
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

/** The result of `npm run sanitize` on a machine with only the given programs, which are shell scripts; `left`: its temporary folders. */
function sanitizeWith(programs: Record<string, string>): {
  status: number | null;
  stdout: string;
  stderr: string;
  left: readonly string[];
} {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-no-runtime-'));
  dirs.push(dir);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(dir, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(dir, name), 0o755);
  }
  const args = ['--import', 'tsx', 'src/wasm/cli/sanitize.ts', '--only', 'thread', '--cases', '0'];
  const temporary = mkdtempSync(path.join(dir, 'tmp-'));
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, PATH: dir, TMPDIR: temporary } });
  return { ...run, left: readdirSync(temporary).filter((name) => name.startsWith('footlight-')) };
}

test.skipIf(NO_SHELL)('sanitize ends with an error that names the missing runtime library, and decodes nothing', () => {
  const message = '/usr/bin/ld: cannot find /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.tsan-x86_64.a';
  const run = sanitizeWith({ 'clang-14': `[ "$1" = --version ] && exit 0; echo "${message}" >&2; exit 1` });
  expect(run.stderr).toContain('libclang_rt.tsan-x86_64.a');
  expect(run.stderr).toContain('libclang-rt-14-dev');
  expect(run).toMatchObject({ status: EXIT.NOTHING_DONE, stdout: '' });
});

test('sanitize ends with an error when clang is not installed', () => {
  const run = sanitizeWith({});
  expect(run.stderr).toContain('clang is not installed');
  expect(run).toMatchObject({ status: EXIT.NOTHING_DONE, stdout: '' });
});

test.skipIf(NO_SHELL)('sanitize leaves no temporary folder when a build fails', () => {
  // Builds the empty program that tries a sanitizer, and no other.
  const clang =
    'for last; do :; done; case $last in */empty) echo "#!/bin/sh" > "$last"; /bin/chmod +x "$last" ;; --version) ;; *) exit 1 ;; esac';
  const run = sanitizeWith({ 'clang-14': clang });
  expect(run.stderr).toContain('Command failed');
  expect(run).toMatchObject({ status: 1, stdout: '', left: [] });
});
