/** `npm run readme`: the generated tables of docs/browsers.md, docs/offline-room.md and docs/requirements.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLAG_TEXTS } from './flag-texts.ts';
import { FLAGS } from '../src/core/room/start/page-input.ts';
import { SCENARIOS } from '../mocks/scenarios.ts';
import { EXIT, flag, runTool, type Tool } from './lib/command-line.ts';
import { browserRows, readResults } from './other-browsers/results.ts';
import { SMOKE } from './other-browsers/smoke.ts';
import { clauseProblems, CLAUSES } from './requirements/clauses/check.ts';
import type { Clause } from './requirements/clauses/clause.ts';
import { messageCatalogue } from './requirements/messages.ts';
import { REQUIREMENTS, type RequirementGroup } from './requirements/rows.ts';
import { featureFoldersByRow, testFilesByRow } from './requirements/tests.ts';
import { ROOT } from './suite/tool.ts';

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

function requirementTables(): string {
  const tests = testFilesByRow();
  const features = featureFoldersByRow();
  const files = (paths: readonly string[]): string => (paths.length === 0 ? 'nothing yet' : paths.map(code).join(', '));
  const section = ({ title, rows }: RequirementGroup): string => {
    const missing = rows.flatMap(({ where }) => where).filter((path) => !existsSync(join(ROOT, path)));
    if (missing.length > 0) throw new Error(`scripts/requirements/rows.ts names missing files: ${missing.join(', ')}`);
    const lines = rows.map(({ row, what, where }) => [
      row,
      cell(what),
      files([...where, ...(features.get(row) ?? [])]),
      files(tests.get(row) ?? []),
    ]);
    return `### ${title}\n\n${table(['row', 'requirement', 'files', 'tests'], lines)}`;
  };
  return `\n${REQUIREMENTS.map(section).join('\n\n')}\n`;
}

function clauseTables(): string {
  const problems = clauseProblems(REQUIREMENTS.flatMap(({ rows }) => rows.map(({ row }) => row)));
  if (problems.length > 0) throw new Error(`scripts/requirements/clauses:\n${problems.join('\n')}`);
  const section = ([row, clauses]: readonly [string, readonly Clause[]]): string =>
    `### ${row}\n\n${table(
      ['clause', 'rule', 'test'],
      clauses.map(({ says, rule, test, title }) => [cell(says), code(rule), `${code(test)}: ${cell(title)}`]),
    )}`;
  return `\n${Object.entries(CLAUSES).map(section).join('\n\n')}\n`;
}

const messagesTable = (): string =>
  table(
    ['id', 'name', 'class', 'family', 'schema', 'handled by'],
    messageCatalogue().map(({ id, name, messageClass, family, schema, handledBy }) => [
      String(id),
      code(name),
      messageClass,
      family,
      code(schema),
      handledBy.length === 0 ? 'nothing yet' : handledBy.join(', '),
    ]),
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
  'docs/requirements.md': { rows: requirementTables, clauses: clauseTables, messages: messagesTable },
};

function fill(text: string, name: string, filled: string): string {
  const start = `<!-- ${name}: made by npm run readme -->`;
  const end = `<!-- /${name} -->`;
  if (!text.includes(start) || !text.includes(end)) throw new Error(`no place for ${name}`);
  return `${text.slice(0, text.indexOf(start) + start.length)}\n${filled}\n${text.slice(text.indexOf(end))}`;
}

const OPTIONS = { check: flag('only checks that the tables are up to date; writes nothing') } as const;

const README: Tool<typeof OPTIONS> = {
  name: 'npm run readme --',
  takes: '',
  about: 'Fills the generated tables of docs/browsers.md, docs/offline-room.md and docs/requirements.md.',
  options: OPTIONS,
  wordsMax: 0,
  run({ check }) {
    let stale = 0;
    for (const [page, tables] of Object.entries(PAGES)) {
      const path = join(ROOT, page);
      const before = readFileSync(path, 'utf8');
      const after = Object.entries(tables).reduce((text, [name, make]) => fill(text, name, make()), before);
      if (before === after) continue;
      if (check) {
        console.error(`${page} is stale: npm run readme`);
        stale++;
      } else writeFileSync(path, after);
    }
    return stale === 0 ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runTool(README, process.argv.slice(2));
