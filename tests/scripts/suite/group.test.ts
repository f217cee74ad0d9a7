import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/suite/tool.ts';

test.skipIf(process.platform === 'win32')('an interrupt ends the processes of a group, which the terminal does not reach', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-group-'));
  const script = join(folder, 'command.mts');
  writeFileSync(
    script,
    `import { startGroup } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/suite/tool.ts')).href)};
    startGroup(process.execPath, ['-e', 'console.log(1); setTimeout(() => undefined, 30_000)'], { stdio: ['ignore', 'inherit', 'inherit'] });`,
  );
  const command = spawn(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(command.stdout, 'data');
  let isClosed = false;
  // Closed by the last process that has this output: the one of the group.
  command.once('close', () => (isClosed = true));
  command.kill('SIGINT');
  expect((await once(command, 'exit'))[0]).toBe(130);
  await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true);
  rmSync(folder, { recursive: true });
});
