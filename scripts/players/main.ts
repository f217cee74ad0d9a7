/** `npm run players`: tries live players of others beside `@footlight/player`, and prints the table of docs/players.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { EXIT, flag, runTool, someOf, type Tool, type ValuesOf } from '../lib/command-line.ts';
import { browserLaunch, requireBrowser } from '../suite/browser.ts';
import { closeServer, originOf } from '../packages/project.ts';
import { emitPackage, PACKAGE } from '../player-package/emit.ts';
import { ROOT } from '../suite/tool.ts';
import { installPeers, NOT_TRIED, packageOf, PEERS, type Peer } from './peers.ts';
import { H264_ROW, ROWS } from './trials.ts';

const DOCUMENT = path.join(ROOT, 'docs/players.md');
const [BEGIN, END] = ['<!-- players: made by npm run players -- --write -->', '<!-- /players -->'];

const OPTIONS = {
  write: flag('writes the table into docs/players.md; cells that were not tried now stay'),
  players: someOf(
    'only these players',
    PEERS.map(({ name }) => name),
  ),
  rows: someOf(
    'only these rows',
    ROWS.map(({ name }) => name),
  ),
} as const;

const PLAYERS: Tool<typeof OPTIONS> = {
  name: 'npm run players --',
  takes: '',
  about: 'Downloads live players from npm into .cache/players and tries each, beside @footlight/player, in Chromium.',
  options: OPTIONS,
  wordsMax: 0,
  run: tryAll,
};

type Cells = Map<string, Map<string, string>>;

/** The title of a row -> the name of a player -> the cell. */
function readCells(): Cells {
  const body = readFileSync(DOCUMENT, 'utf8').split(BEGIN)[1]?.split(END)[0] ?? '';
  const [head = [], , ...rows] = [...body.matchAll(/^\| (.*) \|$/gm)].map(([, line = '']) => line.split(' | '));
  return new Map(
    rows.map(([title = '', ...cells]) => [title, new Map(cells.map((cell, i) => [head[i + 1]?.replace(/ [\d.]+$/, '') ?? '', cell]))]),
  );
}

const headOf = ({ name, packages: [spec] }: Peer): string =>
  spec === undefined ? name : `${name} ${packageOf(spec.slice(0, spec.lastIndexOf('@'))).version}`;

function writeTable(cells: Cells, browser: string): void {
  const lines = [
    `| trial | ${PEERS.map(headOf).join(' | ')} |`,
    `| --- |${' --- |'.repeat(PEERS.length)}`,
    `| settings | ${PEERS.map(({ settings }) => settings).join(' | ')} |`,
    ...ROWS.map(({ title }) => `| ${title} | ${PEERS.map(({ name }) => cells.get(title)?.get(name) ?? 'not tried').join(' | ')} |`),
    '',
    `In Chromium ${browser}, ${os.cpus().length} cores of ${os.cpus()[0]?.model.trim() ?? 'an unknown processor'}.`,
    '',
    '| not tried | why |',
    '| --- | --- |',
    ...NOT_TRIED.map(([name, why]) => `| ${name} | ${why} |`),
  ];
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n${lines.join('\n')}\n${END}${rest.split(END)[1] ?? ''}`);
}

async function tryAll({ write, players, rows }: ValuesOf<typeof OPTIONS>): Promise<number> {
  requireBrowser();
  installPeers(PEERS);
  if (process.env['FOOTLIGHT_PREBUILT'] !== '1') await emitPackage();
  // Its import makes the streams.
  const { startTrialServer } = await import('./server.ts');
  const server = await startTrialServer(PACKAGE);
  const { executablePath, args } = browserLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  const cells = readCells();
  try {
    for (const row of ROWS.filter(({ name }) => rows.includes(name))) {
      for (const peer of PEERS.filter(({ name }) => players.includes(name))) {
        const isOut = row.needsH264 === true && cells.get(H264_ROW)?.get(peer.name)?.startsWith('no') === true;
        const cell = isOut ? 'plays no H264' : await row.run({ peer, browser, server, origin: originOf(server.server) });
        console.log(`${peer.name.padEnd(20)} ${row.name.padEnd(15)} ${cell}`);
        const ofRow = cells.get(row.title) ?? new Map<string, string>();
        cells.set(row.title, ofRow.set(peer.name, cell));
        if (write) writeTable(cells, browser.version());
      }
    }
  } finally {
    await browser.close();
    closeServer(server.server);
  }
  return EXIT.DONE;
}

process.exitCode = await runTool(PLAYERS, process.argv.slice(2));
