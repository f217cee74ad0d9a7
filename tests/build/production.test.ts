import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs after `vite build` and `vite build --mode offline` (npm test does both). */
const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Words that only the mock backend has; the offline build proves below that they would be found. */
const MARKS = ['mockServiceWorker', 'mock-sw', 'chat-flood'];

const textOf = (root: string): string =>
  filesOf(root)
    .filter((file) => /\.(js|html|css|json)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('a production build holds no mock code and no recording', () => {
  expect(existsSync('dist/index.html'), 'run npm run build first').toBe(true);
  const text = textOf('dist');
  expect(MARKS.filter((mark) => text.includes(mark))).toEqual([]);
  expect(filesOf('dist').filter((file) => /\.(flv|bin|mp4)$|mock/i.test(file))).toEqual([]);
});

test('the offline build holds what the production build must not', () => {
  const text = textOf('dist-offline');
  for (const mark of MARKS) expect(text, mark).toContain(mark);
});

test('workers are modules of their own and the mpegts engine is not in the first load', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const first = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => readFileSync(join('dist', match[1]!), 'utf8')).join('');
  expect(first.length).toBeGreaterThan(1_000);
  expect(first).not.toContain('mpegts');
  expect(readdirSync('dist/assets').filter((name) => name.startsWith('worker-')).length).toBeGreaterThanOrEqual(3);
});
