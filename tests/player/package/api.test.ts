import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { fileOf, recipesOf } from '../../../scripts/player-package/recipes.ts';
import { PLAYER_ERRORS } from '../../../src/player/package/errors.ts';
import { PLAYER_EVENTS } from '../../../src/player/package/events.ts';

const FOLDER = 'src/player/package';
const api = readFileSync(`${FOLDER}/API.md`, 'utf8');
const sectionOf = (title: string): string => api.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('P26 API.md has each error with the title and the advice that the code exports', () => {
  const rows = Object.entries(PLAYER_ERRORS).map(([code, { title, advice }]) => `| \`${code}\` | ${title} | ${advice} |`);
  expect(rows.length).toBeGreaterThan(10);
  const table = sectionOf('Errors').split('| --- | --- | --- |\n')[1]?.split('\n<!--')[0];
  expect(table?.split('\n')).toEqual(rows);
});

test('P23 API.md has each event in the order of the code', () => {
  expect([...sectionOf('Events').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(PLAYER_EVENTS);
});

test('P23 each recipe of API.md is a page with one script that imports the package, or a module that does', () => {
  const recipes = recipesOf(api);
  const headings = [...sectionOf('Recipes').matchAll(/^### (?!Notes)(.+)$/gm)].map(([, title]) => title);
  expect(recipes.map(({ title }) => title)).toEqual(headings);
  expect(new Set(recipes.map(({ file }) => file)).size).toBe(recipes.length);
  for (const recipe of recipes) {
    const text = fileOf(recipe);
    expect(text).toMatch(/(from '@footlight\/player'|import '@footlight\/player\/element');/);
    if (recipe.file.endsWith('.html')) expect(text.match(/<script type="module">/g)).toHaveLength(1);
  }
});

test('P23 the table of names has words that the installed hls.js and mpegts.js contain', () => {
  const rows = sectionOf('Names in other players')
    .match(/^\| .+ \|$/gm)!
    .slice(2)
    .map((row) => row.split('|').slice(1));
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string, ...files: readonly string[]): string => {
    const folder = resolve(name).replace(/(.*node_modules\/[^/]+)\/.*/, '$1');
    return files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  };
  const sources = [
    [2, read('hls.js', 'dist/hls.d.ts')],
    [3, read('mpegts.js', 'd.ts/mpegts.d.ts', 'src/player/player-events.ts')],
  ] as const;
  for (const [column, source] of sources) {
    const words = rows.flatMap((cells) =>
      [...(cells[column] ?? '').matchAll(/`(?:ErrorTypes\.)?(\w+)[^`]*`/g)].map(([, word = '']) => word),
    );
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !source.includes(word))).toEqual([]);
  }
});
