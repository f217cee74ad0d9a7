import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';

/** Instead of libde265: writes one picture into the file after `-o`. */
const PROGRAM = '#!/bin/sh\n[ "$2" = "-o" ] && printf picture > "$3"\nexit 0\n';

test.skipIf(process.platform === 'win32')('the pictures of libde265 are written into the folder that the comparison removes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-decoders-'));
  const [programs, temporary, packages] = ['programs', 'temporary', 'packages'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [programs, temporary, packages]) mkdirSync(each);
  writeFileSync(join(programs, 'libde265-dec265'), PROGRAM, { mode: 0o755 });
  const child = fork(join(ROOT, 'benchmarks/decode/decoders.ts'), ['--child', 'libde265 (native)', packages], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH']}`, TMPDIR: temporary },
  });
  try {
    child.send('stream.265');
    const [answer] = (await once(child, 'message')) as [unknown];
    expect(answer).toMatchObject({ md5: createHash('md5').update('picture').digest('hex') });
    expect(readdirSync(packages)).toEqual(['planes.yuv']);
    expect(readdirSync(temporary).filter((name) => name.startsWith('footlight-'))).toEqual([]);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
});
