/** `npm run readme`: the generated tables of docs/browsers.md and docs/offline-room.md. Other generated parts are subcommands. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS } from '../mocks/scenarios.ts';
import { FLAGS } from '../src/core/room/start/page-input.ts';
import { EXIT, flag, runTool as runCommand, UsageError, type Tool } from './lib/command-line.ts';
import { browserRows, readResults, SMOKE } from './other-browsers/smoke.ts';
import { ROOT, runTool } from './lib/tool.ts';

/** What each query parameter does, for docs/offline-room.md. Not a field of the table, because the page would load these texts. */
const FLAG_TEXTS: Readonly<Record<(typeof FLAGS)[number]['name'], string>> = {
  r: 'liveroom: a send-limited normal room offers the way back to the live room',
  lite: 'lite mode: no mount effects',
  debug: 'debug players and debug socket; allows kind, src, config and cmd',
  lenovo: 'client type 43',
  refer: 'traffic channel, mapped by src/core/room/start/refer.ts',
  sourceFrom: 'where the visitor came from, reported as it is',
  fx_unionId_ck: 'union id, kept in the cookie fx_unionId_{id}',
  type: '3 with songName starts the lead-in video',
  songName: 'song of the lead-in video; the part before "|" is used',
  playuuid: 'play id of the lead-in video',
  apmAutoTest: 'accepted without effect',
  cmd: 'socket debug command, with debug=1',
  lang: 'language of the page; stored',
  kind: 'with debug=1: the player to use',
  src: 'with debug=1 and kind: the address to play instead of the room’s',
  config: 'with debug=1: remote config overrides, for example stallWaitMs:3000,h265:0',
  scenario: 'offline room: what the mock backend plays',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function flagsTable(): string {
  const rows = FLAGS.map((flag) => {
    const values =
      flag.type === 'integer'
        ? `${flag.min} to ${flag.max}`
        : flag.type === 'choice'
          ? flag.values.filter(Boolean).join(', ')
          : flag.type === 'switch'
            ? '1'
            : `text of at most ${flag.maxLength}`;
    return [code(flag.name), cell(values), cell(FLAG_TEXTS[flag.name])];
  });
  return table(['flag', 'values', 'description'], rows);
}

const scenariosTable = (): string =>
  table(
    ['name', 'description'],
    Object.entries(SCENARIOS).map(([name, { about }]) => [code(name), cell(about.en)]),
  );

function browsersTable(): string {
  const [head = [], ...rows] = browserRows(
    readResults(),
    SMOKE.map(({ feature }) => feature),
  );
  return table(
    head,
    rows.map((cells) => cells.map(cell)),
  );
}

const PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/browsers.md': { browsers: browsersTable },
  'docs/offline-room.md': { flags: flagsTable, scenarios: scenariosTable },
};

function fill(text: string, name: string, filled: string): string {
  const start = `<!-- ${name}: made by npm run readme -->`;
  const end = `<!-- /${name} -->`;
  if (!text.includes(start) || !text.includes(end)) throw new Error(`no place for ${name}`);
  return `${text.slice(0, text.indexOf(start) + start.length)}\n${filled}\n${text.slice(text.indexOf(end))}`;
}

const tables = (page: string, text: string): string =>
  Object.entries(PAGES[page]!).reduce((filled, [name, make]) => fill(filled, name, make()), text);

/** Writes the files whose text is not fresh, or only names them. */
async function refresh(
  files: readonly string[],
  fresh: (file: string, text: string) => string | Promise<string>,
  isCheck: boolean,
  command: string,
): Promise<number> {
  let stale = 0;
  for (const file of files) {
    const path = join(ROOT, file);
    const before = readFileSync(path, 'utf8');
    const after = await fresh(file, before);
    if (before === after) continue;
    stale++;
    if (isCheck) console.error(`${file} is stale: ${command}`);
    else writeFileSync(path, after);
  }
  return isCheck && stale > 0 ? EXIT.WRONG : EXIT.DONE;
}

const OPTIONS = { check: flag('only checks that the tables are up to date; writes nothing') } as const;

const README: Tool<typeof OPTIONS> = {
  name: 'npm run readme --',
  takes: '[proto|api|screenshot]',
  about:
    'Fills the generated tables of docs/browsers.md and docs/offline-room.md.\nproto: the protobuf code; api: the generated parts of docs/api; screenshot: the pictures of the README.',
  options: OPTIONS,
  wordsMax: 1,
  async run({ check }, [part]) {
    if (part === undefined) return refresh(Object.keys(PAGES), tables, check, 'npm run readme');
    if (part !== 'api') throw new UsageError(`${part} is none of proto, api, screenshot`);
    const { ASYNCAPI, OPENAPI } = await import('./api/contract.ts');
    const { freshText } = await import('./api/generate.ts');
    return refresh([OPENAPI, ASYNCAPI], freshText, check, 'npm run readme -- api');
  },
};

const PARTS: Readonly<Record<string, string>> = { proto: 'tsx scripts/proto/main.ts', screenshot: 'tsx scripts/screenshot.ts' };

const [part = '', ...args] = process.argv.slice(2);
const command = PARTS[part];
if (command === undefined) process.exitCode = await runCommand(README, process.argv.slice(2));
else process.exitCode = runTool(command, args) ? EXIT.DONE : EXIT.WRONG;
