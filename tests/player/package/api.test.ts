import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
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

test('P23 each example is a recipe of API.md, and each recipe has its file', () => {
  const named = [...sectionOf('Recipes').matchAll(/\(examples\/([\w.-]+)\)/g)].map(([, file]) => file);
  expect(named.toSorted()).toEqual(readdirSync(`${FOLDER}/examples`).toSorted());
});
