/**
 * `npm run e2e:firefox`, `npm run e2e:webkit`: a smoke of the offline room's production build in another browser; skipped with a word where it
 * is not installed. `-- --save` keeps the results; words choose rows by name.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOrigin } from '../../mocks/origin/server.ts';
import { ROOT, runTool, startTool } from '../tool.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { readResults, RESULTS_PATH } from './results.ts';
import { lackOf, look, SMOKE, WITHOUT, type SmokeRow } from './smoke.ts';
import { startWebKit } from './webkit.ts';

const START = { firefox: startFirefox, webkit: startWebKit } as const;
const SHOTS = join(ROOT, '.cache/other-browsers');

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const [which = '', ...args] = process.argv.slice(2);
if (which !== 'firefox' && which !== 'webkit') throw new Error('firefox or webkit');
const isSaving = args.includes('--save');
const words = args.filter((arg) => !arg.startsWith('--'));

const found = await START[which]();
if ('missing' in found) {
  console.log(`${which}: skipped, ${found.missing}`);
  process.exit(0);
}
const driver: Driver = found;
mkdirSync(SHOTS, { recursive: true });
if (process.env['FOOTLIGHT_PREBUILT'] !== '1' && !(runTool('vite build --mode offline') && runTool('vite build'))) process.exit(1);
const port = await freePort();
const server = startTool(`vite preview --mode offline --port ${port} --strictPort`, { stdio: 'ignore' });
const origin = `http://127.0.0.1:${port}`;
while ((await fetch(origin).catch(() => null)) === null) await sleep(200);

const started = await startOrigin({ port: 0, scenario: 'normal', dist: join(ROOT, 'dist') });
if (!started.ok) throw new Error(started.error.detail);
const real = started.value;

/** A card, or a sound server that the environment names. */
const hasSound = process.platform !== 'linux' || existsSync('/dev/snd') || process.env['PULSE_SERVER'] !== undefined;
/** `yes`, what the browser lacks, or `no: what was not seen`. */
async function lookAt(row: SmokeRow): Promise<string> {
  const tab = await driver.open(row.quietMs === undefined ? 'allowed' : 'browser');
  try {
    const lack = await lackOf(tab, origin, row);
    const missing = await look(tab, row.isFromOrigin ? real.address : origin, lack === null ? row : { ...row, ...WITHOUT });
    return missing.length > 0 ? `no: ${missing.join(', ')}` : (lack ?? 'yes');
  } finally {
    const png = await tab.picture().catch(() => '');
    writeFileSync(join(SHOTS, `${which}-${row.feature.replace(/\W+/g, '-')}.png`), Buffer.from(png, 'base64'));
    await tab.close().catch(() => undefined);
  }
}

const isFailure = (result: string): boolean => result.startsWith('no: ');
const results: Record<string, string> = {};
try {
  for (const row of SMOKE.filter(
    ({ feature, scenario }) => words.length === 0 || words.some((word) => `${feature} ${scenario}`.includes(word)),
  )) {
    if (row.needsSound && !hasSound) {
      console.log(`skip           ${row.feature} (${row.scenario}): no sound device`);
      continue;
    }
    const startMs = Date.now();
    const result = await lookAt(row).catch((cause: unknown) => `no: ${String(cause)}`);
    results[row.feature] = result;
    const seconds = ((Date.now() - startMs) / 1_000).toFixed(1);
    console.log(`${isFailure(result) ? 'FAIL' : 'pass'}  ${seconds.padStart(5)} s  ${row.feature} (${row.scenario}): ${result}`);
  }
} finally {
  await driver.close().catch(() => undefined);
  await real.close();
  server.kill();
}
if (isSaving) {
  const all = readResults();
  // A run of some rows leaves what is known of the others.
  const before = words.length === 0 ? {} : all[which]?.results;
  writeFileSync(
    RESULTS_PATH,
    `${JSON.stringify({ ...all, [which]: { name: driver.name, version: driver.version, results: { ...before, ...results } } }, null, 2)}\n`,
  );
}
process.exitCode = Object.values(results).some(isFailure) ? 1 : 0;
