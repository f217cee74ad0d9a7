import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmCall } from '../../../scripts/suite/tool.ts';

// The shell of Windows takes the same quotes.
test.skipIf(process.platform === 'win32').each(['win32', 'linux'] as const)(
  'npm on %s gets an argument with a space as one argument',
  (platform) => {
    const folder = mkdtempSync(join(tmpdir(), 'footlight-npm-'));
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const given = ['install', '/my folder/hevc-1.0.0.tgz', '--offline'];
    const { command, args, shell } = npmCall(given, platform);
    const { stdout } = spawnSync(command, args, { encoding: 'utf8', shell, env: { PATH: `${folder}:${process.env['PATH']}` } });
    rmSync(folder, { recursive: true });
    expect(shell).toBe(platform === 'win32');
    expect(stdout).toBe(`${given.join('\n')}\n`);
  },
);
