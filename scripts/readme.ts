/** Fills the generated tables of README.md; `--check` only says whether they are fresh. */
import { readFileSync, writeFileSync } from 'node:fs';
import { FLAGS } from '../src/workers/core/room/page-input.ts';
import { SCENARIOS } from '../mocks/scenarios.ts';

const README = new URL('../README.md', import.meta.url);
const cell = (text: string): string => text.replaceAll('|', '\\|');

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
    return `| \`${flag.name}\` | ${cell(values)} | ${cell(flag.description)} |`;
  });
  return ['| flag | values | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function scenariosTable(): string {
  const rows = Object.entries(SCENARIOS).map(([name, { about }]) => `| \`${name}\` | ${cell(about)} |`);
  return ['| name | what happens |', '| --- | --- |', ...rows].join('\n');
}

function fill(text: string, name: string, table: string): string {
  const start = `<!-- ${name}: made by npm run readme -->`;
  const end = `<!-- /${name} -->`;
  return `${text.slice(0, text.indexOf(start) + start.length)}\n${table}\n${text.slice(text.indexOf(end))}`;
}

const before = readFileSync(README, 'utf8');
const after = fill(fill(before, 'flags', flagsTable()), 'scenarios', scenariosTable());
if (process.argv.includes('--check')) {
  if (before !== after) {
    console.error('README.md is stale: npm run readme');
    process.exitCode = 1;
  }
} else if (before !== after) {
  writeFileSync(README, after);
}
