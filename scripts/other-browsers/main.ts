/**
 * `npm run e2e -- firefox`, `npm run e2e -- webkit`: a smoke test of the offline room's production build in another browser; skipped with a
 * message if it is not installed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOrigin } from '../../mocks/origin/server.ts';
import { EXIT, flag, runTool as runCommand, UsageError, type Tool } from '../lib/command-line.ts';
import { serveOfflineBuild } from '../lib/offline-preview.ts';
import { ROOT, runTool } from '../lib/tool.ts';
import { type Driver, startFirefox, startWebKit } from './driver.ts';
import { lackOf, look, readResults, RESULTS_PATH, SMOKE, type SmokeRow, WITHOUT } from './smoke.ts';

const START = { firefox: startFirefox, webkit: startWebKit } as const;
type BrowserName = keyof typeof START;
const SHOTS = join(ROOT, '.cache/other-browsers');

/** A sound card, or a sound server named by the environment. */
const hasSound = process.platform !== 'linux' || existsSync('/dev/snd') || process.env['PULSE_SERVER'] !== undefined;

interface Servers {
  /** The offline room: the page contains its backend. */
  readonly offline: string;
  /** The room behind a real network. */
  readonly network: string;
  close(): Promise<void>;
}

async function startServers(): Promise<Servers> {
  const offline = await serveOfflineBuild();
  const started = await startOrigin({ port: 0, scenario: 'normal', dist: join(ROOT, 'dist') });
  if (!started.ok) throw new Error(started.error.detail);
  const origin = started.value;
  return {
    offline: offline.origin,
    network: origin.address,
    async close() {
      await origin.close();
      await offline.close();
    },
  };
}

/** `yes`, the missing capability, or `no: …` with the failed condition. */
async function lookAt(row: SmokeRow, which: BrowserName, driver: Driver, servers: Servers): Promise<string> {
  const tab = await driver.open(row.quietMs === undefined ? 'allowed' : 'browser');
  try {
    const lack = await lackOf(tab, servers.offline, row);
    const missing = await look(tab, row.isFromOrigin ? servers.network : servers.offline, lack === null ? row : { ...row, ...WITHOUT });
    return missing.length > 0 ? `no: ${missing.join(', ')}` : (lack ?? 'yes');
  } finally {
    const png = await tab.picture().catch(() => '');
    writeFileSync(join(SHOTS, `${which}-${row.feature.replace(/\W+/g, '-')}.png`), Buffer.from(png, 'base64'));
    await tab.close().catch(() => undefined);
  }
}

const isFailure = (result: string): boolean => result.startsWith('no: ');

async function lookAtAll(rows: readonly SmokeRow[], which: BrowserName, driver: Driver): Promise<Readonly<Record<string, string>>> {
  const servers = await startServers();
  const results: Record<string, string> = {};
  try {
    for (const row of rows) {
      if (row.needsSound && !hasSound) {
        console.log(`skip           ${row.feature} (${row.scenario}): no sound device`);
        continue;
      }
      const startMs = Date.now();
      const result = await lookAt(row, which, driver, servers).catch((cause: unknown) => `no: ${String(cause)}`);
      results[row.feature] = result;
      const seconds = ((Date.now() - startMs) / 1_000).toFixed(1);
      console.log(`${isFailure(result) ? 'FAIL' : 'pass'}  ${seconds.padStart(5)} s  ${row.feature} (${row.scenario}): ${result}`);
    }
  } finally {
    await servers.close();
  }
  return results;
}

function save(which: BrowserName, { name, version }: Driver, results: Readonly<Record<string, string>>, isWhole: boolean): void {
  const all = readResults();
  // A run of some rows keeps the results of the others.
  const before = isWhole ? {} : all[which]?.results;
  writeFileSync(RESULTS_PATH, `${JSON.stringify({ ...all, [which]: { name, version, results: { ...before, ...results } } }, null, 2)}\n`);
}

const OPTIONS = { save: flag('keeps the results for the table of docs/browsers.md') } as const;

const toolFor = (which: BrowserName): Tool<typeof OPTIONS> => ({
  name: `npm run e2e -- ${which}`,
  takes: '[...words]',
  about: `Looks at the room in ${which === 'firefox' ? 'Firefox' : 'WebKit'}: every row of the table, or those that have one of the words in them:\n${SMOKE.map(({ feature, scenario }) => `${feature} (${scenario})`).join('\n')}`,
  options: OPTIONS,
  wordsMax: SMOKE.length,
  async run({ save: isSaving }, words) {
    const rows = SMOKE.filter(
      ({ feature, scenario }) => words.length === 0 || words.some((word) => `${feature} ${scenario}`.includes(word)),
    );
    if (rows.length === 0) throw new UsageError(`no row has ${words.join(' or ')} in it`);
    const driver = await START[which]();
    if ('missing' in driver) {
      console.log(`${which}: skipped, ${driver.missing}`);
      return EXIT.DONE;
    }
    try {
      mkdirSync(SHOTS, { recursive: true });
      const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
      if (!(isPrebuilt || (runTool('vite build --mode offline') && runTool('vite build')))) return EXIT.WRONG;
      const results = await lookAtAll(rows, which, driver);
      if (isSaving) save(which, driver, results, words.length === 0);
      return Object.values(results).some(isFailure) ? EXIT.WRONG : EXIT.DONE;
    } finally {
      await driver.close().catch(() => undefined);
    }
  },
});

const [which = '', ...args] = process.argv.slice(2);
if (which !== 'firefox' && which !== 'webkit') throw new Error('firefox or webkit');
process.exitCode = await runCommand(toolFor(which), args);
