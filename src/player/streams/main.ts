/** `npm run streams`: sends streams of real encoders to a room and measures each; the table of docs/streams.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { EXIT, flag, runTool, UsageError, type Tool, type ValuesOf } from '../../../scripts/lib/command-line.ts';
import { requireBrowser, shellLaunch } from '../../../scripts/lib/browser.ts';
import { missingForExample, startExample } from '../../../scripts/example-server.ts';
import { measureStream, type Measured } from './measure.ts';
import { STREAM_ROWS, type StreamRow } from './rows.ts';
import { ZOO } from './zoo.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { playZoo, ZOO_TABLE } from './zoo-run.ts';

const PAGE = join(ROOT, 'docs/streams.md');
/** Made by `npm run streams -- --write`. */
const TABLES = {
  streams: '| stream | what | plays | latency | held | sound | stops | words |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  zoo: ZOO_TABLE,
} as const;
type Table = keyof typeof TABLES;
const NAMES: Readonly<Record<Table, readonly string[]>> = {
  streams: STREAM_ROWS.map(({ name }) => name),
  zoo: ZOO.map(({ name }) => name),
};
const ALL = [...Object.values(NAMES).flat(), 'zoo'];

const OPTIONS = { write: flag('also writes the rows into docs/streams.md') } as const;

const STREAMS: Tool<typeof OPTIONS> = {
  name: 'npm run streams --',
  takes: '[...names]',
  about: `Sends streams by ffmpeg to examples/backend and looks at the room; zoo [...classes or FLV files] plays them without ffmpeg:\n${STREAM_ROWS.map(({ name, what }) => `  ${name.padEnd(16)}${what}`).join('\n')}`,
  options: OPTIONS,
  wordsMax: ALL.length,
  run: measureAll,
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

function rowOf({ name, what, hasSound }: StreamRow, measured: Measured): string {
  const { kind, size, latencyS, bufferedS, stops, words, encoder } = measured;
  const plays = kind === '' ? 'no' : `yes, ${kind}${size === '' ? '' : ` ${size}`}`;
  const sound = kind === '' ? '' : !hasSound ? 'has none' : measured.hasSound ? 'yes' : 'no';
  const notes = [words, encoder === '' ? '' : `ffmpeg: ${encoder}`].filter(Boolean).join('; ');
  const latency = latencyS === null ? '' : `${latencyS.toFixed(1)} s`;
  const held = kind === '' ? '' : `${bufferedS.toFixed(1)} s`;
  return `| \`${name}\` | ${cell(what)} | ${plays} | ${latency} | ${held} | ${sound} | ${kind === '' ? '' : stops} | ${cell(notes)} |`;
}

async function measureAll({ write }: ValuesOf<typeof OPTIONS>, names: readonly string[]): Promise<number> {
  const show = (table: Table, name: string, line: string): void => {
    console.log(line);
    if (write) writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), table, name, line));
  };
  if (names[0] === 'zoo') {
    await playZoo(names.slice(1), (name, line) => show('zoo', name, line));
    return EXIT.DONE;
  }
  const unknown = names.filter((name) => !ALL.includes(name));
  if (unknown.length > 0) throw new UsageError(`no stream ${unknown.join(', ')}`);
  requireBrowser(shellLaunch());
  const missing = missingForExample();
  if (missing !== null) throw new UsageError(missing);
  const { args, executablePath } = shellLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath !== undefined && { executablePath }) });
  try {
    for (const row of STREAM_ROWS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      // Each in a new page, because the room's memory of one stream must not affect the next.
      const example = await startExample();
      const context = await browser.newContext({ locale: 'zh-CN', deviceScaleFactor: 0.5 });
      try {
        show('streams', row.name, rowOf(row, await measureStream(row, example, await context.newPage())));
      } finally {
        await context.close();
        await example.close();
      }
    }
  } finally {
    await browser.close();
  }
  return EXIT.DONE;
}

/** Rows that were not measured are kept. */
function withRow(text: string, table: Table, name: string, line: string): string {
  const [begin, end] = [`<!-- ${table}: made by npm run streams -- --write -->`, `<!-- /${table} -->`];
  const [before = '', rest = ''] = text.split(begin);
  const [body = '', after = ''] = rest.split(end);
  const rows = new Map([...body.matchAll(/^\| `([\w.-]+)` .*$/gm)].map(([row, own = '']) => [own, row]));
  rows.set(name, line);
  return `${before}${begin}\n${TABLES[table]}\n${NAMES[table].flatMap((one) => rows.get(one) ?? []).join('\n')}\n${end}${after}`;
}

process.exitCode = await runTool(STREAMS, process.argv.slice(2));
