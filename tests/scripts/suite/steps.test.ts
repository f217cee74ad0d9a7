import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSteps, type Step } from '../../../scripts/suite/steps.ts';
import { limitMs } from '../../../scripts/suite/time-limit.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Writes `name<` at its start and `name>` at its end. With `other` it ends when that step has started, or after 100 checks. */
const STEP = `import { appendFileSync, readFileSync } from 'node:fs';
const [, , log, name, other] = process.argv;
appendFileSync(log, name + '<');
for (let looks = 0; looks < 100 && other !== undefined && !readFileSync(log, 'utf8').includes(other + '<'); looks++) await new Promise((resolve) => setTimeout(resolve, 10));
appendFileSync(log, name + '>');`;

/** Steps that write their names into one log; `other`: waits up to a second for the start of that step. */
function loggedSteps() {
  const [script, log] = [join(folder, 'step.mjs'), join(folder, 'log')];
  writeFileSync(script, STEP);
  writeFileSync(log, '');
  const step = (name: string, more: Partial<Step> = {}, other = ''): Step => ({
    name,
    run: `node ${script} ${log} ${name} ${other}`.trim(),
    ...more,
  });
  return { log, step };
}

test('a step starts when the steps that it needs have ended, though another one is free to run', async () => {
  const { log, step } = loggedSteps();
  // `a` gives `c` a second to start too early.
  const code = await runSteps([step('a', {}, 'c'), step('b'), step('c', { after: ['a'] })], 3);
  expect(readFileSync(log, 'utf8')).toMatch(/a>.*c<c>$/);
  expect(code).toBe(0);
});

test('steps run in parallel, except exclusive ones, which wait for earlier steps and block later ones', async () => {
  const { log, step } = loggedSteps();
  const code = await runSteps([step('a', {}, 'b'), step('b', {}, 'a'), step('c', { isAlone: true }), step('d', {}, 'e'), step('e')], 2);
  const text = readFileSync(log, 'utf8');
  expect(text).toMatch(/^(?:[ab][<>]){4}c<c>(?:[de][<>]){4}$/);
  expect(code).toBe(0);
});

test('a step that prints nothing for its time is ended and made once more; one that hangs again fails', async () => {
  const script = join(folder, 'hangs.mjs');
  // Prints at its start, and hangs in as many runs as `times`.
  writeFileSync(
    script,
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [, , runs, times] = process.argv;
const run = existsSync(runs) ? Number(readFileSync(runs, 'utf8')) : 0;
writeFileSync(runs, String(run + 1));
console.log('run', run);
if (run < Number(times)) setInterval(() => undefined, 1_000);`,
  );
  const step = (name: string, times: number): Step => ({
    name,
    run: `node ${script} ${join(folder, name)} ${times}`,
    silentMs: limitMs(2_000),
  });
  expect(await runSteps([step('once', 1)], 1, folder)).toBe(0);
  expect(readFileSync(join(folder, 'once.log'), 'utf8')).toMatch(/^run 0\n\nonce: no output for \d+ s, once more\nrun 1\n$/);
  expect(vi.mocked(console.log).mock.calls.flat().join('\n')).toMatch(/pass .* once: by its second try, the first hung/);
  expect(await runSteps([step('twice', 2)])).toBe(1);
  expect(readFileSync(join(folder, 'twice'), 'utf8')).toBe('2');
});
