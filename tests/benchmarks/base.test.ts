import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';

const HASH = 'a'.repeat(40);
const WORKTREE = join(ROOT, '.cache/bench/base-aaaaaaaaaaaa');
const folder = mkdtempSync(join(tmpdir(), 'footlight-base-'));
const orders = join(folder, 'orders.txt');
/** Instead of git: notes its arguments, and makes and removes the worktree. */
const GIT = `#!/bin/sh
echo "$*" >> '${orders}'
case "$1 $2" in
  "rev-parse --verify") echo ${HASH} ;;
  "worktree add") mkdir -p "$5" && cp '${join(ROOT, 'package-lock.json')}' "$5" ;;
  "worktree remove") rm -r "$4" ;;
esac
`;
const COMMAND = `
  import { openBase } from ${JSON.stringify(pathToFileURL(join(ROOT, 'benchmarks/measure/subjects.ts')).href)};
  openBase('main', () => undefined);
  console.log('open');
  setTimeout(() => undefined, 30_000);
`;

afterEach(() => {
  for (const path of [folder, WORKTREE]) rmSync(path, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')(
  'the worktree of a base is reset to its revision if an earlier run left it, and is removed by an interrupt',
  async () => {
    writeFileSync(join(folder, 'git'), GIT, { mode: 0o755 });
    writeFileSync(join(folder, 'command.mts'), COMMAND);
    mkdirSync(WORKTREE, { recursive: true });
    writeFileSync(join(WORKTREE, '.git'), 'gitdir: none');
    writeFileSync(join(WORKTREE, 'package-lock.json'), readFileSync(join(ROOT, 'package-lock.json')));
    const command = spawn(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(folder, 'command.mts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    });
    await once(command.stdout, 'data');
    expect(readFileSync(orders, 'utf8')).toContain(`-C ${WORKTREE} reset --hard --quiet ${HASH}`);
    command.kill('SIGINT');
    expect((await once(command, 'exit'))[0]).toBe(130);
    expect(existsSync(WORKTREE)).toBe(false);
  },
);
